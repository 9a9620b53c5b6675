"""Which process holds which of Discord's shards, where several processes are one bot.

They share nothing but the database, and none of them leads. A process that renews its lease keeps
its shards; one that does not is dead after a while, and its shards are free. Each process measures
that by its own clock, which cannot be set.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import partial
from typing import Final, NamedTuple, Protocol

SHARD_BITS: Final = 22
"""The low bits of a server's id, which Discord ignores to find its shard."""
LEASE: Final = 15.0
"""Seconds without a renewal after which a process counts as dead and its shards are free."""
RENEWAL_INTERVAL: Final = LEASE / 3  # seconds
LONGEST_TURN: Final = 15.0
"""Seconds for which a shard that is connecting has its bucket."""
FORMAT: Final = 2
"""The version of what processes write for each other. Increase it with a change that an older one
would damage although the schema is the same: a new kind of snapshot, or of line of the log. Running
older processes keep their shards but take no new ones, and no older process starts. Add a migration
with it, an empty one if need be: by that an older version refuses a copy, too."""


def boottime() -> Callable[[], float]:
    """Return a clock that cannot be set, and that runs on in a machine's sleep if there is one."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic if clock is None else partial(time.clock_gettime, clock)


def shard_of(guild: int, shards: int) -> int:
    """Return the shard of a server by Discord's formula, or of a table in direct messages.

    Discord tells of all direct messages on its first shard, but they are spread like servers.
    """
    return (abs(guild) >> SHARD_BITS) % shards


class Lease(NamedTuple):
    """A shard that this process holds. Another owner has another epoch."""

    shard: int
    epoch: int


@dataclass(frozen=True, slots=True)
class Share:
    """The shards of this process, of all that the bot has."""

    all: int = 1
    mine: frozenset[int] = frozenset({0})
    epochs: Mapping[int, int] = field(default_factory=dict[int, int], compare=False)
    """The epochs of shards that are held by leases."""

    @classmethod
    def of_leases(cls, shards: int, epochs: Mapping[int, int]) -> Share:
        """Return the share of a process that has the leases with these epochs."""
        return cls(shards, frozenset(epochs), dict(epochs))

    @classmethod
    def of_one(cls, shards: int = 1) -> Share:
        """Return the share of a process that is alone."""
        return cls(shards, frozenset(range(shards)))

    @property
    def whole(self) -> bool:
        """True if this process has all shards."""
        return len(self.mine) == self.all

    def has(self, guild: int) -> bool:
        """Return whether this server, or these direct messages, are on one of these shards."""
        return shard_of(guild, self.all) in self.mine

    def lease_of(self, guild: int) -> Lease | None:
        """Return the lease by which this process serves a server; None if it needs none."""
        shard = shard_of(guild, self.all)
        return Lease(shard, self.epochs[shard]) if shard in self.epochs else None


WHOLE: Final = Share()
"""The share of the only process."""
NOTHING: Final = Share(1, frozenset())
"""The share of a process that has just started."""


@dataclass(frozen=True, slots=True)
class Held:
    """The shards of a process after a renewal."""

    shards: Mapping[int, int]
    """Its shards until `LEASE` after the renewal was requested, and their epochs: the number of
    owners each has had."""
    fair: int
    """The number of shards that it should hold."""
    living: int
    """The number of living processes."""
    part: float = 0.0
    """The part of the bot's requests that it may send from now on: 0.0 to 1.0."""


class Need(IntEnum):
    """How many requests a process needs, compared with its fair part of the bot's."""

    LITTLE = 0
    SOME = 1
    MUCH = 2

    @staticmethod
    def of(demand: float) -> Need:
        """Return the need of a process that has this multiple of its fair part to send."""
        if demand > 1:
            return Need.MUCH
        return Need.SOME if demand > 0.25 else Need.LITTLE


class Usage(NamedTuple):
    """The requests of a process."""

    part: float = 0.0
    """The part of the bot's requests that it may send."""
    need: Need = Need.SOME


def parts(fair: Mapping[str, float], needs: Mapping[str, Need]) -> dict[str, float]:
    """Return each process's part of the bot's requests, given the fair parts and the needs.

    Who needs little lends half of its part to those who need much, as long as there are any.
    """
    needy = sum(part for name, part in fair.items() if needs[name] is Need.MUCH)
    if not needy:
        return dict(fair)
    lent = sum(part / 2 for name, part in fair.items() if needs[name] is Need.LITTLE)
    factors = {Need.LITTLE: 0.5, Need.SOME: 1.0, Need.MUCH: 1 + lent / needy}
    return {name: part * factors[needs[name]] for name, part in fair.items()}


def fair_share(shards: int, processes: int, rank: int) -> int:
    """Return the fair number of shards of a process; ``rank`` 0 is the oldest process.

    Shares differ by at most one; the remainder goes to the oldest processes, so a share never
    shrinks when a process leaves.
    """
    return shards // processes + (rank < shards % processes)


class Turns(Protocol):
    """Turns to identify a shard, one at a time in each of Discord's buckets."""

    async def take_turn(self, bucket: int, seconds: float) -> float:
        """Take a bucket for some seconds and return 0.0, or return the seconds until it is free."""
        ...

    async def hold_turn(self, bucket: int, seconds: float) -> None:
        """Keep a bucket that this process has for some seconds from now."""
        ...


class Leases(Turns, Protocol):
    """The processes of one bot, and the shards that each holds."""

    async def join(self, process: str, shards: int) -> int:
        """Join the living processes; return the number of all shards.

        That is the number given, unless other processes live: all their shards would have to
        reconnect. Raise `NewerProcesses` if others write a newer format.
        """
        ...

    async def renew(self, process: str, shards: int, usage: Usage) -> Held:
        """Renew this process and its leases, and take free shards up to the fair number.

        Whatever part of the requests is returned, all processes together have the whole at most.
        Raise `OtherShards` if the others have agreed on another number of shards after this
        process counted as dead.
        """
        ...

    async def is_stirring(self, process: str, held: Held, usage: Usage) -> bool:
        """Return whether a renewal would change something for this process or others; only read."""
        ...

    async def release(self, process: str, shards: frozenset[int]) -> None:
        """Release these shards at once."""
        ...

    async def leave(self, process: str) -> None:
        """Release all shards at once, and leave the living processes."""
        ...
