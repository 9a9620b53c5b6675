"""Sealed answers are taken back, opened and painted by themselves."""

from bot.hosting.action import SAY
from bot.tables import autoplay
from bot.tables.actions import ONLY_ANSWER, Entry, replay
from bot.tables.autoplay import ThinkingTime
from tests.bot.hosting.hosted import USERS, Hosting


async def test_early_answers_are_sealed_and_answers_in_turn_are_moves(hosted: Hosting) -> None:
    await hosted.start(persons=4)
    known = await hosted.table()
    asked, later, *_ = known.running.view(None).leg.undecided
    done = await hosted.do(USERS[later], SAY, "leave")
    assert done.table.sealed == {later: "leave"}
    done = await hosted.do(USERS[asked], SAY, "stay")
    assert done.table.made == [(asked, "stay")]
    assert (await hosted.store.log("blue"))[-1] == Entry(asked, "move", "stay")


async def test_an_only_answer_counts_as_done_by_its_person(hosted: Hosting) -> None:
    await hosted.start(persons=3)
    hosted.service.thinking = ThinkingTime(2, 2)
    while not (forced := autoplay.next_action(await hosted.table(), hosted.now + 60)) or (
        forced.action != ONLY_ANSWER
    ):
        await hosted.a_move()
    hosted.now += 2 * autoplay.LINGER
    await hosted.service.attend("blue")
    assert forced in await hosted.store.log("blue")
    assert (await hosted.table()).seen_at == hosted.now


async def test_a_sealed_answer_is_opened_and_painted_by_itself(hosted: Hosting) -> None:
    """It counts as done when all see it, or the game would fall asleep earlier than by a click."""
    await hosted.start(persons=4)
    asked, later, *_ = (await hosted.table()).running.view(None).leg.undecided
    hosted.service.thinking = ThinkingTime(2, 2)
    await hosted.do(USERS[later], "seal", "stay")
    await hosted.do(USERS[asked], "move", "stay")
    await hosted.painted()
    for wait, opened in ((1.9, False), (0.1, True)):
        hosted.now += wait
        await hosted.service.attend("blue")
        assert bool(await hosted.store.pages_to_paint("blue")) is opened
    assert (await hosted.store.log("blue"))[-1] == Entry(later, "open_seal", "stay")
    assert replay(await hosted.store.log("blue")).made[-1] == (later, "stay")
    assert (await hosted.table()).seen_at == hosted.now
