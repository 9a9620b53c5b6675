"""Results in the database: summed up when a game ends, read, and forgotten."""

from dataclasses import replace
from itertools import count
from random import Random
from typing import Any

import pytest

from bot.results.ratings import IDLE, NEW, SETTLED_GAMES, Rating
from bot.results.result import GameResult
from bot.results.standing import BASE, EVER, EVERYTHING, EVERYWHERE, Effect, Standing, month_of
from bot.results.visibility import Reader
from bot.store.sqlite.store import SqliteStore
from bot.store.store import Store
from tests.bot.conftest import Clock
from tests.bot.results.games import game, seat
from tests.bot.store.changes import ANNA, BEN, GUILD, change, plans_of
from tests.bot.store.kinds import only_sqlite

CARL = 1003
_number = count(1)

TABLES = ("games", "results", "standings", "rivals", "colours", "ratings", "rungs")
"""Tables of results and of all that is computed from them."""


async def plays(
    store: Store, *ranks: int, users: tuple[int, ...] = (ANNA, BEN, CARL), **facts: Any
) -> GameResult:
    """Store a game of these users with these ranks, as the bot would."""
    table = f"t{next(_number)}"
    people = {n: user for n, user in enumerate(users) if user}
    share = facts.pop("share", 1.0)
    seats = [
        seat(n, rank, user=1 if n in people else 0, share=share) for n, rank in enumerate(ranks)
    ]
    result = game(*seats, table=table, guild=facts.pop("guild", GUILD), **facts)
    await store.commit(change(table, people=people, guild=result.guild))
    await store.commit(
        change(table, 1, stage=result.ending, people=people, guild=result.guild, result=result)
    )
    return result


async def rows(store: Store, *names: str) -> dict[str, list[Any]]:
    return {name: sorted(await store.rows(f"SELECT * FROM {name}")) for name in names or TABLES}  # noqa: S608 - ours


async def test_a_finished_game_is_added_to_all_sums(store: Store, clock: Clock) -> None:
    await plays(store, 1, 2, 3)
    await plays(store, 1, 1, 3, guild=8, ladder=EVERYTHING)
    here = await store.results.profile(ANNA, GUILD, clock())
    everywhere = await store.results.profile(ANNA, EVERYWHERE, clock())
    assert (here.ever.games, here.ever.wins, here.ever.par) == (1, 1.0, pytest.approx(1 / 3))
    assert (everywhere.ever.games, everywhere.ever.wins) == (2, 1.5)
    assert everywhere.month == everywhere.ever
    assert {*here.ladders} == {BASE}
    assert {*everywhere.ladders} == {BASE, EVERYTHING}
    assert [(it.user, it.games, it.ahead) for it in everywhere.rivals] == [
        (BEN, 2, 1),
        (CARL, 2, 2),
    ]
    assert everywhere.colours == (("red", 2),)


async def test_records_are_the_maximum_over_games(store: Store, clock: Clock) -> None:
    for number, (farthest, crash) in enumerate(((4, 3), (9, 0), (2, 5))):
        name = f"best{number}"
        seats = [seat(0, 1, user=1, farthest=farthest, largest_crash=crash), seat(1, 2, user=1)]
        await store.commit(change(name, people={0: ANNA, 1: BEN}))
        told = game(*seats, table=name, guild=GUILD)
        people = {0: ANNA, 1: BEN}
        await store.commit(change(name, 1, stage="over", people=people, result=told))
    ever = (await store.results.profile(ANNA, EVERYWHERE, clock())).ever
    assert (ever.farthest, ever.largest_crash) == (9, 5)
    await store.results.recompute()
    assert (await store.results.profile(ANNA, EVERYWHERE, clock())).ever == ever


async def test_aborted_games_add_to_no_sum(store: Store, clock: Clock) -> None:
    for ending in ("cancelled", "expired"):
        await plays(store, 1, 2, 3, ending=ending, share=0.0)
    profile = await store.results.profile(ANNA, GUILD, clock())
    assert (profile.ever, profile.ladders) == (Standing(), {})
    games = await store.results.games_of(ANNA, GUILD, 5)
    assert [it.ending for it in games] == ["expired", "cancelled"]


