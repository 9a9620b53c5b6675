"""A Discord without our bot, for tests of Discord itself: there is one of a few lines."""

from collections.abc import AsyncIterator

import pytest

from tests.e2e.wire.people import Answer, Person
from tests.e2e.wire.plain import PlainBot, plain_bot
from tests.e2e.wire.server import Discord
from tests.e2e.wire.world import Channel, User, new_id

COMMAND = {"name": "celestia", "description": "a game", "options": []}


@pytest.fixture
async def discord() -> AsyncIterator[Discord]:
    discord = Discord()
    discord.limited = False
    await discord.start()
    yield discord
    await discord.stop()
    assert not discord.breakdowns


@pytest.fixture
def channel(discord: Discord) -> Channel:
    return discord.add_channel(discord.add_guild("Celestia"), "table")


@pytest.fixture
def ann(discord: Discord, channel: Channel) -> Person:
    return Person(discord, User(new_id(), "Ann", "fr"), channel)


@pytest.fixture
def bob(discord: Discord, channel: Channel) -> Person:
    return Person(discord, User(new_id(), "Bob"), channel)


@pytest.fixture
async def bot(discord: Discord, channel: Channel) -> AsyncIterator[PlainBot]:
    async with plain_bot(discord) as bot:
        path = f"/applications/{discord.world.bot.id}/commands"
        await bot.asks("PUT", path, [COMMAND])
        yield bot


@pytest.fixture
async def run(ann: Person, bot: PlainBot) -> Answer:
    """Ann has just run the command."""
    return await ann.running().begin()
