"""Gauges: values that are looked up for each scrape."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Final

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from bot.board.boards import Boards
from bot.hosting.availability import Availability
from bot.shards.shards import Shards
from bot.store.data import OpenTables

LOOP_CHECK_INTERVAL: Final = 0.1
"""Seconds between two checks of the event loop: a shorter hold-up may go unnoticed, and a longer
one is measured too short by at most this."""
LOOP_WINDOW: Final = 60
"""Seconds for which a hold-up is remembered."""


@dataclass(frozen=True, slots=True)
class ShardFigures:
    """One shard of this process."""

    number: int
    connected: bool
    latency: float
    """Seconds of a heartbeat's round trip; not a number before the first."""


@dataclass(frozen=True, slots=True)
class ProcessShards:
    """The shards of this process."""

    own: Sequence[ShardFigures]
    total: int
    """The shards of the bot, in all processes together."""
    fair: int | None
    """The share of this process, 0 if it is in reserve; None: not known yet."""
    lease_age: float | None = None
    """Seconds since the leases were renewed; None: this process needs none."""

    @property
    def all_connected(self) -> bool:
        """Does this process have its fair share of shards, and are all of them connected?"""
        has_all = self.fair is not None and len(self.own) >= self.fair
        return has_all and all(shard.connected for shard in self.own)

    @property
    def any_connected(self) -> bool:
        """Is any shard connected? A process in reserve needs none."""
        return any(shard.connected for shard in self.own) if self.own else self.fair == 0


def shard_figures(shards: Shards, availability: Availability) -> ProcessShards:
    """The shards of this process as they are now."""
    own = [
        ShardFigures(it, availability.is_connected(it), shards.gateway.latency(it))
        for it in sorted(shards.share.mine)
    ]
    keeper, total = shards.lease_keeper, shards.share.all
    if keeper is None:
        return ProcessShards(own, total, fair=total)
    if not keeper.held.living:  # it has not joined the other processes yet
        return ProcessShards(own, total, fair=None)
    return ProcessShards(own, total, keeper.held.fair, keeper.lease_age)


class LoopWatch:
    """Measures how long the event loop, and with it every click, was held up."""

    def __init__(self) -> None:
        self._late: Final = [(0, 0.0)] * LOOP_WINDOW
        """A ring: for each of the last seconds, its number and the longest hold-up in it."""
        self._expected = 0.0
        self._timer: asyncio.TimerHandle | None = None

    @property
    def longest(self) -> float:
        """The longest hold-up of the last minute, in seconds."""
        since = int(asyncio.get_running_loop().time()) - LOOP_WINDOW
        return max((late for second, late in self._late if second > since), default=0.0)

    def start(self) -> None:
        loop = asyncio.get_running_loop()
        self._expected = loop.time() + LOOP_CHECK_INTERVAL
        self._timer = loop.call_at(self._expected, self._check)

    def _check(self) -> None:
        now = asyncio.get_running_loop().time()
        second, late = int(now), max(0.0, now - self._expected)
        known, longest = self._late[second % LOOP_WINDOW]
        self._late[second % LOOP_WINDOW] = second, max(late, longest) if known == second else late
        self.start()

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()


class Gauges(Collector):
    """Reads the bot as it is when it is asked; only the store is asked beforehand."""

    def __init__(
        self, boards: Boards, shards: Callable[[], ProcessShards], loop: LoopWatch
    ) -> None:
        self.store_answers = False
        self.tables: OpenTables | None = None
        """The number of open tables; None: the store did not say."""
        self._boards: Final = boards
        self._shards: Final = shards
        self._loop: Final = loop

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """Return nothing, so that registering looks nothing up."""
        return iter(())

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """All gauges as they are now."""
        yield from self._of_boards()
        yield from self._of_shards(self._shards())
        yield _gauge(
            "store_up", "Whether the store answers, and took the last change.", self.store_answers
        )
        if (tables := self.tables) is not None:
            yield _gauge("open_tables", "Tables that are open, lobbies included.", tables.all)
            yield _gauge("games_under_way", "Tables at which a game is played.", tables.playing)
        held_up = "The longest that the event loop was held up in the last minute."
        yield _gauge("loop_holdup_seconds", held_up, self._loop.longest)

    def _of_boards(self) -> Iterator[GaugeMetricFamily]:
        count, longest = self._boards.waiting()
        count_of = "Tables whose boards wait to be painted, but for those that need people."
        yield _gauge("boards_waiting", count_of, count)
        age_of = "Age of the oldest waiting board, in seconds."
        yield _gauge("boards_waiting_seconds", age_of, longest)
        reasons = GaugeMetricFamily(
            "celestia_boards_blocked", "Boards that cannot be painted.", labels=["reason"]
        )
        for reason, count in sorted(self._boards.reasons().items()):
            reasons.add_metric([reason], count)
        yield reasons

    def _of_shards(self, shards: ProcessShards) -> Iterator[GaugeMetricFamily]:
        yield _gauge(
            "connected",
            "Whether Discord tells us of clicks, in any shard; a process in reserve needs none.",
            shards.any_connected,
        )
        yield _gauge("shards", "Shards of the bot, in all processes together.", shards.total)
        if shards.lease_age is not None:
            yield _gauge(
                "lease_age_seconds",
                "Since the leases of this process were renewed, even if they have ended since.",
                shards.lease_age,
            )
        about = "Whether a shard of this process is connected."
        up = GaugeMetricFamily("celestia_shard_up", about, labels=["shard"])
        about = "A heartbeat of the shard there and back."
        latency = GaugeMetricFamily("celestia_shard_latency_seconds", about, labels=["shard"])
        for shard in shards.own:
            number = [f"{shard.number}"]
            up.add_metric(number, shard.connected)
            if isfinite(shard.latency):
                latency.add_metric(number, shard.latency)
        yield from (up, latency)


def _gauge(name: str, about: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"celestia_{name}", about, value=value)
