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


@dataclass(frozen=True, slots=True)
class Shards:
    """Those of this process."""

    ours: Sequence[Shard]
    total: int
    """How many the bot has, in all processes together."""

    fair: int | None
    """How many should be ours, none for a process in reserve; None: nobody has said so yet."""
    lease_age: float | None = None
    """Seconds since our leases were renewed; None: we have none that could end."""

    @property
    def all_connected(self) -> bool:
        """Do we have all that should be ours, and hear of all clicks there?"""
        has_all = self.fair is not None and len(self.ours) >= self.fair
        return has_all and all(shard.connected for shard in self.ours)

    @property
    def any_connected(self) -> bool:
        """Do we hear of any clicks at all, unless none should be ours?"""
        return any(shard.connected for shard in self.ours) if self.ours else self.fair == 0
