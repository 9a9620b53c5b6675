"""The store: all tables of a bot in one database, behind plain methods.

All that must survive goes through `Store.commit`: one change of one table in one transaction. The
log names seats. The users on them are a list of its own, so that a user can be forgotten while the
game stays whole.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any, Final, cast

from bot.discord.controls import link_to
from bot.store.appointments import Appointments
from bot.store.calls import Calls
from bot.store.data import (
    Attached,
    Change,
    Damage,
    OpenTables,
    PostedMessage,
    ServerSettings,
    Stored,
)
from bot.store.greetings import Greetings
from bot.store.integrity import broken_seals
from bot.store.invitations import Invitations
from bot.store.leases import WHOLE, Leases, Share
from bot.store.links import Links
from bot.store.people import People, Ships
from bot.store.presets import SavedPresets
from bot.store.relay import Relay
from bot.store.reminders import Reminders
from bot.store.results import Results
from bot.store.retention import Retention
from bot.store.sql import rows, seals
from bot.store.sql.session import Database, Session, Value, insert, of_shards, statement
from bot.tables.actions import Entry
from bot.tables.table import END, STORY, PageKey

_NAMES: Final = "SELECT id FROM tables WHERE id > ?{shards} ORDER BY id LIMIT ?"
_REPAIR_VERSION: Final = """
UPDATE tables SET version = 1 + (SELECT COUNT(*) FROM log WHERE table_id = id)
WHERE id = ? AND (version IS NULL OR version <> CAST(version AS BIGINT)
    OR version NOT BETWEEN 1 AND 9007199254740992)
"""
_GUILD_OF: Final = "SELECT guild FROM tables WHERE id = ?"
_OPEN_IN: Final = "SELECT id FROM tables WHERE channel = ? AND is_open = 1"
_LAST_IN: Final = "SELECT id FROM tables WHERE channel = ? ORDER BY changed DESC, id LIMIT 1"

# "+" keeps SQLite from the index of closed tables, which are many; those of a channel, or of a
# player, are few.
_CLOSED_IN: Final = """
SELECT id FROM tables WHERE channel = ? AND +is_open = 0 ORDER BY changed DESC, id LIMIT ?
"""
_OPEN_OF: Final = """
SELECT DISTINCT id, changed FROM tables JOIN players ON table_id = id
WHERE user_id = ? AND guild = ? AND +is_open = 1 ORDER BY changed DESC, id
"""
_SEATS_OF: Final = """
SELECT DISTINCT id, changed FROM tables JOIN players ON table_id = id
WHERE user_id = ? AND +is_open = 1 ORDER BY changed, id LIMIT ?
"""
_END_OF_LAST_GAME: Final = """
SELECT guild, messages.channel, message FROM tables
JOIN players ON players.table_id = id JOIN messages ON messages.table_id = id AND kind = ?
WHERE user_id = ? AND +is_open = 0 ORDER BY changed DESC, message DESC LIMIT 1
"""
_LAST_GAMES_IN: Final = """
SELECT id FROM tables WHERE guild = ? AND is_open = 0 AND stage = 'over'
ORDER BY changed DESC, id LIMIT ?
"""
_OPEN_IN_SERVER: Final = """
SELECT id FROM tables WHERE guild = ? AND is_open = 1 ORDER BY changed, id
"""
_COUNT: Final = """
SELECT COUNT(*), COUNT(CASE WHEN stage = 'playing' THEN 1 END)
FROM tables WHERE is_open = 1{shards}
"""
_TO_SHOW: Final = """
SELECT id, is_open FROM tables WHERE guild = ? AND is_open = 1
UNION SELECT id, is_open FROM outbox JOIN tables ON id = table_id WHERE guild = ?
ORDER BY is_open DESC, id
"""
_RECENT: Final = """
SELECT id FROM tables WHERE is_open = 1 AND stage = ? AND changed >= ?{shards}
ORDER BY changed DESC, id LIMIT ?
"""

_NUMBER: Final = 9e99
"""Greater than any time. SQLite sorts text and bytes, as in a damaged column, after numbers."""
_DUE: Final = "SELECT id FROM tables WHERE due <= ?{shards} ORDER BY due, id"
_NEXT_DUE: Final = "SELECT MIN(due) FROM tables WHERE due > ? AND due < ?{shards}"
_LAST_CHANGED: Final = """
SELECT MAX(changed) FROM tables WHERE is_open = 1 AND changed < ?{shards}
"""

# By an index that has all columns they need, so that one damaged row hides no other table.
_UNPAINTED: Final = """
SELECT DISTINCT id, is_open
FROM outbox JOIN tables INDEXED BY tables_at_a_glance ON id = table_id{shards}
ORDER BY is_open DESC, id
"""
_NEVER_POSTED: Final = """
SELECT outbox.table_id, outbox.kind, outbox.number
FROM outbox JOIN tables INDEXED BY tables_at_a_glance ON id = outbox.table_id
LEFT JOIN messages ON messages.table_id = outbox.table_id
    AND messages.kind = outbox.kind AND messages.number = outbox.number
