"""A database of tables in one file of SQLite."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from bot.store.damage import Damage
from bot.store.integrity import broken_seals
from bot.store.protocol import Attached, Change, PostedMessage, ServerSettings, Store, Stored
from bot.store.sqlite import mending, migrate, rows, seals
from bot.store.sqlite.connection import Connection
from bot.store.sqlite.lock import Lock
from bot.store.sqlite.persons import SqlitePeople
from bot.store.sqlite.results_store import SqliteResults
from bot.store.sqlite.ships import SqliteShips
from bot.store.sqlite.writer import Writer
from bot.tables.entry import Entry
from bot.tables.pages import STORY, PageKey

_CROSS_OUT = """
DELETE FROM outbox WHERE table_id = ? AND kind = ? AND number = ? AND version <= ?
"""
_REPAINT = """
INSERT INTO outbox (table_id, kind, number, version)
SELECT id, kind, number, version FROM tables JOIN messages ON table_id = id
WHERE id = ? AND kind IN (?, ?, ?) ORDER BY number DESC LIMIT 1
ON CONFLICT (table_id, kind, number) DO UPDATE SET version = excluded.version
"""

# By an index that says enough: a table whose row has rotted keeps nobody else from it.
_UNPAINTED = """
SELECT DISTINCT id, is_open
FROM outbox JOIN tables INDEXED BY tables_at_a_glance ON id = table_id
ORDER BY is_open DESC, id
"""
_TO_SHOW = """
SELECT id, is_open FROM tables WHERE guild = ? AND is_open = 1
UNION SELECT id, is_open FROM outbox JOIN tables ON id = table_id WHERE guild = ?
ORDER BY is_open DESC, id
"""
_MEND_VERSION = """
UPDATE tables SET version = 1 + (SELECT COUNT(*) FROM log WHERE table_id = id)
WHERE id = ? AND (typeof(version) <> 'integer' OR version NOT BETWEEN 1 AND 9007199254740992)
"""
_NEVER_POSTED = """
SELECT outbox.table_id, outbox.kind, outbox.number
FROM outbox JOIN tables INDEXED BY tables_at_a_glance ON id = outbox.table_id
LEFT JOIN messages ON messages.table_id = outbox.table_id
    AND messages.kind = outbox.kind AND messages.number = outbox.number
