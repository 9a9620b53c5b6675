"""What stands at a moment, and is looked up when somebody asks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from math import isfinite
from typing import Final

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from bot.board.painter import AWAY, Painter
from bot.operations.holdups import Holdups
from bot.operations.shards import Shards
from bot.store.overview import OpenTables


class Gauges(Collector):
    """Reads the bot as it is; what has to be asked of the store is told beforehand."""

    def __init__(self, painter: Painter, shards: Callable[[], Shards], holdups: Holdups) -> None:
        self.store_answers = False
        self.tables: OpenTables | None = None
        """How many are open; None: the store did not say."""
        self._painter: Final = painter
        self._shards: Final = shards
        self._holdups: Final = holdups

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """Nothing is looked up before it is asked for."""
        return iter(())

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """All gauges as they stand."""
        yield from self._boards()
        yield from self._of_shards(self._shards())
        yield _gauge(
            "store_up",
            "Whether the store answers, and took the last change.",
            self.store_answers,
        )
        if self.tables is not None:
            yield _gauge("open_tables", "Tables that are open, lobbies included.", self.tables.all)
            yield _gauge(
                "games_under_way", "Tables at which a game is played.", self.tables.playing
            )
        yield _gauge(
            "loop_holdup_seconds",
            "The longest that the event loop was held up in the last minute.",
            self._holdups.longest,
        )

    def _boards(self) -> Iterator[GaugeMetricFamily]:
        unshown, blocked = self._painter.unshown, self._painter.blocked
        needs_people = {table for table, reason in blocked.items() if reason != AWAY}
        yield _gauge(
            "boards_waiting",
            "Tables whose boards wait to be painted, but for those that need people.",
            unshown.count(needs_people),
        )
        yield _gauge(
            "boards_waiting_seconds",
            "How long that of them has waited that waits longest.",
            unshown.longest(needs_people),
        )
        reasons = GaugeMetricFamily(
            "celestia_boards_blocked", "Boards that cannot be painted.", labels=["reason"]
        )
        for reason, count in sorted(Counter(blocked.values()).items()):
            reasons.add_metric([reason], count)
        yield reasons

    def _of_shards(self, shards: Shards) -> Iterator[GaugeMetricFamily]:
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
        up, latency = (
            GaugeMetricFamily(f"celestia_shard_{name}", about, labels=["shard"])
            for name, about in (
                ("up", "Whether a shard of this process is connected."),
                ("latency_seconds", "A heartbeat of the shard there and back."),
            )
        )
        for shard in shards.ours:
            number = [f"{shard.number}"]
            up.add_metric(number, shard.connected)
            if isfinite(shard.latency):
                latency.add_metric(number, shard.latency)
        yield from (up, latency)


def _gauge(name: str, about: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"celestia_{name}", about, value=value)
