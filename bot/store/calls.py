"""Pings about lobbies: calls for players, with who wants to hear them, and those to hosts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from bot.store.leases import Share
from bot.store.sql.session import Database, Session, of_shards

MOST_NAMED: Final = 20
"""People who can be called by their names in one server."""

_ROLE: Final = "SELECT role FROM callings WHERE guild = ?"
_SET_ROLE: Final = """
INSERT INTO callings (guild, role, called) VALUES (?, ?, 0)
ON CONFLICT (guild) DO UPDATE SET role = excluded.role
"""
_LOCK: Final = """
INSERT INTO callings (guild, role, called) VALUES (?, 0, 0)
ON CONFLICT (guild) DO UPDATE SET role = callings.role
"""
"""Lock a server's calls until the transaction ends, against one for another table."""
_CALLED: Final = "SELECT called FROM callings WHERE guild = ?"
_SET_CALLED: Final = """
INSERT INTO callings (guild, role, called) VALUES (?, 0, ?)
ON CONFLICT (guild) DO UPDATE SET called = excluded.called
"""
_CALLEES: Final = "SELECT user_id FROM callees WHERE guild = ? ORDER BY user_id"
_ADD: Final = "INSERT INTO callees (guild, user_id) VALUES (?, ?) ON CONFLICT DO NOTHING"
_REMOVE: Final = "DELETE FROM callees WHERE guild = ? AND user_id = ?"
_OF: Final = "SELECT table_id, kind, channel, begun, message, is_over FROM calls WHERE table_id = ?"
_BEGIN: Final = """
INSERT INTO calls (table_id, kind, channel, begun, message, is_over) VALUES (?, ?, ?, ?, NULL, 0)
ON CONFLICT DO NOTHING
"""
_POSTED: Final = "UPDATE calls SET message = ? WHERE table_id = ? AND kind = ?"
_END: Final = "UPDATE calls SET is_over = 1 WHERE table_id = ? AND kind = ?"
_UNFINISHED: Final = """
SELECT table_id, kind, calls.channel, begun, message, is_over
FROM calls JOIN tables ON id = table_id WHERE is_over = 0{shards} ORDER BY begun, table_id
"""
_IS_QUIET: Final = "SELECT is_quiet_host FROM people WHERE user_id = ?"
_SET_QUIET: Final = """
INSERT INTO people (user_id, is_quiet_host) VALUES (?, ?)
ON CONFLICT (user_id) DO UPDATE SET is_quiet_host = excluded.is_quiet_host
"""
PLAYERS, HOST = "players", "host"
"""Whom a ping is for."""


@dataclass(frozen=True, slots=True)
class Call:
    """A ping about one lobby; there is one of each kind."""

    table: str
    kind: str
    channel: int
    begun: float
    """When it was first about to be posted."""
    message: int | None
    """None: it may be posted, or not."""
    is_over: bool
    """Its message is taken back, or never was."""

    @property
    def is_pending(self) -> bool:
        """True if it still has to be posted, or may have been without the bot's knowledge."""
        return self.message is None and not self.is_over


class Calls:
    """The calls of all tables: one for each."""

    def __init__(self, database: Database, share: Callable[[], Share]) -> None:
        self._database = database
        self._share = share

    # --- who is called -------------------------------------------------------------------------

    async def role(self, guild: int) -> int:
        """Return the role of those who are called in a server; 0: it has none."""
        found = await self._database.rows(_ROLE, guild)
        return int(found[0][0]) if found else 0

    async def set_role(self, guild: int, role: int) -> None:
        await self._database.write(lambda db: db.do(_SET_ROLE, guild, role))

    async def named(self, guild: int) -> list[int]:
        """Return the users who are called by their names."""
        return [user for (user,) in await self._database.rows(_CALLEES, guild)]

    async def add_named(self, guild: int, user: int) -> bool:
        """Call this user by name from now on; return whether there is room."""

        async def add(db: Session) -> bool:
            known = [it for (it,) in await db.rows(_CALLEES, guild)]
            if user not in known and len(known) >= MOST_NAMED:
                return False
            await db.do(_ADD, guild, user)
            return True

        return await self._database.write(add)

    async def remove_named(self, guild: int, user: int) -> None:
        await self._database.write(lambda db: db.do(_REMOVE, guild, user))

    # --- calls ---------------------------------------------------------------------------------

    async def of(self, table: str) -> dict[str, Call]:
        """Return the pings about this table by their kinds."""
        found = [_read(row) for row in await self._database.rows(_OF, table)]
        return {call.kind: call for call in found}

    async def begin_for_host(self, table: str, channel: int, now: float) -> bool:
        """Begin the only ping of this table's host; return whether it is the first."""
        added = await self._database.write(lambda db: db.do(_BEGIN, table, HOST, channel, now))
        return bool(added)

    async def is_quiet_host(self, user: int) -> bool:
        """Return whether this user wants no pings about the tables that they host."""
        found = await self._database.rows(_IS_QUIET, user)
        return bool(found and found[0][0])

    async def set_quiet_host(self, user: int, *, quiet: bool) -> None:
        await self._database.write(lambda db: db.do(_SET_QUIET, user, int(quiet)))

    async def begin(
        self, table: str, guild: int, channel: int, now: float, every: float
    ) -> float | None:
        """Begin the only call of this table; return None, or when the server may call again.

        ``every``: the least seconds between two calls in a server.
        """

        async def begin(db: Session) -> float | None:
            await db.do(_LOCK, guild)
            found = await db.row(_CALLED, guild)
            again = (found[0] if found else 0.0) + every
            if now < again:
                return float(again)
            await db.do(_BEGIN, table, PLAYERS, channel, now)
            await db.do(_SET_CALLED, guild, now)
            return None

        return await self._database.write(begin)

    async def note_posted(self, call: Call, message: int) -> None:
        await self._database.write(lambda db: db.do(_POSTED, message, call.table, call.kind))

    async def end(self, call: Call) -> None:
        """Note that nothing of the ping stands any more."""
        await self._database.write(lambda db: db.do(_END, call.table, call.kind))

    async def unfinished(self) -> list[Call]:
        """Return this process's pings that stand, or may have to be posted."""
        found = await self._database.rows(of_shards(_UNFINISHED, self._share()))
        return [_read(row) for row in found]


def _read(row: tuple[Any, ...]) -> Call:
    table, kind, channel, begun, message, is_over = row
    return Call(table, kind, channel, begun, message, bool(is_over))
