"""Who can reach us, and since when: nobody's time runs out while they cannot."""

from __future__ import annotations

from collections.abc import Callable, Container

from bot.store.protocol import Stored
from bot.tables.deadlines import GRACE


class Availability:
    """Is told what we hear from Discord, and says since when people can answer at a table."""

    def __init__(
        self, now: Callable[[], float], is_there: Callable[[int], bool], blocked: Container[str]
    ) -> None:
        self.since = 0.0
        """Since when anybody can reach us."""
        self._now = now
        self._is_there = is_there
        """Is this server there, and are we in it?"""
        self._blocked = blocked
        """Tables whose boards cannot be shown."""
        self._connected = False
        self._away: set[int] = set()
        """Servers that are out of order, or have sent us away."""
        self._back: dict[int, float] = {}
        """When such servers were there again."""
        self._shown: dict[str, float] = {}
        """When boards that could not be shown were so again."""

    def connected(self) -> None:
        """We hear what people click."""
        self._connected = True

    def disconnected(self) -> None:
        """Nobody can reach us until we are connected again."""
        self._connected = False

    def people_are_back(self) -> None:
        """From now on people can answer; what ran out before is not held against them.

        What was noted before is earlier, or was noted by a clock that has been put back.
        """
        self.since = self._now()
        self._back.clear()
        self._shown.clear()

    def server_is_away(self, server: int) -> None:
        """It is out of order, or has sent us away."""
        self._away.add(server)
        self._back.pop(server, None)

    def is_away(self, server: int) -> bool:
        """Was it, when we last heard of it?"""
        return server in self._away

    def server_is_back(self, server: int) -> None:
        """From now on people can answer in this server."""
        self._away.discard(server)
        self._back[server] = self._now()

    def table_is_shown(self, table: str) -> None:
        """From now on people can answer at this table."""
        now = self._now()
        # nobody is given more time than that; whether the table is still open need not be known
        self._shown = {other: at for other, at in self._shown.items() if at + GRACE > now}
        self._shown[table] = now

    def shown_since(self, table: Stored) -> float:
        """Since when people can answer at this table; now, as long as they cannot."""
        hidden = not self._is_there(table.guild) or table.table in self._blocked
        if hidden or not self._connected:
            return self._now()
        return max(self._back.get(table.guild, 0.0), self._shown.get(table.table, 0.0))
