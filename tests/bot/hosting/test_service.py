"""The click path: a click is carried out once, whole, and only if it is not stale."""

import asyncio
from itertools import count

import pytest

from bot.hosting.action import ARM_SLOTS, SAY, SLOT, Action
from bot.hosting.service import MAX_OVERTAKEN
from bot.store.data import Change, PostedMessage
from bot.store.errors import DiskFull, Outdated, Repeated, StoreError
from bot.store.leases import Share
from bot.tables.actions import replay
from bot.tables.presence import PASS
from bot.tables.refusals import Stale
from players.roster import STAND_IN
from tests.bot.hosting.hosted import ANNA, BEN, CARL, STRANGER, USERS, Hosting, code
from tests.bot.store.changes import leg

LIVES = 24 * 3600.0


# --- which process ---------------------------------------------------------------------------


async def test_a_table_of_another_process_is_not_attended_to(hosted: Hosting) -> None:
    await hosted.start()
    before = await hosted.everything()
    hosted.now += LIVES
    hosted.service.store.share = Share(1, frozenset())
    await hosted.service.attend("blue")
    assert await hosted.everything() == before
    assert hosted.service.cache.stored("blue") is None
    hosted.service.store.share = Share.of_one()
    await hosted.service.attend("blue")
    assert await hosted.everything() != before


# --- once, and in order --------------------------------------------------------------------


async def test_thirty_clicks_at_once_take_exactly_the_free_seats(hosted: Hosting) -> None:
    await hosted.open()
    ends = await asyncio.gather(*(code(hosted.do(n, "join", f"{n}")) for n in range(30)))
    assert (ends.count("done"), ends.count("no_more_seats")) == (5, 25)
    table = await hosted.table()
    assert [*sorted(table.people)] == [*range(6)] == [*range(len(table.chairs))]
    assert len({*table.people.values()}) == 6


@pytest.mark.parametrize("at_once", [False, True])
async def test_the_same_interaction_is_carried_out_once(hosted: Hosting, *, at_once: bool) -> None:
    await hosted.open()
    both = [
        hosted.service.do("blue", Action("join", "b"), user=BEN, interaction=500) for _ in range(2)
    ]
    ends = await asyncio.gather(*both) if at_once else [await it for it in both]
    assert sorted((done.repeated, done.seat) for done in ends) == [(False, 1), (True, 1)]
    assert len((await hosted.table()).chairs) == 2