async def test_the_same_game_counts_once(store: Store) -> None:
    result = await plays(store, 1, 2, 3)
    before = await rows(store)
    await store.commit(change(result.table, 2, stage="over", result=result))
    assert await rows(store) == before


async def test_an_outdated_end_leaves_no_result(store: Store) -> None:
    await store.commit(change())
    with pytest.raises(Exception, match="outdated"):
        await store.commit(change(version=5, stage="over", result=game(seat(0, 1), seat(1, 2))))
    assert not any((await rows(store)).values())


async def test_a_leaver_ranks_last(store: Store) -> None:
    table = "left"
    await store.commit(change(table, people={0: ANNA, 1: BEN}))
    await store.commit(change(table, 1, people={1: BEN}))
    gone = replace(seat(0, 1), computer="easy", left=True)
    result = game(gone, seat(1, 2), table=table, guild=GUILD)
    await store.commit(change(table, 2, stage="over", people={1: BEN}, result=result))
    (past,) = await store.results.games_of(ANNA, GUILD, 5)
    assert (past.mine.user, past.mine.left) == (ANNA, True)
    anna, ben = [(await store.results.profile(it, GUILD, 0.0)) for it in (ANNA, BEN)]
    assert (anna.ever.wins, anna.rivals[0].behind, ben.rivals[0].ahead) == (0.0, 1, 1)
    assert anna.ladders[BASE].rating.mu < ben.ladders[BASE].rating.mu


async def test_a_leaver_of_a_running_game_can_be_forgotten(store: Store) -> None:
    await store.commit(change("left", people={0: ANNA, 1: BEN}))
    await store.commit(change("left", 1, people={1: BEN}))
    assert (await rows(store, "leavers"))["leavers"] == [("left", 0, ANNA)]
    await store.forget(ANNA)
    result = game(seat(0, 1, left=True), seat(1, 2), table="left", guild=GUILD)
    await store.commit(change("left", 2, stage="over", people={1: BEN}, result=result))
    assert await store.results.games_of(ANNA, GUILD, 5) == []
    (past,) = await store.results.games_of(BEN, GUILD, 5)
    assert past.seats[0].user is None


async def test_leaving_a_lobby_does_not_count(store: Store) -> None:
    await store.commit(change("lobby", stage="lobby", people={0: ANNA, 1: BEN}))
    await store.commit(change("lobby", 1, stage="lobby", people={0: ANNA}))
    assert (await rows(store, "leavers"))["leavers"] == []


# --- ladders -------------------------------------------------------------------------------


async def season(store: Store, games: int, people: int = 12) -> None:
    """Store many games, which users with low numbers mostly win."""
    rng = Random("season")
    for _ in range(games):
        users = sorted(rng.sample(range(1, people + 1), 4), key=lambda it: it + rng.gauss(0, 3))
        await plays(store, 1, 2, 3, 4, users=tuple(users))


async def test_a_place_agrees_with_the_listed_ladder(store: Store, clock: Clock) -> None:
    await season(store, 45, people=8)
    for guild in (GUILD, EVERYWHERE):
        top = await store.results.top_rated(guild, BASE, 50, clock())
        assert len(top) > 5
        assert [it.shown for _, it in top] == sorted([it.shown for _, it in top], reverse=True)
        for user, rating in top:
            stood = (await store.results.profile(user, guild, clock())).ladders[BASE]
            higher = sum(other.shown > rating.shown for _, other in top)
            assert (stood.place, stood.of) == (1 + higher, len(top))


async def listed(store: Store, now: float) -> list[int]:
    return [user for user, _ in await store.results.top_rated(GUILD, BASE, 9, now)]


async def test_new_idle_and_hidden_users_are_on_no_ladder(store: Store, clock: Clock) -> None:
    for number in range(SETTLED_GAMES - 1):
        await plays(store, *[(1, 2, 3), (3, 1, 2), (2, 3, 1)][number % 3])
    assert await listed(store, clock()) == []
    for ranks in [(1, 2, 3), (2, 1, 3), (1, 3, 2), (1, 2, 3)] * 4:
        await plays(store, *ranks)
    assert await listed(store, clock()) == [ANNA, BEN, CARL]
    assert await listed(store, clock() + IDLE + 1) == []
    await store.results.hide(ANNA, hidden=True)
    assert await store.results.is_hidden(ANNA)
    await plays(store, 1, 2, 3)
    assert await listed(store, clock()) == [BEN, CARL]
    month = await store.results.top_winning(GUILD, BASE, month_of(clock()), 9)
    assert [user for user, _ in month] == [BEN, CARL]
    stood = (await store.results.profile(ANNA, GUILD, clock())).ladders[BASE]
    assert (stood.place, stood.of) == (None, 0)
    await store.results.hide(ANNA, hidden=False)
    assert await listed(store, clock()) == [ANNA, BEN, CARL]


