"""Since when people can reach the bot: time does not run out for them while they cannot."""

from __future__ import annotations

from collections.abc import Callable

from bot.store.data import Stored
from bot.tables.deadlines import GRACE, Loss


class Availability:
    """Notes when Discord goes and comes back, and since when people can answer at a table."""

    def __init__(
        self,
        now: Callable[[], float],
        has_server: Callable[[int], bool] = lambda _: True,
        is_blocked: Callable[[str], bool] = lambda _: False,
        shard_of: Callable[[int], int] = lambda _: 0,
    ) -> None:
        """``has_server``: is a server available, with the bot in it? ``is_blocked``: can the board
        of a table not be shown? ``shard_of``: the shard that brings the clicks of a server."""
        self._now = now
        self._has_server = has_server
        self._is_blocked = is_blocked
        self._shard_of = shard_of
        self._connected: dict[int, float] = {}
        """The connected shards, and since when."""
        self._away: set[int] = set()
        """Servers that are unavailable, or have removed the bot."""
        self._back: dict[int, float] = {}
        """When such servers came back."""
        self._shown: dict[str, float] = {}
        """When boards that could not be shown were shown again."""
        self._losses: list[Loss] = []
        """When the bot was held up lately."""
        self._told: dict[str, float] = {}
        """Until when each table knows of these."""

    def is_connected(self, shard: int) -> bool:
        """Do the clicks in the servers of this shard reach the bot?"""
        return shard in self._connected

    def connected(self, shard: int = 0) -> None:
        """Note that a shard is connected, or has resumed its session."""
        self._connected[shard] = self._now()

    def disconnected(self, shard: int = 0) -> None:
        self._connected.pop(shard, None)

    def connected_since(self, table: Stored) -> float:
        """Since when this table's shard is connected; now, as long as it is not."""
        return self._connected.get(self._shard_of(table.guild), self._now())

    def reachable_since(self, table: Stored) -> float:
        """Since when people can see this table and answer; now, as long as they cannot."""
        if not self._has_server(table.guild) or self._is_blocked(table.table):
            return self._now()
        shown = max(self._back.get(table.guild, 0.0), self._shown.get(table.table, 0.0))
        return max(shown, self.connected_since(table))

    def restart(self) -> None:
        """Give people their time again: from now on they can answer.

        Earlier notes are out of date, or from a clock that has been set back.
        """
        self._connected = dict.fromkeys(self._connected, self._now())
        self._back.clear()
        self._shown.clear()
        self._losses.clear()
        self._told.clear()

    def lost(self, seconds: float) -> None:
        """Note that the bot was held up until now."""
        now = self._now()
        self._losses = [it for it in self._losses if it.ended + GRACE > now]
        self._losses.append(Loss(now, seconds))
        self._told = {table: at for table, at in self._told.items() if at + GRACE > now}

    def losses(self, table: str) -> tuple[Loss, ...]:
        """Return the losses that this table does not know yet."""
        known = self._told.get(table, 0.0)
        fresh = tuple([it for it in self._losses if it.ended > known])
        if fresh:
            self._told[table] = fresh[-1].ended
        return fresh

    def server_is_away(self, server: int) -> None:
        """Note that a server is unavailable, or has removed the bot."""
        self._away.add(server)
        self._back.pop(server, None)

    def is_away(self, server: int) -> bool:
        """Was the last news of this server that it is away?"""
        return server in self._away

    def server_is_back(self, server: int) -> None:
        """Note that people can answer in this server from now on."""
        self._away.discard(server)
        self._back[server] = self._now()

    def table_is_shown(self, table: str) -> None:
        """Note that the board of a table is shown again."""
        now = self._now()
        # older notes extend no deadline; so they can go whether their tables are open or not
        self._shown = {other: at for other, at in self._shown.items() if at + GRACE > now}
        self._shown[table] = now
