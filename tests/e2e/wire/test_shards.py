"""One process without any setting has as many shards as Discord recommends."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.wire.people import Person
from tests.e2e.wire.wire import Wire, wired
from tests.e2e.wire.world import Channel, User, new_id

pytestmark = pytest.mark.posix
SHARDS = 3


def channels(wire: Wire) -> list[Channel]:
    """A channel in a server of each shard."""
    found = dict[int, Channel]()
    while len(found) < SHARDS:
        guild = wire.discord.add_guild("Celestia")
        found[(guild.id >> 22) % SHARDS] = wire.discord.add_channel(guild, "table")
    return [found[shard] for shard in range(SHARDS)]


async def test_every_shard_is_served_and_a_lost_one_comes_back(tmp_path: Path) -> None:
    async with wired(tmp_path, started=False) as wire:
        gateway = wire.discord.gateway
        gateway.shards = SHARDS
        tables = channels(wire)
        await wire.bot.start()
        await wire.discord.until(lambda: gateway.connections == SHARDS)
        for channel in tables:
            opened = await Person(wire.discord, User(new_id(), "Ann"), channel).runs("new")
            assert opened.acknowledged
        gateway.reset()
        await wire.discord.until(lambda: gateway.resumed == SHARDS)
        assert gateway.identified == SHARDS
        for channel in tables:
            asked = await Person(wire.discord, User(new_id(), "Ben"), channel).runs("rules")
            assert asked.acknowledged
