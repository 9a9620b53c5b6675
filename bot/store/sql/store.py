"""A database of tables in SQL, whichever it is: all that both kinds do alike."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Final

from bot.store.damage import Damage
from bot.store.integrity import broken_seals
from bot.store.leases import WHOLE, Leases, Share
from bot.store.overview import OpenTables
from bot.store.protocol import Attached, Change, PostedMessage, ServerSettings, Store, Stored
from bot.store.sql import rows, seals
from bot.store.sql.people import SqlPeople
from bot.store.sql.results_store import SqlResults
from bot.store.sql.retention import SqlRetention
from bot.store.sql.session import Database, Session, Value
from bot.store.sql.shares import ours
from bot.store.sql.ships import SqlShips
from bot.tables.actions import Entry
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
FROM outbox JOIN tables INDEXED BY tables_at_a_glance ON id = table_id{ours}
ORDER BY is_open DESC, id
"""
_TO_SHOW = """
SELECT id, is_open FROM tables WHERE guild = ? AND is_open = 1
UNION SELECT id, is_open FROM outbox JOIN tables ON id = table_id WHERE guild = ?
ORDER BY is_open DESC, id
"""
_MEND_VERSION = """
UPDATE tables SET version = 1 + (SELECT COUNT(*) FROM log WHERE table_id = id)
WHERE id = ? AND (version IS NULL OR version <> CAST(version AS BIGINT)
    OR version NOT BETWEEN 1 AND 9007199254740992)
"""
_NEVER_POSTED = """
SELECT outbox.table_id, outbox.kind, outbox.number
FROM outbox JOIN tables INDEXED BY tables_at_a_glance ON id = outbox.table_id
LEFT JOIN messages ON messages.table_id = outbox.table_id
    AND messages.kind = outbox.kind AND messages.number = outbox.number
WHERE (message IS NULL OR is_uncertain = 1) AND changed >= ?{ours}
"""

_LATELY = """
SELECT id FROM tables WHERE is_open = 1 AND stage = 'playing' AND changed >= ?{ours}
ORDER BY changed DESC, id LIMIT ?
"""
_OPEN = """
SELECT COUNT(*), COUNT(CASE WHEN stage = 'playing' THEN 1 END) FROM tables WHERE is_open = 1{ours}
"""

_A_NUMBER = 9e99
"""More than any time. What has rotted into text or bytes is more than any number to SQLite."""


