"""Applies migrations to a server, however many processes start at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot import VERSION
from bot.store.errors import AccessDenied, BrokenMigration, DatabaseBroken, ForeignDatabase, Unfit
from bot.store.postgres.connections import transaction
from bot.store.postgres.driver import Connection, ServerError, failure_of
from bot.store.postgres.session import translated
from bot.store.sql.schema import (
    APPLIED,
    CREATE_SCHEMA_VERSION,
    NOTE_APPLIED,
    Migration,
    not_applied,
)

KIND: Final = "postgresql"
MIGRATION_TIMEOUT: Final = 3_600.0
"""Seconds: a large table may have to be rewritten."""
_LOCK: Final = 0x63656C65
"""The advisory lock under which one process migrates; the others wait and find it done."""
_HAS_TABLES: Final = """
SELECT EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = current_schema())
"""
_COLUMNS: Final = """
SELECT attname FROM pg_attribute
WHERE attrelid = to_regclass('schema_version') AND attnum > 0 AND NOT attisdropped
"""


async def pending(db: Connection, known: Sequence[Migration]) -> list[Migration]:
    """Return the migrations that this database still needs; raise a `WrongSchema` if none fit."""
    return not_applied(await _applied(db), known)


async def _applied(db: Connection) -> Mapping[int, str]:
    """Return the migrations that this database has applied, with the hashes they had then."""
    # Another process may create all tables meanwhile, so these two are asked in this order.
    if not await has_tables(db):
        return {}
    columns = {name for (name,) in await db.fetch(_COLUMNS)}
    if not {"version", "sha256"} <= columns:
        raise ForeignDatabase
    return dict(await db.fetch(APPLIED))


async def advance(db: Connection, known: Sequence[Migration], now: float) -> None:
    """Apply the pending migrations in one transaction, unless another process does so."""
    if not await pending(db, known):
        return
    async with transaction(db):
        await db.execute("SET LOCAL lock_timeout = 0")
        await db.execute("SET LOCAL statement_timeout = 0")
        await db.execute("SELECT pg_advisory_xact_lock($1)", _LOCK, timeout=MIGRATION_TIMEOUT)
        await apply(db, await pending(db, known), now)


async def apply(db: Connection, waiting: Sequence[Migration], now: float) -> None:
    """Apply these migrations within the open transaction."""
    await db.execute(CREATE_SCHEMA_VERSION)
    for migration in waiting:
        await _apply(db, migration, now)


async def has_tables(db: Connection) -> bool:
    """Return whether the schema has any tables."""
    return bool(await db.fetchval(_HAS_TABLES))


async def _apply(db: Connection, migration: Migration, now: float) -> None:
    try:
        await db.execute(migration.sql, timeout=MIGRATION_TIMEOUT)
    except ServerError as error:
        failure = failure_of(error)
        if isinstance(failure, DatabaseBroken | Unfit | AccessDenied):  # not the server's fault
            raise BrokenMigration(version=migration.number, name=migration.name) from error
        raise failure from error
    await db.execute(translated(NOTE_APPLIED), migration.number, migration.sha256, now, VERSION)