async def test_idle_users_do_not_count_in_places(store: Store, clock: Clock) -> None:
    for ranks in [(1, 2, 3), (2, 1, 3), (1, 3, 2), (1, 2, 3)] * 4:
        await plays(store, *ranks)
    clock.now += IDLE + 1
    for ranks in [(1, 2), (2, 1)] * 4:
        await plays(store, *ranks, users=(BEN, CARL))
    assert ANNA not in await listed(store, clock())
    places = [
        (await store.results.profile(user, guild, clock())).ladders[BASE]
        for user in await listed(store, clock())
        for guild in (GUILD, EVERYWHERE)
    ]
    assert [(it.place, it.of) for it in places] == [(1, 2), (1, 2), (2, 2), (2, 2)]
    gone = (await store.results.profile(ANNA, GUILD, clock())).ladders[BASE]
    assert gone.place is None
    before = await rows(store)
    await store.results.recompute()
    assert await rows(store) == before


async def test_wins_are_ranked_by_month(store: Store, clock: Clock) -> None:
    await plays(store, 1, 2, users=(ANNA, BEN))
    clock.now += 40 * 86_400
    for _ in range(2):
        await plays(store, 2, 1, users=(ANNA, BEN))
    month = await store.results.top_winning(GUILD, BASE, month_of(clock()), 9)
    ever = await store.results.top_winning(EVERYWHERE, BASE, EVER, 9)
    assert [(user, it.wins) for user, it in month] == [(BEN, 2.0), (ANNA, 0.0)]
    assert [(user, it.wins) for user, it in ever] == [(BEN, 2.0), (ANNA, 1.0)]


async def test_past_games_have_the_ratings_before_them(store: Store) -> None:
    for _ in range(3):
        await plays(store, 1, 2, users=(ANNA, BEN))
    await plays(store, 1, 2, users=(ANNA, 0), ladder="")
    games = await store.results.games_of(ANNA, GUILD, 9)
    rated = [it.before for it in games]
    assert rated[0] is None
    assert rated[-1] == Rating()
    shown = [it.shown for it in rated[1:] if it]
    assert shown == sorted(shown, reverse=True)
    assert shown[-1] == NEW
    assert [it.number for it in await store.results.games_of(ANNA, GUILD, 2, games[1].number)] == [
        2,
        1,
    ]


async def test_changes_of_ratings_by_a_game_can_be_read_later(store: Store) -> None:
    first = await plays(store, 1, 2, users=(ANNA, BEN))
    await plays(store, 2, 1, users=(ANNA, BEN))
    moved = (await store.results.effect_of(first.table)).shifts
    assert {seat: it.before for seat, it in moved.items()} == {0: NEW, 1: NEW}
    assert moved[0].after > NEW
    assert all(it.provisional for it in moved.values())
    (_, earlier) = await store.results.games_of(ANNA, GUILD, 2)
    (later, _) = await store.results.games_of(ANNA, GUILD, 2)
    assert later.before
    assert (earlier.table, later.before.shown) == (first.table, moved[0].after)
    await store.results.hide(ANNA, hidden=True)
    await store.forget(BEN)
    assert (await store.results.effect_of(first.table)).shifts == {}
    unrated = await plays(store, 1, 2, users=(ANNA, BEN), ladder="")
    assert await store.results.effect_of(unrated.table) == Effect()
    assert await store.results.effect_of("nowhere") == Effect()


