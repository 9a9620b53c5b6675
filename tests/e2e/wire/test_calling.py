"""A call for players on the wire: one message, whatever becomes of the process."""

from __future__ import annotations

from typing import Final

from bot.words import catalogue
from tests.client.messages import Shown
from tests.e2e.wire import Wire
from tests.e2e.wire.world import Channel

SAY: Final = catalogue("en")
POST: Final = r"^/channels/\d+/messages$"


def calls(wire: Wire, channel: Channel) -> list[Shown]:
    return [it for it in wire.discord.messages_in(channel) if it.text.startswith("📯")]


async def test_a_bot_that_is_killed_as_it_calls_calls_once(wire: Wire) -> None:
    for after in (False, True):
        channel = wire.discord.add_channel(wire.discord.add_guild("Other"), "table")
        ann, bob = wire.join("Ann", channel=channel), wire.join("Bob", channel=channel)
        await ann.runs("new")
        await bob.presses(action="tell_me")
        page = (await ann.presses(action="more")).shown[-1]
        held = wire.discord.fault("POST", POST, held=True, after=after)
        pressed = await ann.begins(ann.pressing(action="call", on=page))
        await wire.discord.until(lambda held=held: bool(held.hits))
        await wire.bot.kill()
        held.lift()
        await wire.bot.start()
        await wire.discord.until(lambda channel=channel: bool(calls(wire, channel)))
        await wire.discord.settled()
        (call,) = calls(wire, channel)
        assert bob.mention in call.text
        assert pressed
        await ann.runs("cancel")
        await ann.presses(action="cancel_now")
        await wire.discord.until(lambda channel=channel: not calls(wire, channel))


async def test_a_click_that_comes_twice_calls_once(wire: Wire) -> None:
    ann, bob = wire.join("Ann"), wire.join("Bob")
    await ann.runs("new")
    await bob.presses(action="tell_me")
    page = (await ann.presses(action="more")).shown[-1]
    wire.discord.twice = True
    await ann.presses(action="call", on=page)
    await wire.discord.settled()
    assert len(calls(wire, ann.channel)) == 1