class SqlStore(Store, Database):
    """All tables in one database: how work is carried out there is all that the kinds differ in."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self.share: Share = WHOLE
        self._results: Final = SqlResults(self)
        self._ships: Final = SqlShips(self)
        self._people: Final = SqlPeople(self)
        self._retention = SqlRetention(self, lambda: self.share)

    @property
    def leases(self) -> Leases | None:
        """Nobody else is there, unless a kind of database says so."""
        return None

    @property
    def results(self) -> SqlResults:
        return self._results

    @property
    def ships(self) -> SqlShips:
        return self._ships

    @property
    def people(self) -> SqlPeople:
        return self._people

    @property
    def retention(self) -> SqlRetention:
        return self._retention

    @property
    def _ours(self) -> str:
        """What keeps a statement to the tables of our shards."""
        return ours(self.share)

    # --- tables --------------------------------------------------------------------------------

    async def commit(self, change: Change) -> None:
        """Store this change, durably, or raise a `StoreError` and change nothing."""
        await self.write(lambda db: rows.store(db, change, self._clock()))

    async def table(self, table: str, interaction: int | None = None) -> Stored | None:
        return await self.read(lambda db: rows.read(db, table, interaction))

    async def delete_lobby(self, table: str) -> bool:
        return await self.write(lambda db: rows.delete_lobby(db, table))

    async def log(self, table: str) -> list[Entry]:
        return await self.read(lambda db: rows.log(db, table))

    async def names(self, after: str, most: int) -> list[str]:
        sql = f"SELECT id FROM tables WHERE id > ?{self._ours} ORDER BY id LIMIT ?"  # noqa: S608 - numbers
        return [table for (table,) in await self._read(sql, after, most)]

    async def broken_seals(self, table: str) -> list[Damage]:
        record = await self.read(lambda db: rows.record(db, table, with_log=False))
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

    async def open_tables(self) -> OpenTables:
        ((all_of_them, playing),) = await self._read(_OPEN.format(ours=self._ours))
        return OpenTables(all_of_them, playing)

    async def tables_to_show_in(self, guild: int) -> list[str]:
        found = await self._read(_TO_SHOW, guild, guild)
        return [table for table, _ in found]

    async def recently_played(self, since: float, most: int) -> list[str]:
        found = await self._read(_LATELY.format(ours=self._ours), since, most)
        return [table for (table,) in found]

    async def due(self, now: float) -> list[str]:
        sql = f"SELECT id FROM tables WHERE due <= ?{self._ours} ORDER BY due, id"  # noqa: S608 - numbers
        found = await self._read(sql, now)
        return [table for (table,) in found]

    async def next_due(self, after: float = 0.0) -> float | None:
        sql = f"SELECT MIN(due) FROM tables WHERE due > ? AND due < ?{self._ours}"  # noqa: S608 - numbers
        found = await self._read(sql, after, _A_NUMBER)
        return found[0][0]

    async def last_changed(self) -> float | None:
        sql = f"SELECT MAX(changed) FROM tables WHERE is_open = 1 AND changed < ?{self._ours}"  # noqa: S608 - numbers
        found = await self._read(sql, _A_NUMBER)
        return found[0][0]

    # --- pages ---------------------------------------------------------------------------------

    async def unpainted(self) -> list[str]:
        found = await self._read(_UNPAINTED.format(ours=self._ours))
        return [table for table, _ in found]

    async def pages_never_posted(self, within: float) -> list[tuple[str, PageKey]]:
        found = await self._read(_NEVER_POSTED.format(ours=self._ours), self._clock() - within)
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
        async def record(db: Session) -> None:
            await db.do(
                "DELETE FROM outbox WHERE table_id = ? AND kind = ? AND number = ?"
                " AND version <= COALESCE(?, version)",
                *(table, *page, version),
            )
            if message is None:
                await seals.drop_message(db, table, *page)
            else:
                await seals.put_message(db, table, message)

        await self.write(record)

    async def cross_out(self, shown: Sequence[tuple[str, PageKey, int]]) -> None:
        rows = [(table, *page, version) for table, page, version in shown]
        await self.write(lambda db: db.do_all(_CROSS_OUT, rows))

    async def record_post(
        self, table: str, message: PostedMessage, old: PostedMessage | None = None
    ) -> None:
        async def record(db: Session) -> None:
            await seals.put_message(db, table, message)
            if old is not None:
                await seals.put_message(db, table, old.replaced)
                await db.do(
                    "INSERT INTO outbox (table_id, kind, number, version) VALUES (?, ?, ?, 0)"
                    " ON CONFLICT DO NOTHING",
                    *(table, *old.replaced.key),
                )

        await self.write(record)

    async def forget_messages(self, table: str) -> None:
        await self.write(lambda db: seals.drop_messages(db, table))

    async def repaint(self, tables: Sequence[str]) -> None:
        # each by itself: one whose row has rotted keeps nobody else from it
        done = [self._write(_REPAINT, table, *STORY) for table in tables]
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
        return await self.write(lambda db: rows.forget(db, user))

    # --- one statement each --------------------------------------------------------------------

    async def _read(self, sql: str, *values: Value) -> list[tuple[Any, ...]]:
        return await self.read(lambda db: db.rows(sql, *values))

    async def _write(self, sql: str, *values: Value) -> int:
        """Carry out this statement durably; how many rows it touched."""
        return await self.write(lambda db: db.do(sql, *values))
