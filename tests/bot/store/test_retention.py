"""Old games are deleted in steps; results stay, and so do games whose age is uncertain."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.results.ratings import SETTLED_GAMES
from bot.results.standing import BASE, EVERYWHERE
from bot.store.data import FIRST, OldGame, ServerSettings
from bot.store.leases import Share
from bot.store.sql.rows import delete
from bot.store.sql.seals import count_damage
from bot.store.sqlite import store as sqlite_store
from bot.store.sqlite.store import SqliteStore
from bot.store.store import Store
from bot.tables.actions import Entry
from tests.bot.conftest import Clock
from tests.bot.store.changes import ANNA, BEN, GUILD, change, leg
from tests.bot.store.kinds import only_sqlite
from tests.bot.store.test_results import plays, rows

START = Entry(seat=0, action="start")
OF_A_TABLE = ("tables", "log", "players", "outbox", "messages", "message_seals", "leavers")


async def ends(store: Store, clock: Clock, at: float, guild: int = GUILD) -> str:
    """Store a game with a result that is over by then; return its name."""
    clock.now = at
    return (await plays(store, 1, 2, 3, guild=guild)).table


async def old(store: Store, before: float) -> list[str]:
    return [it.table for it in await store.retention.old_games(before, FIRST, 10)]


async def test_old_games_are_found_oldest_first(store: Store, clock: Clock) -> None:
    second = await ends(store, clock, 20.0)
    first = await ends(store, clock, 10.0)
    await store.commit(change("open"))
    await ends(store, clock, 30.0)
    assert await old(store, 30.0) == [first, second]
    assert await store.retention.old_games(30.0, OldGame(10.0, first), 10) == [(20.0, second)]
    assert len(await store.retention.old_games(90.0, FIRST, 2)) == 2


async def test_each_process_finds_the_old_games_of_its_own_shards(
    store: Store, clock: Clock
) -> None:
    here = await ends(store, clock, 10.0, guild=1 << 22)
    await ends(store, clock, 10.0, guild=2 << 22)
    store.share = Share(2, frozenset({1}))
    assert await old(store, 20.0) == [here]
    assert await store.retention.servers(0, 10) == [1 << 22]


async def test_an_old_game_goes_whole_and_its_results_stay(store: Store, clock: Clock) -> None:
    table = await ends(store, clock, 10.0)
    before = await rows(store)
    assert await store.retention.delete_game(table, 20.0)
    assert await store.read(count_damage) is None
    assert not any((await rows(store, *OF_A_TABLE)).values())
    assert await rows(store) == before
    assert not await store.retention.delete_game(table, 20.0)


async def test_a_game_deleted_twice_leaves_the_table_count_once(store: Store, clock: Clock) -> None:
    table = await ends(store, clock, 10.0)
    await store.commit(change("open"))
    for _ in range(2):  # by two processes, or again after a lost answer
        await store.write(lambda db: delete(db, table))
    assert await store.rows("SELECT COUNT(*) FROM tables") == [(1,)]
    assert await store.read(count_damage) is None


async def test_a_game_that_is_not_old_or_not_over_is_left_alone(store: Store, clock: Clock) -> None:
    table = await ends(store, clock, 10.0)
    clock.now = 5.0
    await store.commit(change("open"))
    assert not await store.retention.delete_game(table, 10.0)
    assert not await store.retention.delete_game("open", 10.0)
    assert len((await rows(store, "tables"))["tables"]) == 2


async def test_a_game_whose_end_waits_to_be_shown_is_left_alone(store: Store, clock: Clock) -> None:
    table = await ends(store, clock, 10.0)
    await store.commit(change(table, 2, stage="over", paint=[leg(3)]))
    assert not await store.retention.delete_game(table, 20.0)
    assert await store.pages_to_paint(table) == [leg(3)]
    await store.record_painted(table, leg(3), None, None)
    assert await store.retention.delete_game(table, 20.0)


async def test_a_game_that_has_no_result_yet_is_left_alone(store: Store, clock: Clock) -> None:
    clock.now = 10.0
    for table, begun in (("dealt", (START,)), ("empty", ())):
        await store.commit(change(table, entries=begun))
        await store.commit(change(table, 1, stage="over", entries=()))
    assert not await store.retention.delete_game("dealt", 20.0)
    assert await store.retention.delete_game("empty", 20.0)


@pytest.mark.parametrize("what", ["changed = 1", "is_open = 0", "row_hash = ''"])
async def test_a_game_with_a_damaged_row_is_kept(store: Store, clock: Clock, what: str) -> None:
    table = await ends(store, clock, 10.0)
    if what == "is_open = 0":
        await store.commit(change(table := "open"))
    await store._write(f"UPDATE tables SET {what} WHERE id = ?", table)  # noqa: S608 - ours
    assert not await store.retention.delete_game(table, 20.0)
    assert not await store.retention.delete_table(table, GUILD)


# --- servers --------------------------------------------------------------------------------------


async def test_a_server_is_known_by_settings_tables_and_games(store: Store, clock: Clock) -> None:
    await store.set_server(5, ServerSettings("fr"))
    await store.commit(change("open", guild=6))
    over = await ends(store, clock, 10.0, guild=8)
    await store.retention.delete_game(over, 20.0)
    clock.now = 10.0
    await store.commit(change("closed", guild=9, stage="over"))
    assert await store.retention.servers(0, 10) == [5, 6, 8, 9]
    assert await store.retention.servers(6, 1) == [8]


async def test_an_absence_is_kept_since_it_was_first_noted_until_it_ends(store: Store) -> None:
    await store.retention.note_absence(5, 10.0)
    await store.retention.note_absence(5, 20.0)
    assert await store.retention.absences() == {5: 10.0}
    await store.retention.end_absence(5)
    assert await store.retention.absences() == {}


async def test_tables_of_a_server_are_deleted_open_or_not_and_no_others(
    store: Store, clock: Clock
) -> None:
    over = await ends(store, clock, 10.0)
    await store.commit(change("open", paint=[leg(1)]))
    await store.commit(change("other", guild=8))
    names = await store.retention.tables_in(GUILD, "", 10)
    assert names == sorted([over, "open"])
    assert await store.retention.tables_in(GUILD, names[0], 10) == names[1:]
    assert [await store.retention.delete_table(it, GUILD) for it in (*names, "other")] == [
        True,
        True,
        False,
    ]
    assert await store.retention.tables_in(GUILD, "", 10) == []
    assert await store.retention.tables_in(8, "", 10) == ["other"]


async def forgotten(store: Store, guild: int) -> int:
    """Forget this server; return the number of steps."""
    steps = 1
    while await store.retention.forget_some(guild):
        steps += 1
    return steps


async def test_a_forgotten_server_leaves_the_others_and_the_sums_everywhere(
    store: Store, clock: Clock
) -> None:
    await store.set_server(GUILD, ServerSettings("fr"))
    await store.retention.delete_table(await ends(store, clock, 10.0), GUILD)
    await ends(store, clock, 20.0, guild=8)
    everywhere = await store.results.profile(ANNA, EVERYWHERE, clock())
    other = await store.results.profile(ANNA, 8, clock())
    assert await forgotten(store, GUILD) == 3
    assert await store.server(GUILD) == ServerSettings()
    assert (await store.results.profile(ANNA, GUILD, clock())).ever.games == 0
    assert await store.results.profile(ANNA, EVERYWHERE, clock()) == everywhere
    assert await store.results.profile(ANNA, 8, clock()) == other
    for name in ("standings", "rivals", "colours", "ratings", "rungs", "games", "results"):
        assert await store.rows(f"SELECT 1 FROM {name} WHERE guild = ?", GUILD) == []  # noqa: S608 - ours
    assert await store.retention.servers(0, 10) == [8]


async def test_users_keep_their_games_of_a_forgotten_server(store: Store, clock: Clock) -> None:
    await ends(store, clock, 10.0)
    before = await store.results.games_of(ANNA, EVERYWHERE, 5)
    await forgotten(store, GUILD)
    (game,) = await store.results.games_of(ANNA, EVERYWHERE, 5)
    assert (game.guild, game.seats, game.before) == (0, before[0].seats, before[0].before)
    assert await store.results.games_of(ANNA, GUILD, 5) == []


async def test_recomputing_does_not_bring_back_a_forgotten_server(
    store: Store, clock: Clock
) -> None:
    await ends(store, clock, 10.0)
    await ends(store, clock, 20.0, guild=8)
    await forgotten(store, GUILD)
    before = await rows(store)
    assert await store.results.recompute() == 2
    assert await rows(store) == before


async def test_a_large_server_is_forgotten_in_many_steps(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.retention.PEOPLE_PER_STEP", 1)
    monkeypatch.setattr("bot.store.retention.GAMES_PER_STEP", 1)
    for at in (10.0, 20.0):
        await ends(store, clock, at)
    assert await forgotten(store, GUILD) == 3 + 2 + 1


async def test_a_rung_is_right_if_the_bot_is_invited_again_midway(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.retention.PEOPLE_PER_STEP", 1)
    for ranks in [(1, 2, 3), (2, 1, 3), (1, 3, 2)] * SETTLED_GAMES:
        await plays(store, *ranks)
    assert await store.retention.forget_some(GUILD)  # and stops there
    for guild, of in ((GUILD, 2), (EVERYWHERE, 3)):
        rung = (await store.results.profile(BEN, guild, clock())).ladders[BASE]
        assert (rung.place, rung.of) == (of - 1, of)


async def test_the_sums_over_all_servers_cannot_be_forgotten(store: Store, clock: Clock) -> None:
    await ends(store, clock, 10.0)
    with pytest.raises(ValueError, match="0"):
        await store.retention.forget_some(EVERYWHERE)
    assert (await store.results.profile(BEN, EVERYWHERE, clock())).ever.games == 1


# --- the disk -------------------------------------------------------------------------------------


async def _fill_and_empty(store: Store, clock: Clock) -> None:
    """Store a megabyte of games, and delete them."""
    clock.now = 10.0
    for n in range(16):
        await store.commit(change(f"t{n}", stage="over", snapshot="x" * 120_000))
    for n in range(16):
        assert await store.retention.delete_game(f"t{n}", 20.0)


@only_sqlite
async def test_free_space_is_given_back_step_by_step(
    store: SqliteStore, clock: Clock, file: Path
) -> None:
    await _fill_and_empty(store, clock)
    await store.commit(change("stays", snapshot="y" * 50_000))
    (before,) = (await store.rows("PRAGMA page_count"))[0]
    steps = 1
    while await store.retention.shrink():
        steps += 1
    (after,) = (await store.rows("PRAGMA page_count"))[0]
    assert steps == -(-(before - after) // sqlite_store.PAGES_PER_STEP) > 3
    assert (await store.rows("PRAGMA freelist_count"))[0] == (sqlite_store.SPARE_PAGES,)
    await store.close()
    assert file.stat().st_size == after * 4096
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert b"xxxxxxxx" not in file.read_bytes()


@only_sqlite
async def test_a_file_of_an_older_version_is_not_shrunk(
    store: SqliteStore, clock: Clock, file: Path
) -> None:
    await store.close()
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA journal_mode = DELETE").fetchall()
        db.execute("PRAGMA auto_vacuum = NONE")
        db.execute("VACUUM")
    await store.open()
    await _fill_and_empty(store, clock)
    before = await store.rows("PRAGMA page_count")
    assert not await store.retention.shrink()
    assert await store.rows("PRAGMA page_count") == before
