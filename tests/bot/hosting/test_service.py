"""The click path: a click is carried out once, whole, and only if it is still meant."""

import asyncio
from collections.abc import Awaitable
from itertools import count

import pytest

from bot.hosting.service import ARM_SLOTS, SAY, SLOT, Command
from bot.store.protocol import Change, Outdated, PostedMessage, Repeated, StoreError
from bot.tables.refusals import Refused, Stale
from engine.errors import IllegalMove
from players.roster import THUMB
from tests.bot.hosting.hosted import ANNA, BEN, CARL, USERS, Hosting
from tests.bot.store.changes import leg

STRANGER = 4242
LIVES = 24 * 3600.0


async def code(work: Awaitable[object]) -> str:
    """How it ends."""
    try:
        await work
    except (Refused, StoreError, IllegalMove) as fault:
        return fault.code
    return "done"


# --- once, and in order --------------------------------------------------------------------


async def test_of_thirty_who_click_at_once_exactly_the_free_seats_are_taken(house: Hosting) -> None:
    await house.open()
    ends = await asyncio.gather(*(code(house.do(n, "join", f"{n}")) for n in range(30)))
    assert (ends.count("done"), ends.count("no_more_seats")) == (5, 25)
    table = await house.table()
    assert sorted(table.people) == list(range(6)) == list(range(len(table.chairs)))
    assert len(set(table.people.values())) == 6


async def test_a_user_who_clicks_twice_at_once_sits_down_once(house: Hosting) -> None:
    await house.open()
    ends = await asyncio.gather(*(code(house.do(BEN, "join", "b")) for _ in range(5)))
    assert sorted(ends) == ["done", *["seated_already"] * 4]
    assert len((await house.table()).chairs) == 2


async def test_of_many_who_answer_the_same_question_one_is_heard(house: Hosting) -> None:
    await house.start()
    known = await house.table()
    seat = known.running.waiting[0]
    words, turn = f"{known.running.legal(seat)[0]}", known.turns[seat]
    deed = Command("move", words, moment=known.moment, turn=turn)
    ends = await asyncio.gather(
        *(code(house.service.do("blue", deed, seat=seat)) for _ in range(9))
    )
    assert ends.count("done") == 1
    assert (await house.table()).turns[seat] == turn + 1


async def test_fifty_tables_are_played_at_once(house: Hosting) -> None:
    names = [f"t{n}" for n in range(50)]
    await asyncio.gather(*(house.start(name) for name in names))
    for _ in range(3):
        await asyncio.gather(*map(house.a_move, names))
    logs = await asyncio.gather(*map(house.store.log, names))
    assert [len(log) for log in logs] == [4 + 3] * 50


async def test_the_same_interaction_is_carried_out_once(house: Hosting) -> None:
    await house.open()
    join = Command("join", "b")
    first = await house.service.do("blue", join, user=BEN, interaction=500)
    before = await house.everything()
    again = await house.service.do("blue", join, user=BEN, interaction=500)
    assert (first.repeated, again.repeated, again.seat) == (False, True, 1)
    assert (await house.everything())[0] == before[0]


async def test_the_same_interaction_twice_at_once_is_carried_out_once(house: Hosting) -> None:
    await house.open()
    join = Command("join", "b")
    both = [house.service.do("blue", join, user=BEN, interaction=500) for _ in range(2)]
    ends = await asyncio.gather(*both)
    assert sorted(done.repeated for done in ends) == [False, True]
    assert len((await house.table()).chairs) == 2


