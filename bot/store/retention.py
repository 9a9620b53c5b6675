"""What the bot asks of a database to throw away by itself what has been kept long enough.

Each call is one short step, so that clicks go on between any two.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol


class OldGame(NamedTuple):
    """A table that was closed, and when it was changed last."""

    changed: float
    table: str


FIRST = OldGame(0.0, "")
"""Before this comes no table."""


class Retention(Protocol):
    """Finds what is old, and deletes it step by step."""

    async def old_games(self, before: float, after: OldGame, most: int) -> list[OldGame]:
        """The next of our tables that were closed before this time; it reads no table."""
        ...

    async def delete_game(self, table: str, before: float) -> bool:
        """Delete a table that was closed before this time, with its log; was it done?

        It is left alone while a page of it waits to be painted, while its game has no result, and
        where its row is not the one that was written: that says nothing of its age.
        """
        ...

    async def servers(self, after: int, most: int) -> list[int]:
        """The next of our servers of which anything is stored."""
        ...

    async def absences(self) -> Mapping[int, float]:
        """Those of our servers in which we are not, and since when that is known."""
        ...

    async def note_absence(self, guild: int, now: float) -> None:
        """We are not in this server; an earlier note stands."""
        ...

    async def end_absence(self, guild: int) -> None:
        """We are in this server, or nothing is stored of it any more."""
        ...

    async def tables_in(self, guild: int, after: str, most: int) -> list[str]:
        """The next tables of this server, open or not; it reads no table."""
        ...

    async def delete_table(self, table: str, guild: int) -> bool:
        """Delete a table that is surely one of this server, open or not; was it done?"""
        ...

    async def forget_some(self, guild: int) -> bool:
        """Take one step to forget a server in which no tables are left; are there more to take?

        Its settings, its ladders and all sums of its people go. The results stay with those people,
        who may delete them; they only tell no longer in which server they were.
        """
        ...

    async def shrink(self) -> bool:
        """Give a little of the disk back that nothing takes any more; is there more of it?"""
        ...