WHERE (message IS NULL OR is_uncertain = 1) AND changed >= ?{shards}
"""
_TO_PAINT: Final = "SELECT kind, number FROM outbox WHERE table_id = ? ORDER BY number, kind"
_MESSAGE: Final = """
SELECT channel, message, reposts, is_uncertain, picture FROM messages
WHERE table_id = ? AND kind = ? AND number = ?
"""
_PAINTED: Final = """
DELETE FROM outbox WHERE table_id = ? AND kind = ? AND number = ?
    AND version <= COALESCE(?, version)
"""
_CROSS_OUT: Final = """
DELETE FROM outbox WHERE table_id = ? AND kind = ? AND number = ? AND version <= ?
"""
_DELETE_MESSAGE: Final = """
INSERT INTO outbox (table_id, kind, number, version) VALUES (?, ?, ?, 0) ON CONFLICT DO NOTHING
"""
_REPAINT: Final = """
INSERT INTO outbox (table_id, kind, number, version)
SELECT id, kind, number, version FROM tables JOIN messages ON table_id = id
WHERE id = ? AND kind IN (?, ?, ?) ORDER BY number DESC LIMIT 1
ON CONFLICT (table_id, kind, number) DO UPDATE SET version = excluded.version
"""

_SETTINGS: Final = tuple(it.name for it in fields(ServerSettings))
_SERVER: Final = statement("SELECT {columns} FROM servers WHERE guild = ?", columns=_SETTINGS)
_SET_SERVER: Final = statement(
    "{insert} ON CONFLICT (guild) DO UPDATE SET {values}",
    insert=insert("servers", ("guild", *_SETTINGS)),
    values=[f"{it} = excluded.{it}" for it in _SETTINGS],
)
_FACT: Final = "SELECT value FROM facts WHERE name = ?"
_NOTE: Final = """
INSERT INTO facts (name, value) VALUES (?, ?)
ON CONFLICT (name) DO UPDATE SET value = excluded.value
"""
_ABOUT: Final = """
SELECT id, seat, stage FROM players JOIN tables ON id = table_id WHERE user_id = ? ORDER BY id, seat
"""


class Store(Database):
    """All tables in one database; the kinds of database differ in how they carry out work."""

    results: Final[Results]
    """The results of games."""
    ships: Final[Ships]
    """The ships that people have decorated."""
    people: Final[People]
    """The tips that people want and were given."""
    presets: Final[SavedPresets]
    """Settings of tables that servers have named."""
    calls: Final[Calls]
    """Calls for players, and who hears them."""
    reminders: Final[Reminders]
    """Pending decisions at slow tables, and reminders of them."""
    appointments: Final[Appointments]
    """Tables for later."""
    invitations: Final[Invitations]
    """Seats that are kept for people."""
    links: Final[Links]
    """Links to seats, for pages in browsers."""
    greetings: Final[Greetings]
    """The greetings of servers that have invited the bot."""
    retention: Final[Retention]
    """Deletes what has been kept long enough."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self.share: Share = WHOLE
        """The shards whose tables `due`, `unpainted`, `open_tables` and the like are about."""
        self.results = Results(self)
        self.ships = Ships(self)
        self.people = People(self)
        self.greetings = Greetings(self)
        self.invitations = Invitations(self, clock)
        self.links = Links(self)
        self.presets = SavedPresets(self)
        self.appointments = Appointments(self, lambda: self.share)
        self.calls = Calls(self, lambda: self.share)
        self.reminders = Reminders(self, lambda: self.share)
        self.retention = Retention(self, lambda: self.share, self._shrink)

    @property
    def leases(self) -> Leases | None:
        """The leases of shards; None: the database belongs to this process alone."""
        return None

    @property
    def relay(self) -> Relay | None:
        """Messages to other processes; None: there can be no others."""
        return None

    @abstractmethod
    async def open(self) -> None:
        """Connect, and bring the schema up to date."""

    @abstractmethod
    async def close(self) -> None:
        """Finish all writes and disconnect; a second time does nothing."""

    async def _shrink(self) -> bool:
        """Give some free space back to the disk; return whether there is more of it."""
        return False

    # --- tables -----------------------------------------------------------------------------------

    async def commit(self, change: Change) -> None:
        """Store this change durably, or raise a `StoreError` and change nothing.

        After `InDoubt` it may be stored or not.
        """
        await self.write(lambda db: rows.store(db, change, self._clock()))

    async def table(self, table: str, interaction: int | None = None) -> Stored | None:
        """Return the table of this name, and whether this interaction was carried out."""
        return await self.read(lambda db: rows.read(db, table, interaction))

    async def delete_lobby(self, table: str) -> bool:
        """Delete a closed table in which no game ever began; return whether it was one."""
        return await self.write(lambda db: rows.delete_lobby(db, table))

    async def log(self, table: str) -> list[Entry]:
        """Return all lines of a table's log; raise `LogBroken` if they are not what was written."""
        return await self.read(lambda db: rows.log(db, table))

    async def names(self, after: str, most: int) -> list[str]:
        """Return the names that follow this one, open or not, without reading the tables."""
        return await self._names(of_shards(_NAMES, self.share), after, most)

    async def broken_seals(self, table: str) -> list[Damage]:
        """Return which hashes of this table do not fit. The log of a closed one is not read."""
        record = await self.read(lambda db: rows.record(db, table, with_log=False))
        return list(broken_seals(record))

    async def repair_version(self, table: str) -> None:
        """Give this table a valid version number if damage has left it without one."""
        await self._write(_REPAIR_VERSION, table)

    async def guild_of(self, table: str) -> int | None:
        """Return the server of a table, without reading the table."""
        return await self._first(_GUILD_OF, table)

    async def open_table_in(self, channel: int) -> str | None:
        return await self._first(_OPEN_IN, channel)

    async def last_table_in(self, channel: int) -> str | None:
        """Return the table of this channel that was changed last, open or not."""
        return await self._first(_LAST_IN, channel)

    async def closed_tables_in(self, channel: int, most: int) -> list[str]:
        """Return the closed tables of this channel, newest first."""
        return await self._names(_CLOSED_IN, channel, most)

    async def open_tables_of(self, user: int, guild: int) -> list[str]:
        """Return the open tables of a server at which this user sits, newest change first."""
        return await self._names(_OPEN_OF, user, guild)

    async def seats_of(self, user: int, most: int) -> list[tuple[str, float]]:
        """Return open tables in all servers at which this user sits, and their last changes."""
        return [(table, changed) for table, changed in await self.rows(_SEATS_OF, user, most)]

    async def end_of_last_game(self, user: int) -> str:
        """Return the address of the end of this user's last game in any server; "": none."""
        found = await self.rows(_END_OF_LAST_GAME, END, user)
        return "".join([link_to(*place) for place in found])

    async def last_games_in(self, guild: int, most: int) -> list[str]:
        """Return the finished games of this server, the last one first."""
        return await self._names(_LAST_GAMES_IN, guild, most)

    async def open_tables_in(self, guild: int) -> list[str]:
        """Return the open tables of a server, oldest change first."""
        return await self._names(_OPEN_IN_SERVER, guild)

    async def open_tables(self) -> OpenTables:
        """Count the open tables on this process's shards."""
        (counts,) = await self.rows(of_shards(_COUNT, self.share))
        return OpenTables(*counts)

    async def tables_to_show_in(self, guild: int) -> list[str]:
        """Return the open tables of this server, then closed ones whose end is not shown yet."""
        return await self._names(_TO_SHOW, guild, guild)

    async def recently_changed(self, stage: str, since: float, most: int) -> list[str]:
        """Return the tables of this stage that were changed since then, newest change first."""
        return await self._names(of_shards(_RECENT, self.share), stage, since, most)

    async def due(self, now: float) -> list[str]:
        """Return the tables that are due, longest due first, without reading the tables."""
        return await self._names(of_shards(_DUE, self.share), now)

    async def next_due(self, after: float = 0.0) -> float | None:
        """Return the earliest due time after this one."""
        return await self._first(of_shards(_NEXT_DUE, self.share), after, _NUMBER)

    async def last_changed(self) -> float | None:
        """Return when an open table was changed last, by the clock of that time."""
        return await self._first(of_shards(_LAST_CHANGED, self.share), _NUMBER)

    # --- pages ------------------------------------------------------------------------------------

    async def unpainted(self) -> list[str]:
        """Return the tables with pages whose messages are out of date, open ones first."""
        return await self._names(of_shards(_UNPAINTED, self.share))

    async def pages_never_posted(self, within: float) -> list[tuple[str, PageKey]]:
        """Return waiting pages without a known message, of tables changed in these seconds.

        Their messages may exist: a process may have died before it noted them.
        """
        found = await self.rows(of_shards(_NEVER_POSTED, self.share), self._clock() - within)
        return [(table, PageKey(kind, number)) for table, kind, number in found]

    async def pages_to_paint(self, table: str) -> list[PageKey]:
        """Return the pages of this table whose messages are out of date, low numbers first."""
        return [PageKey(*page) for page in await self.rows(_TO_PAINT, table)]

    async def message_of(self, table: str, page: PageKey) -> PostedMessage | None:
        """Return the message of this page, if it was posted."""
        found = await self.rows(_MESSAGE, table, *page)
        if not found:
            return None
        channel, message, reposts, uncertain, picture = found[0]
        attached = Attached.read(f"{picture}")
        return PostedMessage(page, channel, message, reposts, bool(uncertain), attached)

    async def record_painted(
        self, table: str, page: PageKey, version: int | None, message: PostedMessage | None
    ) -> None:
        """Note that this message shows this version of a page; a later version waits on.

        None as version: no version waits on. None as message: the page has none.
        """

        async def record(db: Session) -> None:
            await db.do(_PAINTED, table, *page, version)
            if message is None:
                await seals.drop_message(db, table, *page)
            else:
                await seals.put_message(db, table, message)

        await self.write(record)

    async def cross_out(self, shown: Sequence[tuple[str, PageKey, int]]) -> None:
        """Note that these pages show these versions, on the messages they had before."""
        done = [(table, *page, version) for table, page, version in shown]
        await self.write(lambda db: db.do_all(_CROSS_OUT, done))

    async def record_post(
        self, table: str, message: PostedMessage, old: PostedMessage | None = None
    ) -> None:
        """Note the message of a page, and that its old message waits to be deleted."""

        async def record(db: Session) -> None:
            await seals.put_message(db, table, message)
            if old is not None:
                await seals.put_message(db, table, old.replaced)
                await db.do(_DELETE_MESSAGE, table, *old.replaced.key)

        await self.write(record)

    async def forget_messages(self, table: str) -> None:
        """Forget the messages of all pages of this table."""
        await self.write(lambda db: seals.drop_messages(db, table))

    async def repaint(self, tables: Sequence[str]) -> None:
        """Have the newest posted story page of each of these tables painted again."""
        # Each in its own job, so that one damaged row keeps no other table from it.
        done = [self._write(_REPAINT, table, *STORY) for table in tables]
        faults = await asyncio.gather(*done, return_exceptions=True)
        for fault in faults:
            if isinstance(fault, BaseException):
                raise fault

    # --- servers, facts and users -----------------------------------------------------------------

    async def server(self, guild: int) -> ServerSettings:
        found = await self.rows(_SERVER, guild)
        if not found:
            return ServerSettings()
        known = dict(zip(_SETTINGS, found[0], strict=True))
        known["channels"] = _numbers(f"{known['channels']}")
        known |= {name: bool(known[name]) for name in ("calls", "threads")}
        return ServerSettings(**known)

    async def set_server(self, guild: int, server: ServerSettings) -> None:
        values = [getattr(server, name) for name in _SETTINGS]
        await self._write(_SET_SERVER, guild, *map(_stored, values))

    async def fact(self, name: str) -> str | None:
        """Return what the bot noted for itself under this name."""
        return await self._first(_FACT, name)

    async def note(self, name: str, value: str) -> None:
        """Note a fact for the next start."""
        await self._write(_NOTE, name, value)

    async def about(self, user: int) -> list[tuple[str, int, str]]:
        """Return table, seat and stage of each seat that this user holds."""
        return await self.rows(_ABOUT, user)

    async def forget(self, user: int) -> int:
        """Take this user off all seats of closed tables and out of all results; count the seats."""
        return await self.write(lambda db: rows.forget(db, user))

    # --- single statements ------------------------------------------------------------------------

    async def _names(self, sql: str, *values: Value) -> list[str]:
        return [row[0] for row in await self.rows(sql, *values)]

    async def _first(self, sql: str, *values: Value) -> Any:
        found = await self.rows(sql, *values)
        return found[0][0] if found else None

    async def _write(self, sql: str, *values: Value) -> None:
        await self.write(lambda db: db.do(sql, *values))


def _stored(value: object) -> str | int:
    """Return a setting of a server as a column holds it."""
    if isinstance(value, tuple):
        return ",".join(map(str, cast("tuple[int, ...]", value)))
    return int(value) if isinstance(value, int) else f"{value}"


def _numbers(text: str) -> tuple[int, ...]:
    """Return the numbers between commas; what is none has been damaged."""
    return tuple([int(it) for it in text.split(",") if it.isdecimal()])