async def test_a_repeated_click_shows_the_table_as_it_is_stored(
    hosted: Hosting, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hosted.open()
    commit, click = hosted.store.commit, next(hosted.clicks)

    async def carried_out_elsewhere(change: Change) -> None:
        monkeypatch.setattr(hosted.store, "commit", commit)
        hosted.clicks = count(click)
        await hosted.open("red")
        raise Repeated()

    monkeypatch.setattr(hosted.store, "commit", carried_out_elsewhere)
    done = await hosted.service.do("blue", Action("join", "b"), user=BEN, interaction=click)
    assert done.repeated
    assert len(done.table.chairs) == 1


async def test_a_table_that_changed_meanwhile_is_read_again(
    hosted: Hosting, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hosted.open()
    faults = overtaken(hosted, monkeypatch)
    faults += [Outdated()] * MAX_OVERTAKEN
    assert len((await hosted.do(BEN, "join", "b")).table.chairs) == 2
    faults += [Outdated()] * (1 + MAX_OVERTAKEN + 1)
    assert await code(hosted.do(CARL, "join", "c")) == "outdated"
    assert not faults


def overtaken(hosted: Hosting, monkeypatch: pytest.MonkeyPatch) -> list[StoreError]:
    """Another process is quicker, as long as there is something in this list."""
    commit, faults = hosted.store.commit, list[StoreError]()

    async def late(change: Change) -> None:
        if faults:
            raise faults.pop()
        await commit(change)

    monkeypatch.setattr(hosted.store, "commit", late)
    return faults


async def test_a_due_table_that_changed_elsewhere_is_attended_to_again(
    hosted: Hosting, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hosted.open()
    hosted.now = (await hosted.store.next_due() or 0.0) + 1
    overtaken(hosted, monkeypatch).append(Outdated())
    await hosted.service.attend("blue")
    assert (await hosted.table()).stage == "expired"


# --- stale clicks, and others' seats -------------------------------------------------------


@pytest.mark.parametrize(
    "action",
    [
        Action("move", "stay", moment=0),
        Action(SLOT, "0", moment=0, turn=0),
        Action(SLOT, "0", turn=7),
        Action(SLOT, "99"),
        Action(SLOT, "x"),
        Action(ARM_SLOTS, "99"),
        Action(ARM_SLOTS, "", turn=7),
    ],
    ids=repr,
)
async def test_a_click_for_another_moment_is_stale_and_changes_nothing(
    hosted: Hosting, action: Action
) -> None:
    await hosted.start()
    before = await hosted.everything()
    with pytest.raises(Stale):
        await hosted.service.do("blue", action, user=ANNA, interaction=700)
    assert await hosted.everything() == before
    assert (await hosted.service.do("blue", Action("quiet"), user=ANNA, interaction=700)).seat == 0


async def test_a_click_for_a_turn_is_stale_before_the_game(hosted: Hosting) -> None:
    await hosted.open()
    with pytest.raises(Stale):
        await hosted.service.do("blue", Action(SLOT, "0", turn=0), user=ANNA)


async def test_a_stranger_is_refused(hosted: Hosting) -> None:
    await hosted.start()
    before = await hosted.everything()
    for act in ("move", "quiet", "arm", "seal", "concede", SAY):
        for action in (Action(act), Action(act, turn=0)):
            assert await code(hosted.service.do("blue", action, user=STRANGER)) == "not_seated"
    assert await hosted.everything() == before


async def test_a_seat_cannot_move_for_another_seat(hosted: Hosting) -> None:
    await hosted.start(persons=3)
    asked = (await hosted.table()).running.waiting
    others = [user for seat, user in enumerate(USERS[:3]) if seat not in asked]
    assert {await code(hosted.do(user, "move", "stay")) for user in others} == {"not_asked"}


async def test_an_unknown_table_is_refused(hosted: Hosting) -> None:
    assert await code(hosted.do(ANNA, "join", "a", "red")) == "unknown_table"
    await hosted.service.attend("red")  # one that was deleted is due for nothing


async def test_a_slot_is_one_of_the_seat_s_own_moves(hosted: Hosting) -> None:
    await hosted.start()
    known = await hosted.table()
    seat = known.running.waiting[0]
    wanted = len(known.running.legal(seat)) - 1
    done = await hosted.do(USERS[seat], SLOT, f"{wanted}")
    assert done.table.made[0] == (seat, f"{known.running.legal(seat)[wanted]}")


async def test_slots_arm_the_cards_that_a_seat_has_ready(hosted: Hosting) -> None:
    for message in range(1, 20):
        name = await hosted.start(f"t{message}", message=f"{message}")
        ready = (await hosted.table(name)).running.ready(0)
        if len(ready) > 1:
            done = await hosted.do(ANNA, ARM_SLOTS, "0,1", name)
            assert done.table.armed[0] == [" ".join(pair) for pair in ready[:2]]
            return
    raise AssertionError("no seat has cards to arm")


# --- whole or not at all -------------------------------------------------------------------


async def test_a_cancelled_click_is_carried_out_whole_or_not_at_all(hosted: Hosting) -> None:
    await hosted.open()
    for breaths in range(40):
        user = 100 + breaths
        click = asyncio.ensure_future(hosted.do(user, "join", f"{user}"))
        for _ in range(breaths):
            await asyncio.sleep(0)
        click.cancel()
        await asyncio.gather(click, return_exceptions=True)
        await asyncio.gather(hosted.do(user, "leave"), return_exceptions=True)
    await hosted.do(ANNA, "setting", "goal=60")  # after all of them, because they share the lock
    table = await hosted.table()
    replayed = await hosted.service.history("blue")
    assert len(table.chairs) == len(table.people) == len(replayed.chairs)
    assert table.options == replayed.options
    assert len(hosted.stored) == await hosted.version()  # each commit was reported


async def test_a_full_store_changes_nothing(
    hosted: Hosting, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hosted.start()
    before, seen = await hosted.everything(), len(hosted.seen)

    async def full(change: Change) -> None:
        raise DiskFull()

    with monkeypatch.context() as fault:
        fault.setattr(hosted.store, "commit", full)
        assert await code(hosted.do(ANNA, "concede", STAND_IN)) == "full"
        assert await code(hosted.service.attend("blue")) == "full"
    assert await hosted.everything() == before
    assert len(hosted.seen) == seen
    assert (await hosted.a_move()).table.made


# --- what the bot does by itself -----------------------------------------------------------


async def test_computers_play_until_a_page_turns(hosted: Hosting) -> None:
    await hosted.start(persons=1, computers=3)
    turned = 0
    while turned < 5:
        table = await hosted.table()
        if table.running.waiting[0] in table.people:
            await hosted.a_move("blue")
            continue
        await hosted.painted()
        before = table.page.number
        await hosted.service.attend("blue")
        after = (await hosted.table()).page.number
        turned += after > before
        paint = await hosted.store.pages_to_paint("blue")
        assert [page.number for page in paint] == list(range(before, after + 1))


async def test_a_window_closes_by_itself_with_one_line(hosted: Hosting) -> None:
    await hosted.start(persons=3)
    while PASS not in (before := await hosted.table()).running.offers:
        await hosted.a_move()
    lines = len(await hosted.store.log("blue"))
    hosted.now = before.window_ends or 0.0
    await hosted.service.attend("blue")
    log = await hosted.store.log("blue")
    assert [(entry.seat, entry.action) for entry in log[lines : lines + 1]] == [(None, "close")]
    closed = replay(log[: lines + 1])
    assert len(closed.made) == len(replay(log[:lines]).made) + len(before.running.waiting)


# --- what is painted -----------------------------------------------------------------------


async def test_silent_commands_paint_nothing(
    hosted: Hosting, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG", "bot.hosting.service")
    await hosted.start(persons=4)
    later = (await hosted.table()).running.view(None).leg.undecided[-1]
    await hosted.painted()
    seen = len(hosted.seen)
    for name, arguments in (("seal", "stay"), ("quiet", "on"), ("arm", ""), ("quiet", "off")):
        await hosted.do(USERS[later], name, arguments)
        assert await hosted.store.pages_to_paint("blue") == []
        assert len(hosted.seen) == seen  # or the next painting would come later because of it
        assert caplog.messages[-1] == "table blue: a silent command"


async def test_everything_that_others_can_see_is_painted(hosted: Hosting) -> None:
    await hosted.open()
    lines = ("join b", "setting goal=60", "add_computer", "start 7", "concede easy", "cancel")
    for user, line in zip((BEN, ANNA, ANNA, ANNA, BEN, ANNA), lines, strict=True):
        await hosted.painted()
        await hosted.do(user, *line.split())
        assert await hosted.store.pages_to_paint("blue")


async def test_a_table_is_reposted_once_in_another_channel(hosted: Hosting) -> None:
    await hosted.start()
    await hosted.painted()
    page = (await hosted.table()).page.number
    await hosted.store.record_painted("blue", leg(page), 99, PostedMessage(leg(page), 70, 5))
    for _ in range(2):
        await hosted.service.repost("blue", 71, 900)
    assert await hosted.store.pages_to_paint("blue") == [leg(page)]
    assert (await hosted.table()).reposts == 1
    assert (await hosted.store.table("blue")).channel == 71  # pyright: ignore[reportOptionalMemberAccess] - it is there
