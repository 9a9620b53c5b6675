"""Since when people can reach the bot: nobody's time runs out while they cannot."""

from __future__ import annotations

from collections.abc import Callable, Container

from bot.store.protocol import Stored
from bot.tables.deadlines import GRACE


class Availability:
    """Notes when Discord goes and comes back, and says since when people can answer at a table."""

    def __init__(
        self, now: Callable[[], float], is_there: Callable[[int], bool], blocked: Container[str]
    ) -> None:
        self.since = 0.0
        """Since when anybody can reach us."""
        self._now = now
        self._is_there = is_there
        """Is this server available, and are we in it?"""
        self._blocked = blocked
        """Tables whose boards cannot be shown."""
        self._connected = False
        self._away: set[int] = set()
        """Servers that are unavailable, or have removed us."""
        self._back: dict[int, float] = {}
        """When such servers came back."""
        self._shown: dict[str, float] = {}
        """When boards that could not be shown were shown again."""

    def connected(self) -> None:
        """From now on Discord tells us what people click."""
        self._connected = True

    def disconnected(self) -> None:
        """Nobody can reach us until we are connected again."""
        self._connected = False

    def people_are_back(self) -> None:
        """From now on people can answer; what ran out before is not held against them.

        Earlier notes are out of date, or from a clock that has been put back.
        """
        self.since = self._now()
        self._back.clear()
        self._shown.clear()

    def server_is_away(self, server: int) -> None:
        """The server is unavailable, or has removed us."""
        self._away.add(server)
        self._back.pop(server, None)

    def is_away(self, server: int) -> bool:
        """Was the server away when we last heard of it?"""
        return server in self._away

    def server_is_back(self, server: int) -> None:
        """From now on people can answer in this server."""
        self._away.discard(server)
        self._back[server] = self._now()

    def table_is_shown(self, table: str) -> None:
        """From now on people can answer at this table."""
        now = self._now()
        # notes older than that give nobody more time, so we need not know which tables are closed
        self._shown = {other: at for other, at in self._shown.items() if at + GRACE > now}
        self._shown[table] = now

    def shown_since(self, table: Stored) -> float:
        """Since when people can answer at this table; now, as long as they cannot."""
        hidden = not self._is_there(table.guild) or table.table in self._blocked
        if hidden or not self._connected:
            return self._now()
        return max(self._back.get(table.guild, 0.0), self._shown.get(table.table, 0.0))
