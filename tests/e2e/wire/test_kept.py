"""A copy of PostgreSQL reads like a SQLite file, so one judge serves both."""

import sqlite3
import zlib
from collections.abc import AsyncIterator
from itertools import cycle

import asyncpg
import pytest

from tests.bot.store.kinds import database
from tests.e2e.wire import Wire
from tests.e2e.wire.journal import Audit, Journal
from tests.e2e.wire.kept import Server, kept_at
from tests.e2e.wire.regulars import Regulars
from tests.e2e.wire.stored import newest
from tests.postgresql.server import Server as PostgreSQL

ENOUGH = 12
"""Clicks at each table."""
TYPES = """
SELECT data_type FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1
ORDER BY ordinal_position
"""


@pytest.fixture
async def address(postgresql: PostgreSQL) -> AsyncIterator[str]:
    """A new database with our tables in it."""
    async with database(postgresql) as address:
        yield address


async def put(db: sqlite3.Connection, address: str) -> None:
    """Bring all rows of a file into a database of PostgreSQL."""
    connection = await asyncpg.connect(address)
    try:
        await connection.execute("SET session_replication_role = replica")  # whatever comes first
        for name in _names(db):
            columns = await connection.fetch(TYPES, name)
            packs = [_packed if it["data_type"] == "bytea" else _as_it_is for it in columns]
            rows = [
                tuple(pack(value) for pack, value in zip(packs, row, strict=True))
                for row in db.execute(f"SELECT * FROM {name}")  # noqa: S608
            ]
            await connection.execute(f"DELETE FROM {name}")  # noqa: S608
            await connection.copy_records_to_table(name, records=rows)
    finally:
        await connection.close()


def _packed(text: str) -> bytes:
    return zlib.compress(text.encode())


def _as_it_is(value: object) -> object:
    return value


def _names(db: sqlite3.Connection) -> list[str]:
    asks = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name != 'schema_version'"
    return [name for (name,) in db.execute(asks)]


def _rows(db: sqlite3.Connection) -> dict[str, list[object]]:
    return {
        name: db.execute(f"SELECT * FROM {name}").fetchall()  # noqa: S608
        for name in _names(db)
    }


async def played(wire: Wire, journal: Journal) -> list[Regulars]:
    """Two tables at which people have played."""
    parties: list[Regulars] = []
    for name in ("one", "two"):
        channel = wire.discord.add_channel(wire.guild, name)
        people = wire.join("Ann", channel=channel), wire.join("Bob", channel=channel)
        party = Regulars(people, wire.bot.kept, journal, cycle([{"goal": 25}]))
        before = _done(journal)
        while _done(journal) < before + ENOUGH:
            await party.step()
        parties.append(party)
    return parties


def _done(journal: Journal) -> int:
    return sum(click.done is True for click in journal.clicks)


async def test_a_copy_of_postgresql_is_what_a_file_would_be(wire: Wire, address: str) -> None:
    journal = Journal()
    parties = await played(wire, journal)
    await wire.bot.kill()
    with wire.bot.kept.left_behind() as db:
        before = _rows(db)
        await put(db, address)
    kept = kept_at(address, wire.bot.folder)
    with kept.left_behind() as db:
        assert _rows(db) == before
        audit = Audit(db, journal)
        assert audit.faults == []
        assert {*audit.scenes} == {party.table for party in parties}
    channel = parties[0].people[0].channel.id
    with kept.reading(channel) as db:
        assert [*newest(db)] == [channel]
        assert newest(db)[channel].id == parties[0].table


async def test_a_line_that_is_lost_there_is_missed(wire: Wire, address: str) -> None:
    journal = Journal()
    await played(wire, journal)
    await wire.bot.kill()
    with wire.bot.kept.left_behind() as db:
        await put(db, address)
    connection = await asyncpg.connect(address)
    newest = await connection.fetchval("SELECT max(interaction) FROM log")
    await connection.execute("DELETE FROM log WHERE interaction = $1", newest)
    await connection.close()
    with Server(address).left_behind() as db:
        assert Audit(db, journal).faults
