"""Since when people can reach the bot: nobody's time runs out while they cannot."""

from __future__ import annotations

from collections.abc import Callable, Container

from bot.store.protocol import Stored
from bot.tables.deadlines import GRACE


class Availability:
    """Notes when Discord goes and comes back, and says since when people can answer at a table."""

    def __init__(
        self,
        now: Callable[[], float],
        is_there: Callable[[int], bool],
        blocked: Container[str],
        shard_of: Callable[[int], int] = lambda _: 0,
    ) -> None:
        self.since = 0.0
        """Since when anybody can reach us."""
        self._now = now
        self._is_there = is_there
        """Is this server available, and are we in it?"""
        self._blocked = blocked
        """Tables whose boards cannot be shown."""
        self._shard_of = shard_of
        """The shard that brings what people do in this server."""
        self._connected: dict[int, float] = {}
        """The shards that are connected, and since when."""
        self._away: set[int] = set()
        """Servers that are unavailable, or have removed us."""
        self._back: dict[int, float] = {}
        """When such servers came back."""
        self._shown: dict[str, float] = {}
        """When boards that could not be shown were shown again."""

    def is_connected(self, shard: int) -> bool:
        """Does Discord tell us what people click in the servers of this shard?"""
        return shard in self._connected

    def connected(self, shard: int = 0) -> None:
        """From now on Discord tells us what people click in the servers of this shard."""
        self._connected[shard] = self._now()

    def disconnected(self, shard: int = 0) -> None:
        """Nobody in these servers can reach us until the shard is connected again."""
        self._connected.pop(shard, None)

    def awake_since(self, table: Stored) -> float:
        """Since when this table's shard is connected; now, as long as it is not."""
        return self._connected.get(self._shard_of(table.guild), self._now())

    def people_are_back(self) -> None:
        """From now on people can answer; what ran out before is not held against them.

        Earlier notes are out of date, or from a clock that has been put back.
        """
        self.since = self._now()
        self._connected = dict.fromkeys(self._connected, self.since)
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
        if not self._is_there(table.guild) or table.table in self._blocked:
            return self._now()
        shown = max(self._back.get(table.guild, 0.0), self._shown.get(table.table, 0.0))
        return max(shown, self.awake_since(table))
