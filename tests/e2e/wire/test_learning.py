"""A first flight on the wire: at once, over a kill, and in a thread beside an open table."""

from bot.words import catalogue
from tests.client.offers import in_private, is_lobby
from tests.e2e.wire import Wire, replies
from tests.e2e.wire.playing import gather

SAY = catalogue("en")


async def test_a_first_flight_begins_at_once_and_outlasts_a_kill(wire: Wire) -> None:
    ann = wire.join("Ann")
    answer = await ann.runs("learn")
    hand = await answer.says()
    assert hand.private
    assert SAY("learn-begun") in hand.text
    assert "💡 " in hand.text
    await wire.discord.until(lambda: bool(in_private(ann.private)))
    offered = in_private(ann.private)
    await wire.bot.kill()
    await wire.bot.start()
    done = await (await ann.does(ann.clicking(*offered[0]))).says()
    assert SAY("hand-title") in done.text
    assert not replies.faults(wire.discord.requests)


async def test_beside_an_open_table_a_first_flight_has_a_thread(wire: Wire) -> None:
    ann, bob = wire.join("Ann"), wire.join("Bob")
    await gather(ann)
    answer = await bob.presses(action="learn")
    assert SAY("learn-begun") in (await answer.says()).text
    (thread,) = bob.threads
    await wire.discord.until(lambda: len(wire.discord.messages_in(thread)) == 2)
    assert is_lobby(wire.board)
    assert not replies.faults(wire.discord.requests)
