"""Tables are served from when their shard is gained until it is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from bot import retry
from bot.events import Events
from bot.shards.ownership import TableOwnership
from bot.store.errors import Unreachable
from bot.store.leases import SHARD_BITS, Share


class World(Events):
    """The calls of all parts, in order."""

    def __init__(self, *, shared: bool = True) -> None:
        self.told: list[str] = []
        self.gained: list[int] = []
        self.faults = 0
        self.painted = asyncio.Event()
        self.store: Any = SimpleNamespace(share=Share(4, frozenset()), leases=shared or None)
        self.kept: Any = None
        cache: Any = SimpleNamespace(keep=self.keep)
        scheduler: Any = SimpleNamespace(
            forget=lambda: self.told.append("forget"), wake_by=lambda _: self.told.append("wake")
        )
        boards: Any = SimpleNamespace(release=self.release, start=self.start)
        self.ownership = TableOwnership(
            *(self.store, cache, boards, (scheduler,)),
            *(self.clicks_end, self, lambda: 0.0),
        )

    def shards_gained(self) -> None:
        self.gained.append(1)

    def keep(self, ours: Callable[[int], bool]) -> None:
        self.told.append("keep")
        self.kept = [shard for shard in range(4) if ours(shard << SHARD_BITS)]

    async def clicks_end(self) -> None:
        assert self.store.share == self.wanted  # so that nothing more is begun there
        self.told.append("clicks")

    async def release(self) -> None:
        self.told.append("release")

    async def start(self) -> None:
        if self.faults:
            self.faults -= 1
            raise Unreachable()
        self.told.append("paint")
        self.painted.set()

    async def has(self, *shards: int) -> list[str]:
        """These are ours from now on; what was told."""
        self.wanted = Share(4, frozenset(shards))
        self.told.clear()
        await self.ownership.change(self.wanted)
        assert self.store.share == self.wanted
        await asyncio.sleep(0)
        return self.told

    async def connects(self, shard: int) -> list[str]:
        self.told.clear()
        await self.ownership.connected(shard)
        await asyncio.sleep(0)
        return self.told


async def test_a_gained_shard_is_served_once_it_is_connected() -> None:
    world = World()
    assert await world.has(1, 2) == ["keep"]
    assert await world.connects(1) == ["wake", "paint"]
    assert await world.connects(1) == []
    assert await world.connects(3) == []
    assert await world.connects(2) == ["wake", "paint"]


async def test_clicks_end_before_a_shard_is_lost_and_the_rest_is_delivered_anew() -> None:
    world = World()
    await world.has(1, 2)
    assert await world.has(2) == ["forget", "clicks", "keep", "release", "paint"]
    assert await world.has() == ["forget", "clicks", "keep", "release"]


async def test_only_tables_owned_all_the_time_stay_cached() -> None:
    """A late click may cache a table of a lost shard, and others change that meanwhile."""
    world = World()
    await world.has(1, 2)
    assert world.kept == []
    await world.has(2)
    assert world.kept == [2]
    await world.has(1, 2)
    assert world.kept == [2]


async def test_a_shard_lost_before_it_connected_is_not_served() -> None:
    world = World()
    await world.has(1)
    await world.has()
    assert await world.connects(1) == []


async def test_an_unreadable_list_of_boards_delays_no_change_of_shards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(retry, "RETRY_DELAYS", (0.01,))
    world = World()
    await world.has(1, 2)
    world.faults = 2
    assert "paint" not in await world.has(2)
    await asyncio.wait_for(world.painted.wait(), 5)


async def test_a_process_alone_serves_no_shard_twice() -> None:
    world = World(shared=False)
    await world.has(0, 1, 2, 3)
    assert await world.connects(0) == []


async def test_gained_tables_are_inspected_once() -> None:
    world = World()
    await world.has(1)
    assert world.gained == []
    for _ in range(2):
        await world.ownership.connected(1)
    assert world.gained == [1]
    await world.ownership.close()
