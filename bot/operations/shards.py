"""Which shards of Discord's gateway a process runs, as figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shard:
    """One that is this process's to run."""

    number: int
    connected: bool
    latency: float
    """Seconds of a heartbeat there and back; not a number before the first."""
    lease_age: float | None = None
    """Seconds since its lease was renewed; None: nobody else could claim it."""


@dataclass(frozen=True, slots=True)
class Shards:
    """Those of this process."""

    ours: Sequence[Shard]
    total: int
    """How many the bot has, in all processes together."""

    @property
    def connected(self) -> bool:
        """Do we hear all that is ours to hear? A process in reserve has nothing to."""
        return all(shard.connected for shard in self.ours)