async def test_a_repeated_click_shows_the_table_as_it_is_stored(
    house: Hosting, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.open()
    commit = house.store.commit

    async def carried_out_elsewhere(change: Change) -> None:
        monkeypatch.setattr(house.store, "commit", commit)
        house.clicks = count(600)
        await house.open("red")
        raise Repeated("repeated")

    monkeypatch.setattr(house.store, "commit", carried_out_elsewhere)
    done = await house.service.do("blue", Command("join", "b"), user=BEN, interaction=600)
    assert done.repeated
    assert len(done.table.chairs) == 1


async def test_a_table_that_moved_on_meanwhile_is_read_once_more(
    house: Hosting, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.open()
    commit, faults = house.store.commit, [Outdated("outdated")]

    async def late(change: Change) -> None:
        if faults:
            raise faults.pop()
        await commit(change)

    monkeypatch.setattr(house.store, "commit", late)
    assert len((await house.do(BEN, "join", "b")).table.chairs) == 2
    faults += [Outdated("outdated")] * 2
    assert await code(house.do(CARL, "join", "c")) == "outdated"


# --- still meant, and whose ----------------------------------------------------------------


@pytest.mark.parametrize(
    "deed",
    [
        Command("move", "stay", moment=0),
        Command(SLOT, "0", moment=0, turn=0),
        Command(SLOT, "0", turn=7),
        Command(SLOT, "99"),
        Command(SLOT, "x"),
        Command(ARM_SLOTS, "99"),
        Command(ARM_SLOTS, "", turn=7),
    ],
    ids=repr,
)
async def test_what_was_meant_for_another_moment_is_stale_and_changes_nothing(
    house: Hosting, deed: Command
) -> None:
    await house.start()
    before = await house.everything()
    with pytest.raises(Stale):
        await house.service.do("blue", deed, user=ANNA, interaction=700)
    assert await house.everything() == before
    assert (await house.service.do("blue", Command("quiet"), user=ANNA, interaction=700)).seat == 0


async def test_before_the_game_no_turn_has_come_that_anything_could_be_meant_for(
    house: Hosting,
) -> None:
    await house.open()
    assert (
        await code(house.service.do("blue", Command(SLOT, "0", turn=0), user=ANNA))
        == "moment_passed"
    )


@pytest.mark.parametrize("act", ["move", "quiet", "arm", "seal", "concede", SAY])
async def test_a_stranger_is_refused(house: Hosting, act: str) -> None:
    await house.start()
    before = await house.everything()
    assert await code(house.do(STRANGER, act, "")) == "not_seated"
    deed = Command(act, turn=0)
    assert await code(house.service.do("blue", deed, user=STRANGER)) == "not_seated"
    assert await house.everything() == before


async def test_nobody_moves_for_another_seat(house: Hosting) -> None:
    await house.start(persons=3)
    known = await house.table()
    others = [seat for seat in range(3) if seat not in known.running.waiting]
    ends = {await code(house.do(USERS[seat], "move", "stay")) for seat in others}
    assert ends == {"not_asked"}


async def test_an_unknown_table_is_refused(house: Hosting) -> None:
    assert await code(house.do(ANNA, "join", "a", "red")) == "unknown_table"
    assert await code(house.service.attend("red")) == "unknown_table"


async def test_whoever_speaks_early_seals_and_whoever_is_asked_speaks(house: Hosting) -> None:
    await house.start(persons=4)
    known = await house.table()
    asked, later, *_ = known.running.view(None).leg.undecided
    done = await house.do(USERS[later], SAY, "leave")
    assert done.table.sealed == {later: "leave"}
    done = await house.do(USERS[asked], SAY, "stay")
    assert [move for move in done.table.made if move[0] in (asked, later)][:2] == [
        (asked, "stay"),
        (later, "leave"),
    ]


async def test_a_slot_is_one_of_the_seat_s_own_moves(house: Hosting) -> None:
    await house.start()
    known = await house.table()
    seat = known.running.waiting[0]
    wanted = len(known.running.legal(seat)) - 1
    done = await house.do(USERS[seat], SLOT, f"{wanted}")
    assert done.table.made[0] == (seat, f"{known.running.legal(seat)[wanted]}")


async def test_slots_arm_what_a_seat_has_ready(house: Hosting) -> None:
    for number in range(20):
        name = await house.start(f"t{number}")
        ready = (await house.table(name)).running.ready(0)
        done = await house.do(ANNA, ARM_SLOTS, ",".join(map(str, range(len(ready)))), name)
        assert done.table.armed[0] == [" ".join(pair) for pair in ready]


# --- whole or not at all -------------------------------------------------------------------


async def test_a_click_whose_caller_is_gone_is_carried_out_whole_or_not_at_all(
    house: Hosting,
) -> None:
    await house.open()
    for breaths in range(40):
        user = 100 + breaths
        click = asyncio.ensure_future(house.do(user, "join", f"{user}"))
        for _ in range(breaths):
            await asyncio.sleep(0)
        click.cancel()
        await asyncio.gather(click, return_exceptions=True)
        await asyncio.gather(house.do(user, "leave"), return_exceptions=True)
    await house.do(ANNA, "setting", "goal=60")  # behind all of them: they share the lock
    table = await house.table()
    replayed = await house.service.history("blue")
    assert len(table.chairs) == len(table.people) == len(replayed.chairs)
    assert table.options == replayed.options
    assert len(house.stored) == await house.version()  # of whatever is stored, we are told


async def test_a_store_that_is_full_changes_nothing(
    house: Hosting, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.start()
    before, kicked = await house.everything(), len(house.kicked)

    async def full(change: Change) -> None:
        raise StoreError("full")

    with monkeypatch.context() as fault:
        fault.setattr(house.store, "commit", full)
        assert await code(house.do(ANNA, "concede", THUMB)) == "full"
        assert await code(house.service.attend("blue")) == "full"
    assert await house.everything() == before
    assert len(house.kicked) == kicked
    assert (await house.a_move()).table.made


# --- the house's appointments --------------------------------------------------------------


async def test_a_lobby_in_which_nothing_began_expires(house: Hosting) -> None:
    await house.open()
    house.now += LIVES - 1
    await house.service.attend("blue")
    assert (await house.table()).stage == "lobby"
    house.now += 1
    assert await house.store.due(house.now) == ["blue"]
    await house.service.attend("blue")
    assert (await house.table()).stage == "expired"
    assert await house.store.next_due() is None


async def test_computers_are_answered_for_until_a_page_turns(house: Hosting) -> None:
    await house.start(persons=1, computers=3)
    pages = [(await house.table()).page.number]
    while (table := await house.table()).stage == "playing":
        if table.running.waiting[0] in table.people:
            await house.a_move("blue")
            continue
        await house.painted()
        before = table.page.number
        await house.service.attend("blue")
        pages.append((await house.table()).page.number)
        paint = await house.store.pages_to_paint("blue")
        assert [page.number for page in paint] == list(range(before, pages[-1] + 1))
    assert len(pages) > 5
    assert (await house.table()).running.over


async def test_a_window_is_closed_when_its_time_is_over(house: Hosting) -> None:
    await house.start()
    while not (await house.table()).window_ends:
        await house.a_move()
    table = await house.table()
    house.now = table.window_ends or 0.0
    await house.service.attend("blue")
    assert (await house.table()).question != table.question
    assert ("pass") in [words for _, words in (await house.service.history("blue")).made]


async def test_nothing_due_is_nothing_done(house: Hosting) -> None:
    await house.start()
    log = await house.store.log("blue")
    await house.service.attend("blue")
    assert await house.store.log("blue") == log


# --- what is painted -----------------------------------------------------------------------


async def test_what_a_seat_tells_the_house_paints_nothing(
    house: Hosting, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "bot.hosting.service")
    await house.start(persons=4)
    later = (await house.table()).running.view(None).leg.undecided[-1]
    await house.painted()
    kicked = len(house.kicked)
    for act, words in (("seal", "stay"), ("quiet", "on"), ("arm", ""), ("quiet", "off")):
        await house.do(USERS[later], act, words)
        assert await house.store.pages_to_paint("blue") == []
        assert len(house.kicked) == kicked  # or the next paint would come later for it
        assert caplog.messages[-1] == "table blue: a silent command"


async def test_a_card_that_is_laid_face_down_paints_nothing(house: Hosting) -> None:
    laid = 0
    for number in range(40):
        name = await house.open(f"t{number}", joins=[f"{number}"])
        await house.do(BEN, "join", "b", name)
        await house.do(CARL, "join", "c", name)
        await house.do(ANNA, "setting", "boxes=little_help", name)
        await house.do(ANNA, "start", "", name)
        while (table := await house.table(name)).question not in ("cannot", "crashing"):
            await house.a_move(name)
        helps = [
            (seat, f"{move}")
            for seat in table.running.waiting
            for move in table.running.legal(seat)
            if f"{move}".startswith("play help_")
        ]
        for seat, words in helps[:1]:
            await house.painted(name)
            await house.do(USERS[seat], "move", words, name)
            assert await house.store.pages_to_paint(name) == []
            laid += 1
        if laid > 1:
            return
    raise AssertionError("nobody laid anything")


async def test_everything_that_others_can_see_is_painted(house: Hosting) -> None:
    await house.open()
    for user, act, words in (
        *((BEN, "join", "b"), (ANNA, "setting", "goal=60"), (ANNA, "add_computer", "")),
        *((ANNA, "start", ""), (BEN, "concede", THUMB), (ANNA, "cancel", "")),
    ):
        await house.painted()
        await house.do(user, act, words)
        assert await house.store.pages_to_paint("blue")


async def test_a_table_is_called_back_to_a_channel_and_once(house: Hosting) -> None:
    await house.start()
    await house.painted()
    page = (await house.table()).page.number
    await house.store.record_painted("blue", leg(page), 99, PostedMessage(leg(page), 70, 5))
    for _ in range(2):
        await house.service.repost("blue", 71, 900)
    assert await house.store.pages_to_paint("blue") == [leg(page)]
    assert (await house.table()).reposts == 1
    assert (await house.store.table("blue")).channel == 71  # pyright: ignore[reportOptionalMemberAccess] - it is there
