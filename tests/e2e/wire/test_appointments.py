"""Tables for later on the wire: each message, ping, event and table once, whatever happens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Final

import pytest
from discord import Permissions

from bot.discord.permissions import least
from bot.words import catalogue
from tests.client.messages import Shown
from tests.e2e.wire import Wire, wired
from tests.e2e.wire.people import Person

SAY: Final = catalogue("en")
KILLS: Final = 200
POST: Final = r"^/channels/\d+/messages$"
EVENTS: Final = r"/scheduled-events$"
MINUTE: Final = 60.0
TO_THE_PING: Final = 46 * MINUTE
TO_THE_TABLE: Final = 61 * MINUTE


@pytest.fixture
async def wire(tmp_path: Path) -> AsyncIterator[Wire]:
    """A wire on which the clock can be set."""
    async with wired(tmp_path, ahead=0.0, tables_per_server=f"{KILLS}") as wire:
        yield wire


class Evening:
    """A table that is planned for an hour from now."""

    def __init__(self, wire: Wire, ann: Person, bob: Person) -> None:
        self.wire, self.ann, self.bob = wire, ann, bob
        self.channel = ann.channel

    @classmethod
    async def planned(cls, wire: Wire, ahead: float = 0.0) -> Evening:
        """Plan it; ``ahead``: the error of the bot's clock by now."""
        channel = wire.discord.add_channel(wire.guild, "later")
        ann, bob = [wire.join(name, channel=channel) for name in ("Ann", "Bob")]
        evening = cls(wire, ann, bob)
        evening.ahead = ahead
        await ann.runs("later", when="in 1 h")
        await bob.presses(action="comes", on=evening.page)
        return evening

    ahead: float = 0.0

    @property
    def messages(self) -> list[Shown]:
        return self.wire.discord.messages_in(self.channel)

    @property
    def page(self) -> Shown:
        (page,) = [it for it in self.messages if it.text.startswith("### 📅")]
        return page

    @property
    def pings(self) -> list[Shown]:
        words = SAY("appointment-ping-soon", who="", when="").strip()
        return [it for it in self.messages if words in it.text]

    @property
    def lobbies(self) -> list[Shown]:
        return [it for it in self.messages if SAY("lobby-title") in it.text]

    async def passes(self, seconds: float) -> None:
        """Start the bot again so long after it was planned: it looks at once at what is due."""
        await self.wire.bot.kill()
        self.wire.bot.sets_clock(self.ahead + seconds)
        await self.wire.bot.start()

    async def until_pinged(self) -> None:
        await self.wire.discord.until(lambda: bool(self.pings))

    async def until_open(self) -> None:
        await self.wire.discord.until(lambda: SAY("appointment-opened") in self.page.text)
        await self.wire.discord.until(lambda: bool(self.lobbies))


async def test_it_pings_once_and_opens_once(wire: Wire) -> None:
    evening = await Evening.planned(wire)
    await evening.passes(TO_THE_PING)
    await evening.until_pinged()
    await evening.passes(TO_THE_TABLE)
    await evening.until_open()
    await wire.bot.restart()
    await wire.discord.settled()
    assert [len(it) for it in (evening.pings, evening.lobbies)] == [1, 1]
    assert evening.bob.mention in evening.lobbies[0].text  # a seat is kept


async def test_a_bot_that_is_killed_as_it_pings_pings_once(wire: Wire) -> None:
    ahead = 0.0
    for after in (False, True):
        evening = await Evening.planned(wire, ahead)
        held = wire.discord.fault("POST", POST, held=True, after=after)
        await evening.passes(TO_THE_PING)
        ahead += TO_THE_PING
        await wire.discord.until(lambda held=held: bool(held.hits))
        await wire.bot.kill()
        held.lift()
        await wire.bot.start()
        await evening.until_pinged()
        await wire.discord.settled()
        assert len(evening.pings) == 1


async def test_a_ping_whose_answer_is_lost_is_not_posted_twice(wire: Wire) -> None:
    evening = await Evening.planned(wire)
    lost = wire.discord.fault("POST", POST, drop=True, after=True)
    await evening.passes(TO_THE_PING)
    await wire.discord.until(lambda: bool(lost.hits))
    await wire.bot.restart()
    await evening.until_pinged()
    await wire.discord.settled()
    assert len(evening.pings) == 1


async def test_discord_lists_one_event_though_the_bot_is_killed_as_it_makes_it(wire: Wire) -> None:
    guild = wire.guild
    guild.permissions = Permissions(least().value)
    guild.permissions.update(create_events=True)
    await wire.bot.restart()
    held = wire.discord.fault("POST", EVENTS, held=True, after=True)
    channel = wire.discord.add_channel(guild, "later")
    ann = wire.join("Ann", channel=channel)
    planning = asyncio.create_task(ann.runs("later", when="in 1 h"))
    await wire.discord.until(lambda: bool(held.hits))
    await wire.bot.kill()
    held.lift()
    await wire.bot.start()
    await wire.discord.settled()
    planning.cancel()
    (event,) = guild.events.values()
    assert f"/{channel.id}/" in event["entity_metadata"]["location"]


@pytest.mark.long
async def test_a_bot_that_is_killed_at_any_moment_does_each_thing_once(wire: Wire) -> None:
    lot, ahead, evenings = Random(27), 0.0, list[Evening]()
    for _ in range(KILLS // 2):
        evening = await Evening.planned(wire, ahead)
        evenings.append(evening)
        for seconds, until in (
            (TO_THE_PING, evening.until_pinged),
            (TO_THE_TABLE, evening.until_open),
        ):
            await evening.passes(seconds)
            await asyncio.sleep(lot.random() * 1.2)
            await wire.bot.kill()
            await wire.bot.start()
            await until()
        ahead += TO_THE_TABLE
        await wire.discord.settled()
        assert [len(it) for it in (evening.pings, evening.lobbies)] == [1, 1]
    assert all(len(it.pings) == len(it.lobbies) == 1 for it in evenings)
