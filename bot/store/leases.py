"""Which process holds which of Discord's shards, where several processes are one bot.

Nothing but the database stands between them, and none of them leads. A shard is held by a lease
that ends by itself. All times are those of the database's clock, and seconds from now where a
process is told of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Protocol

SHARD_BITS: Final = 22
"""Discord takes the shard of a server from its id without so many bits."""
LEASE: Final = 15.0
"""Seconds for which a shard is held, and a process counts as living, without a renewal."""
RENEWED_EVERY: Final = LEASE / 3
"""Seconds between two renewals."""
FORMAT: Final = 1
"""What a process can read of what others write. It grows with a change that an older version would
damage though the schema is the same: a new kind of snapshot, or of line of the log. Older processes
that run go on with what they have, but take no more, and none of them starts any more. It grows
together with a migration, be it an empty one: by that an older version knows a copy, too."""
OLDER: Final = "newer_processes"
"""The code of the `StoreError` for a process whose format is older than what was written."""
OTHERS: Final = "other_shards"
"""The same for one that has another number of shards than all others."""


def shard_of(guild: int, shards: int) -> int:
    """The shard of a server, by Discord's formula; what belongs to no server (0) is the first's."""
    return (guild >> SHARD_BITS) % shards


@dataclass(frozen=True, slots=True)
class Share:
    """The shards that are ours, of all that the bot has."""

    all: int = 1
    mine: frozenset[int] = frozenset({0})

    @classmethod
    def of_one(cls, shards: int = 1) -> Share:
        """All of them: there is no other process."""
        return cls(shards, frozenset(range(shards)))

    @property
    def whole(self) -> bool:
        """Are all of them ours?"""
        return len(self.mine) == self.all

    @property
    def part(self) -> float:
        """How much of the whole is ours: 0.0 to 1.0."""
        return len(self.mine) / self.all

    def has(self, guild: int) -> bool:
        """Is this server ours, or is what belongs to no server, if it is 0?"""
        return shard_of(guild, self.all) in self.mine


WHOLE: Final = Share()
"""One process that has everything."""
NOTHING: Final = Share(1, frozenset())
"""A process that has nothing yet."""


@dataclass(frozen=True, slots=True)
class Held:
    """What a process holds after a renewal."""

    shards: Mapping[int, int]
    """The shards that are its own until `LEASE` after the renewal was asked for, and their epochs:
    how many owners each has had."""
    fair: int
    """How many it should hold, as there are so many processes now."""
    living: int
    """How many processes there are."""


def fair_share(shards: int, processes: int, rank: int) -> int:
    """How many shards a process should hold; those who came first hold the odd ones.

    All of it together are all shards, and no share differs from another by more than one. Somebody
    who comes takes none from the first, and nobody's share shrinks when somebody leaves.
    """
    return shards // processes + (rank < shards % processes)


class Turns(Protocol):
    """Whose turn it is in a bucket of Discord's, to identify a shard."""

    async def take_turn(self, bucket: int, seconds: float) -> float:
        """Have a bucket for so many seconds; 0.0, or how many seconds others have it for."""
        ...

    async def hold_turn(self, bucket: int, seconds: float) -> None:
        """Have a bucket that is ours for so many seconds from now on."""
        ...


class Holding(Protocol):
    """The list of processes and shards, which all processes share."""

    async def join(self, process: str, shards: int) -> int:
        """Become one of the living processes; how many shards there are.

        That is what this process wants, unless others live: all shards would have to reconnect.
        A `StoreError` (`OLDER`) if what was written by others is too new for us.
        """
        ...

    async def renew(self, process: str, shards: int) -> Held:
        """Live on, keep what is ours, and take of what is free as much as is fair.

        A `StoreError` (`OTHERS`) if others have agreed on another number of shards, while we were
        away for so long that they took us for gone.
        """
        ...

    async def is_stirring(self, held: Held) -> bool:
        """Is there a shard to take, or somebody to leave one to? It only reads."""
        ...

    async def release(self, process: str, shards: frozenset[int]) -> None:
        """Give up these shards at once, for whoever comes first."""
        ...

    async def leave(self, process: str) -> None:
        """Give up everything at once, and be no more."""
        ...


class Leases(Holding, Turns, Protocol):
    """All that processes of one bot ask of each other."""
