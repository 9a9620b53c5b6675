"""Brings the schema of a server up to date, however many processes start at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot import VERSION
from bot.store.postgres.connections import transaction
from bot.store.postgres.driver import Connection, ServerError
from bot.store.postgres.failures import failure_of
from bot.store.postgres.session import translated
from bot.store.sql.schema import OURS, TAKE, TAKEN, MigrationError, Step, not_taken

KIND = "postgresql"
LONGEST = 3_600.0
"""Seconds that a step may take where there is much to change."""
_TURN = 0x63656C65
"""Whoever holds this advisory lock takes the steps; the others wait and find them taken."""
_HAS_TABLES = """
SELECT EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = current_schema())
"""
_COLUMNS = """
SELECT attname FROM pg_attribute
WHERE attrelid = to_regclass('schema_version') AND attnum > 0 AND NOT attisdropped
"""


async def pending(db: Connection, known: Sequence[Step]) -> list[Step]:
    """The steps that this database has yet to take; a `MigrationError` if it is none of ours."""
    return not_taken(await _taken(db), known)


async def _taken(db: Connection) -> Mapping[int, str]:
    """The steps that this database has taken, with the hashes they had then."""
    columns = {name for (name,) in await db.fetch(_COLUMNS)}
    if not columns and not await has_tables(db):
        return {}
    if not {"version", "sha256"} <= columns:
        raise MigrationError("foreign_database")
    return dict(await db.fetch(TAKEN))


async def advance(db: Connection, known: Sequence[Step], now: float) -> None:
    """Take the steps that are waiting in one transaction, unless somebody else just does."""
    if not await pending(db, known):
        return
    async with transaction(db):
        await db.execute("SET LOCAL lock_timeout = 0")
        await db.execute("SET LOCAL statement_timeout = 0")
        await db.execute("SELECT pg_advisory_xact_lock($1)", _TURN, timeout=LONGEST)
        await take(db, await pending(db, known), now)


async def take(db: Connection, waiting: Sequence[Step], now: float) -> None:
    """Take these steps within the transaction that is open."""
    await db.execute(OURS)
    for step in waiting:
        await _take(db, step, now)


async def has_tables(db: Connection) -> bool:
    """Is there anything?"""
    return bool(await db.fetchval(_HAS_TABLES))


async def _take(db: Connection, step: Step, now: float) -> None:
    try:
        await db.execute(step.sql, timeout=LONGEST)
    except ServerError as error:
        code = failure_of(error).code
        if code in ("broken", "unfit", "no_entry"):  # not the server's fault, so the step's
            code = "broken_migration"
        raise MigrationError(code, version=step.number, name=step.name) from error
    await db.execute(translated(TAKE), step.number, step.sha256, now, VERSION)
