"""Shards start and stop while a client runs, on a Discord on loopback."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from functools import partial
from typing import Any

import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot import retry
from bot.shards import identify
from bot.shards.gateway import Gateway, gateway_info
from bot.shards.identify import IdentifyLimiter, LocalTurns
from bot.store.errors import Unreachable
from tests.e2e.wire.server import Discord
from tests.e2e.wire.world import Guild

SHARDS = 4
QUICK = 0.05


class Client(discord.AutoShardedClient):
    """A client that notes which shards are disconnected."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), shard_count=1)
        self.gone: list[int] = []
        self.identify = IdentifyLimiter(LocalTurns(), partial(gateway_info, self))
        self.gateway = Gateway(self, self.identify)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        await self.identify.begin(shard_id or 0)

    async def on_shard_disconnect(self, shard: int) -> None:
        self.gone.append(shard)

    async def on_shard_ready(self, shard: int) -> None:
        if not self.is_ready():
            self.gateway.set_ready()


class Ground:
    """A client on a wire with a server for each shard."""

    def __init__(self, wire: Discord, client: Client) -> None:
        self.wire = wire
        self.client = client
        self.gateway = client.gateway
        self.guilds: list[Guild] = []
        while len(self.guilds) < SHARDS:
            guild = wire.add_guild("Celestia")
            if (guild.id >> 22) % SHARDS == len(self.guilds):
                self.guilds.append(guild)
            else:
                del wire.world.guilds[guild.id]

    @property
    def connected(self) -> list[int]:
        """The shards that hear what is told."""
        return sorted(it.shard[0] for it in self.wire.gateway.sessions.values() if it.connected)

    async def has(self, *shards: int) -> None:
        """Wait until exactly these shards receive their servers."""
        await self.wire.until(lambda: self.connected == [*shards])
        known = {self.guilds[shard].id for shard in shards}
        async with asyncio.timeout(5):
            while {it.id for it in self.client.guilds if not it.unavailable} != known:
                await asyncio.sleep(0.01)


@pytest.fixture
async def ground(monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Ground]:
    wire = Discord()
    await wire.start()
    wire.gateway.shards = SHARDS
    monkeypatch.setattr(Route, "BASE", wire.url + "/api/v10")
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(wire.gateway.address))
    monkeypatch.setattr(identify, "IDENTIFY_INTERVAL", QUICK)
    monkeypatch.setattr(retry, "RETRY_DELAYS", (QUICK,))
    client = Client()
    await client.login(wire.token)
    client.gateway.set_shard_count(SHARDS)
    yield Ground(wire, client)
    await client.gateway.close()
    await client.close()
    await wire.stop()


async def test_shards_come_and_go_one_by_one(ground: Ground) -> None:
    ground.gateway.start([0, 2])
    await ground.has(0, 2)
    ground.gateway.start([1])
    await ground.has(0, 1, 2)
    await ground.gateway.stop([0])
    await ground.has(1, 2)
    assert ground.wire.gateway.identified == 3
    ground.gateway.start([0, 3])
    await ground.has(0, 1, 2, 3)
    assert ground.wire.gateway.identified == 5
    assert ground.gateway.running == {0, 1, 2, 3}


async def test_servers_of_a_stopped_shard_are_reported_unavailable(ground: Ground) -> None:
    ground.gateway.start([0, 1])
    await ground.has(0, 1)
    ground.client.gone.clear()
    await ground.gateway.stop([1])
    await ground.wire.until(lambda: bool(ground.client.gone))
    assert ground.client.gone == [1]


async def test_the_client_is_ready_when_the_first_shard_is(ground: Ground) -> None:
    ground.gateway.start([3])
    async with asyncio.timeout(10):
        await ground.client.wait_until_ready()
    assert ground.connected == [3]


async def test_each_shard_resumes_by_itself(ground: Ground) -> None:
    ground.gateway.start([0, 1])
    await ground.has(0, 1)
    ground.client.gone.clear()
    ground.wire.gateway.reset()
    await ground.wire.until(lambda: ground.wire.gateway.resumed == 2)
    await ground.has(0, 1)
    assert ground.wire.gateway.identified == 2
    assert {*ground.client.gone} == {0, 1}


async def test_a_session_that_is_lost_is_begun_anew(ground: Ground) -> None:
    ground.gateway.start([0, 1])
    await ground.has(0, 1)
    await ground.wire.gateway.invalidate()
    await ground.wire.until(lambda: ground.wire.gateway.identified == 4)
    await ground.has(0, 1)


async def test_shards_stopped_before_they_identified_leave_no_connection(ground: Ground) -> None:
    """discord.py hands out only identified connections; the gateway closes one before that."""
    begun, never = asyncio.Event(), asyncio.Event()

    async def waits(shard: int) -> None:
        begun.set()
        await never.wait()

    ground.client.identify.begin = waits
    ground.gateway.start([0, 1])  # the second one waits for its turn
    await asyncio.wait_for(begun.wait(), 5)
    connections: Any = ground.wire.gateway._connections
    assert len(connections) == 1
    await ground.gateway.stop([0, 1])
    await ground.wire.until(lambda: not connections, 2)
    assert ground.wire.gateway.identified == 0


async def test_a_shard_that_was_stopped_never_connects_after_its_turn(ground: Ground) -> None:
    """A database driver may turn the cancellation into an error of its own."""
    waits = asyncio.Event()

    async def take_turn(bucket: int, seconds: float) -> float:
        waits.set()
        try:
            await asyncio.sleep(5)
        except asyncio.CancelledError:
            raise Unreachable() from None
        return 0.0

    turns: Any = ground.client.identify._turns
    turns.take_turn = take_turn
    ground.gateway.start([0])
    await waits.wait()
    (task,) = ground.gateway._tasks.values()
    await ground.gateway.stop([0])
    del turns.take_turn
    async with asyncio.timeout(5):
        await asyncio.wait({task})
    assert ground.wire.gateway.identified == 0


async def test_a_wrong_token_ends_the_client(ground: Ground) -> None:
    ground.wire.gateway.refuses = 4004
    ground.gateway.start([0])
    with pytest.raises(discord.ConnectionClosed):
        async with asyncio.timeout(5):
            await ground.gateway.wait()


async def test_a_gateway_that_is_away_is_tried_again(ground: Ground) -> None:
    ground.wire.gateway.down = True
    ground.gateway.start([0])
    await ground.wire.until(lambda: ground.wire.gateway.turned_away > 2)
    ground.wire.gateway.down = False
    await ground.has(0)


async def test_the_advice_of_discord_is_read(ground: Ground) -> None:
    told = await gateway_info(ground.client)
    assert (told.shards, told.buckets) == (SHARDS, 1)
    assert told.left > 0