async def test_a_game_that_was_broken_off_costs_its_losers_a_share(store: Store) -> None:
    await plays(store, 1, 2, users=(ANNA, BEN))
    facts = {"ending": "cancelled", "can_gain": False, "share": 0.5}
    closed = await plays(store, 1, 2, users=(ANNA, BEN), **facts)
    effect = await store.results.effect_of(closed.table)
    assert (effect.is_rated, effect.can_gain, [*effect.shifts]) == (True, False, [1])
    anna, ben = [(await store.results.profile(it, GUILD, 0.0)).ladders[BASE] for it in (ANNA, BEN)]
    assert effect.shifts[1].after == ben.rating.shown < effect.shifts[1].before
    assert (anna.rating.games, ben.rating.games) == (1, 1)


async def test_somebody_who_is_always_beaten_stops_counting(store: Store) -> None:
    gained = [
        (await store.results.effect_of((await plays(store, 1, 2, users=(ANNA, BEN))).table)).shifts
        for _ in range(7)
    ]
    assert [bool(it) for it in gained] == [True] * 5 + [False] * 2


# --- forgetting and recomputing -------------------------------------------------------------


async def test_recomputing_gives_the_same_figures(store: Store) -> None:
    await season(store, 20, people=6)
    await plays(store, 1, 2, 3, users=(ANNA, BEN, 0))
    before = await rows(store)
    assert await store.results.recompute() == 21
    assert await rows(store) == before


async def test_forgetting_a_user_leaves_the_results_of_others_whole(store: Store) -> None:
    await season(store, 32, people=5)
    gone = 3
    kept = {name: [*found] for name, found in (await rows(store)).items()}
    await store.forget(gone)
    after = await rows(store)
    for name in ("standings", "ratings"):
        at = 3 if name == "standings" else 2
        assert after[name] == [row for row in kept[name] if row[at] != gone]
    assert after["rivals"] == [row for row in kept["rivals"] if gone not in row[1:3]]
    assert len(after["results"]) == len(kept["results"])
    assert not any(row[3] == gone for row in after["results"])
    on_rungs = sum(people for *_, people in after["rungs"])
    assert on_rungs == sum(row[-1] is not None for row in after["ratings"]) > 0
    await store.results.recompute()
    anew = await rows(store)
    assert anew["ratings"] == after["ratings"]
    assert anew["standings"] == after["standings"]


@only_sqlite
async def test_every_row_that_names_a_user_is_exported(store: SqliteStore) -> None:
    await plays(store, 1, 2, 3)
    await store.results.hide(ANNA, hidden=True)
    found = await store.results.export(ANNA)
    assert len(found["games"]) == 1
    assert found["chosen"][0]["is_hidden"] == 1
    named = await store.rows(
        "SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c"
        " WHERE m.type = 'table' AND c.name = 'user_id'"
    )
    assert len(found) == len(named)
    await store.forget(ANNA)
    gone = await store.results.export(ANNA)
    assert not any(rows for name, rows in gone.items() if name != "seats")


@only_sqlite
async def test_the_end_of_a_game_scans_no_table(store: SqliteStore) -> None:
    await plays(store, 1, 2, 3)
    plans = [it for it in await plans_of(store, plays, store, 1, 2, 3) if "games" in it]
    assert len(plans) > 2
    # the last game is the first row of a backward scan
    assert not [it for it in plans if it.startswith(("SCAN", "USE TEMP")) and "LIMIT 1" not in it]


ASKED: tuple[tuple[str, tuple[Any, ...]], ...] = (
    ("profile", (ANNA, GUILD, 0.0)),
    ("profile", (ANNA, GUILD, 0.0, Reader(BEN, GUILD))),
    ("games_of", (ANNA, GUILD, 10)),
    ("games_of", (ANNA, EVERYWHERE, 10, None, Reader(BEN, 8))),
    ("named_for", (Reader(BEN, 8), (ANNA, CARL))),
    ("top_rated", (EVERYWHERE, BASE, 10, 0.0)),
    ("top_winning", (EVERYWHERE, BASE, EVER, 10)),
    ("is_hidden", (ANNA,)),
    ("effect_of", ("t1",)),
    ("export", (ANNA,)),
)


@only_sqlite
@pytest.mark.parametrize(("question", "asked"), ASKED)
async def test_no_question_walks_through_all_results(
    store: SqliteStore, question: str, asked: tuple[Any, ...]
) -> None:
    await plays(store, 1, 2, 3)
    plans = await plans_of(store, getattr(store.results, question), *asked)
    assert plans
    assert not [it for it in plans if it.startswith(("SCAN", "USE TEMP"))]