WHERE (message IS NULL OR is_uncertain = 1) AND changed >= ?
"""

_A_NUMBER = 9e99
"""More than any time. What has rotted into text or bytes is more than any number to SQLite."""

LOG = logging.getLogger(__name__)


class SqliteStore(Store):
    """All tables in one file, which belongs to one process; a commit that returned is durable."""

    def __init__(
        self,
        path: Path | str,
        *,
        clock: Callable[[], float] = time.time,
        migrations: Traversable | None = None,
    ) -> None:
        self._file = Path(path).resolve()  # two ways to one file must meet at one lock
        self._clock = clock
        self._migrations = migrations
        self._lock = Lock(self._file)
        self._connection = Connection(self._file)
        self._writer = Writer(self._connection)
        self._results = SqliteResults(self._connection, self._writer)
        self._ships = SqliteShips(self._connection, self._writer)
        self._people = SqlitePeople(self._connection, self._writer)
        self._leaving = AsyncExitStack()

    # --- opening and closing -------------------------------------------------------------------

    async def open(self) -> None:
        """Bring the database up to date and make it ours alone."""
        async with AsyncExitStack() as stack:
            self._lock.take()
            stack.callback(self._lock.release)
            await self._connection.open()
            stack.push_async_callback(self._connection.close)
            await self._connection.run(self._prepare)
            stack.push_async_callback(self._writer.finish)
            self._leaving = stack.pop_all()

    async def close(self) -> None:
        """Finish what is under way, and let go; doing so twice is no harm."""
        await self._leaving.aclose()

    def _prepare(self, db: sqlite3.Connection) -> None:
        LOG.info("SQLite %s", sqlite3.sqlite_version)
        db.execute("PRAGMA busy_timeout = 5000")
        # A database that is refused must not be written to, so this comes first.
        waiting = migrate.pending(db, migrate.steps(self._migrations))
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")  # less may lose commits that were answered
        db.execute("PRAGMA secure_delete = ON").fetchall()  # who is forgotten leaves no trace
        migrate.advance(db, self._file, waiting, self._clock())
        db.execute("PRAGMA foreign_keys = ON")
        mending.mend(db)
        rows.forget_old_pages(db, self._clock())

    @property
    def results(self) -> SqliteResults:
        return self._results

    @property
    def ships(self) -> SqliteShips:
        return self._ships

    @property
    def people(self) -> SqlitePeople:
        return self._people

    # --- tables --------------------------------------------------------------------------------

    async def commit(self, change: Change) -> None:
        """Store this change, durably, or raise a `StoreError` and change nothing."""

        def store(db: sqlite3.Connection) -> None:
            rows.store(db, change, self._clock())
            if change.posted is not None:
                seals.put_message(db, change.table, change.posted)

        await self._writer.write(store)

    async def table(self, table: str, interaction: int | None = None) -> Stored | None:
        return await self._connection.run(lambda db: rows.read(db, table, interaction))

    async def delete_lobby(self, table: str) -> bool:
        return await self._writer.write(lambda db: rows.delete_lobby(db, table))

    async def log(self, table: str) -> list[Entry]:
        return await self._connection.run(lambda db: rows.log(db, table))

    async def names(self, after: str, most: int) -> list[str]:
        sql = "SELECT id FROM tables WHERE id > ? ORDER BY id LIMIT ?"
        return [table for (table,) in await self._read(sql, after, most)]

    async def broken_seals(self, table: str) -> list[Damage]:
        record = await self._connection.run(lambda db: rows.record(db, table, with_log=False))
        return list(broken_seals(record))

    async def mend_version(self, table: str) -> None:
        await self._write(_MEND_VERSION, table)

    async def open_table_in(self, channel: int) -> str | None:
        found = await self._read("SELECT id FROM tables WHERE channel = ? AND is_open = 1", channel)
        return found[0][0] if found else None

    async def last_table_in(self, channel: int) -> str | None:
        found = await self._read(
            "SELECT id FROM tables WHERE channel = ? ORDER BY changed DESC, id LIMIT 1", channel
        )
        return found[0][0] if found else None

    async def closed_tables_in(self, channel: int, most: int) -> list[str]:
        found = await self._read(
            # by the index of the channels alone: theirs are few, and closed tables are many
            "SELECT id FROM tables WHERE channel = ? AND +is_open = 0"
            " ORDER BY changed DESC, id LIMIT ?",
            channel,
            most,
        )
        return [table for (table,) in found]

    async def open_tables_of(self, user: int, guild: int) -> list[str]:
        """The open tables of a server at which this user sits, the last one changed first."""
        found = await self._read(
            "SELECT DISTINCT id, changed FROM tables JOIN players ON table_id = id"
            # not by an index of the tables: theirs are few, and all tables are many
            " WHERE user_id = ? AND guild = ? AND +is_open = 1 ORDER BY changed DESC, id",
            user,
            guild,
        )
        return [table for table, _ in found]

    async def count_open_tables(self, guild: int) -> int:
        found = await self._read(
            "SELECT COUNT(*) FROM tables WHERE guild = ? AND is_open = 1", guild
        )
        return found[0][0]

    async def tables_to_show_in(self, guild: int) -> list[str]:
        found = await self._read(_TO_SHOW, guild, guild)
        return [table for table, _ in found]

    async def recently_played(self, since: float, most: int) -> list[str]:
        found = await self._read(
            "SELECT id FROM tables WHERE is_open = 1 AND stage = 'playing' AND changed >= ?"
            " ORDER BY changed DESC, id LIMIT ?",
            since,
            most,
        )
        return [table for (table,) in found]

    async def due(self, now: float) -> list[str]:
        found = await self._read("SELECT id FROM tables WHERE due <= ? ORDER BY due, id", now)
        return [table for (table,) in found]

    async def next_due(self, after: float = 0.0) -> float | None:
        sql = "SELECT MIN(due) FROM tables WHERE due > ? AND due < ?"
        found = await self._read(sql, after, _A_NUMBER)
        return found[0][0]

    async def last_changed(self) -> float | None:
        sql = "SELECT MAX(changed) FROM tables WHERE is_open = 1 AND changed < ?"
        found = await self._read(sql, _A_NUMBER)
        return found[0][0]

    # --- pages ---------------------------------------------------------------------------------

    async def unpainted(self) -> list[str]:
        found = await self._read(_UNPAINTED)
        return [table for table, _ in found]

    async def pages_never_posted(self, within: float) -> list[tuple[str, PageKey]]:
        found = await self._read(_NEVER_POSTED, self._clock() - within)
        return [(table, PageKey(kind, number)) for table, kind, number in found]

    async def pages_to_paint(self, table: str) -> list[PageKey]:
        found = await self._read(
            "SELECT kind, number FROM outbox WHERE table_id = ? ORDER BY number, kind", table
        )
        return [PageKey(*page) for page in found]

    async def message_of(self, table: str, page: PageKey) -> PostedMessage | None:
        found = await self._read(
            "SELECT channel, message, reposts, is_uncertain, picture FROM messages"
            " WHERE table_id = ? AND kind = ? AND number = ?",
            table,
            *page,
        )
        if not found:
            return None
        channel, message, reposts, uncertain, picture = found[0]
        attached = Attached.read(f"{picture}")
        return PostedMessage(page, channel, message, reposts, bool(uncertain), attached)

    async def record_painted(
        self, table: str, page: PageKey, version: int | None, message: PostedMessage | None
    ) -> None:
        def record(db: sqlite3.Connection) -> None:
            db.execute(
                "DELETE FROM outbox WHERE table_id = ? AND kind = ? AND number = ?"
                " AND version <= COALESCE(?, version)",
                (table, *page, version),
            )
            if message is None:
                seals.drop_message(db, table, *page)
            else:
                seals.put_message(db, table, message)

        await self._writer.write(record)

    async def cross_out(self, shown: Sequence[tuple[str, PageKey, int]]) -> None:
        rows = [(table, *page, version) for table, page, version in shown]
        await self._writer.write(lambda db: db.executemany(_CROSS_OUT, rows))

    async def record_post(
        self, table: str, message: PostedMessage, old: PostedMessage | None = None
    ) -> None:
        def record(db: sqlite3.Connection) -> None:
            seals.put_message(db, table, message)
            if old is not None:
                seals.put_message(db, table, old.replaced)
                db.execute(
                    "INSERT INTO outbox (table_id, kind, number, version) VALUES (?, ?, ?, 0)"
                    " ON CONFLICT DO NOTHING",
                    (table, *old.replaced.key),
                )

        await self._writer.write(record)

    async def forget_messages(self, table: str) -> None:
        await self._writer.write(lambda db: seals.drop_messages(db, table))

    async def repaint(self, tables: Sequence[str]) -> None:
        def again(table: str) -> Callable[[sqlite3.Connection], object]:
            return lambda db: db.execute(_REPAINT, (table, *STORY))

        # each by itself: one whose row has rotted keeps nobody else from it
        done = [self._writer.write(again(table)) for table in tables]
        faults = await asyncio.gather(*done, return_exceptions=True)
        for fault in faults:
            if isinstance(fault, BaseException):
                raise fault

    # --- servers, facts and people -------------------------------------------------------------

    async def server(self, guild: int) -> ServerSettings:
        found = await self._read("SELECT language, pace, board FROM servers WHERE guild = ?", guild)
        return ServerSettings(*found[0]) if found else ServerSettings()

    async def set_server(self, guild: int, server: ServerSettings) -> None:
        await self._write(
            "INSERT INTO servers (guild, language, pace, board) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (guild) DO UPDATE SET"
            " language = excluded.language, pace = excluded.pace, board = excluded.board",
            *(guild, server.language, server.pace, server.board),
        )

    async def fact(self, name: str) -> str | None:
        found = await self._read("SELECT value FROM facts WHERE name = ?", name)
        return found[0][0] if found else None

    async def note(self, name: str, value: str) -> None:
        await self._write(
            "INSERT INTO facts (name, value) VALUES (?, ?)"
            " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            name,
            value,
        )

    async def about(self, user: int) -> list[tuple[str, int, str]]:
        return await self._read(
            "SELECT id, seat, stage FROM players JOIN tables ON id = table_id"
            " WHERE user_id = ? ORDER BY id, seat",
            user,
        )

    async def forget(self, user: int) -> int:
        return await self._writer.write(lambda db: rows.forget(db, user))

    # --- one statement each --------------------------------------------------------------------

    async def _read(self, sql: str, *values: object) -> list[Any]:
        return await self._connection.run(lambda db: db.execute(sql, values).fetchall())

    async def _write(self, sql: str, *values: object) -> int:
        """Carry out this statement durably; how many rows it touched."""
        return await self._writer.write(lambda db: db.execute(sql, values).rowcount)
