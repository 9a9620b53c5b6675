"""What a database and the processes that run on it are doing at a moment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Process:
    """A process that holds shards, or would."""

    name: str
    age: float
    """Seconds since it came."""
    lease: float
    """Seconds for which it still counts as living; less than 0: it is gone."""
    shards: Sequence[int]
    """Those that it holds, whose leases have not ended."""


@dataclass(frozen=True, slots=True)
class OpenTables:
    """How many there are on the shards of a process."""

    all: int
    """Lobbies included."""
    playing: int
    """Those at which a game is under way."""


@dataclass(frozen=True, slots=True)
class Overview:
    """Counts alone: nothing of any person, table or hand."""

    processes: Sequence[Process]
    """None at all where one process has everything to itself."""
    unowned: Sequence[int]
    """Shards that nobody holds."""
    open: int
    """Tables that are open, lobbies included."""
    playing: int
    """Games that are under way."""
    active: int
    """Tables at which something was done in the last minute."""
    due: int
    """Tables that ought to have been looked at by now."""
    waiting: int
    """Pages that wait to be painted."""
    over: int
    """Games that have a result."""
    size: int
    """Bytes on the disk."""
