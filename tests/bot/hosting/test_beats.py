"""Windows close by themselves, with one line of the log."""

from bot.hosting.action import Action
from bot.tables import beats
from bot.tables.actions import replay
from bot.tables.presence import PASS
from tests.bot.hosting.hosted import USERS, Hosting, code


async def a_window(hosted: Hosting) -> float:
    """Play on to a window of several seats, and say when it ends."""
    await hosted.start(persons=3)
    while PASS not in (table := await hosted.table()).running.offers:
        await hosted.a_move()
    return table.window_ends or 0.0


async def test_a_window_closes_by_itself_with_one_line(hosted: Hosting) -> None:
    hosted.now = await a_window(hosted)
    before, lines = await hosted.table(), len(await hosted.store.log("blue"))
    await hosted.service.attend("blue")
    log = await hosted.store.log("blue")
    assert [(entry.seat, entry.action) for entry in log[lines:]] == [(None, "close")]
    assert len(replay(log).made) == len(replay(log[:lines]).made) + len(before.running.waiting)


async def test_a_thinking_seat_is_shown_and_holds_the_window(hosted: Hosting) -> None:
    ends = await a_window(hosted)
    seat = (await hosted.table()).running.waiting[0]
    await hosted.painted()
    await hosted.do(USERS[seat], "think")
    assert await hosted.store.pages_to_paint("blue")
    hosted.now = ends
    await hosted.service.attend("blue")
    table = await hosted.table()
    assert (table.thinking, table.question in beats.SHARES) == ([seat], True)
    hosted.now = table.window_ends or 0.0
    await hosted.service.attend("blue")
    assert (await hosted.table()).moment == table.moment + 1


async def test_a_window_that_is_over_cannot_be_held(hosted: Hosting) -> None:
    hosted.now = await a_window(hosted)
    table = await hosted.table()
    await hosted.service.attend("blue")
    late = Action("think", moment=table.moment)
    user = USERS[table.running.waiting[0]]
    assert await code(hosted.service.do("blue", late, user=user)) == "moment_passed"
