"""A look into a file of SQLite: its pages, whether it is ours, and the tables in it."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final, NamedTuple

from bot.store.claims import private_folder
from bot.store.damage import Damage
from bot.store.integrity import Holdings, TableRecord, damages
from bot.store.protocol import StoreError
from bot.store.sql import inspecting, rows, schema, seals
from bot.store.sql.schema import MigrationError, Step
from bot.store.sqlite import migrate
from bot.store.sqlite.copying import reading, reading_alone
from bot.store.sqlite.session import SqliteSession, carry_out, finished

_OF_AN_INDEX: Final = re.compile(r"(?:missing from|entries in|entry in) index (\w+)$")
"""What SQLite says of an index that does not fit its table."""
_OF_A_PAGE: Final = re.compile(r"[Tt]ree (?:page )?(\d+)")
"""What it says of a page, by the first one of the index or table that it belongs to."""


class Look(NamedTuple):
    """A database that can be read to its end."""

    db: sqlite3.Connection
    indexes: frozenset[str]
    """Those that were damaged in the file."""


@contextmanager
def looking_into(
    file: Path, *, alone: bool, migrations: Traversable | None = None
) -> Generator[Look]:
    """A connection to this database, or to a copy that is up to date if the file itself is not.

    The same if one of its indexes is damaged, for a copy makes them anew. A `StoreError` says why
    nobody can play on it.
    """
    with (reading_alone if alone else reading)(file) as db:
        waiting = waiting_steps(db, migrations)
        indexes = check_pages(db)
        if not waiting and not indexes:
            yield Look(db, indexes)
            return
        with private_folder() as folder:
            copy = str(folder / "copy.db")
            db.execute("VACUUM INTO ?", (copy,))
            with closing(sqlite3.connect(copy, isolation_level=None)) as newer:
                newer.text_factory = db.text_factory
                if waiting:
                    migrate.take(newer, waiting, 0.0)
                yield Look(newer, indexes)


def waiting_steps(db: sqlite3.Connection, migrations: Traversable | None = None) -> Sequence[Step]:
    """The steps that this database has yet to take; a `StoreError` if it is none of ours."""
    known = schema.steps(migrations)
    waiting = migrate.pending(db, known)
    if len(waiting) == len(known):  # there is nothing in it
        raise MigrationError("foreign_database")
    return waiting


def count_waiting_steps(file: Path) -> int:
    """How many steps this database has yet to take, which no bot is running on."""
    with reading_alone(file) as db:
        return len(waiting_steps(db))


def check_pages(db: sqlite3.Connection) -> frozenset[str]:
    """Raise a `StoreError` if a page is damaged.

    An index that does not fit its table is no such fault, as it can be made anew: which do not?
    """
    faults = _faults(db, "integrity_check")
    if None in faults:
        raise StoreError("broken")
    return frozenset(filter(None, faults))


def damaged_indexes(db: sqlite3.Connection, table: str) -> frozenset[str]:
    """The indexes of this table that do not fit it, whatever else may be damaged."""
    return frozenset(filter(None, _faults(db, f"integrity_check({table})")))


def _faults(db: sqlite3.Connection, check: str) -> list[str | None]:
    """For each fault that a check of SQLite finds the index that it concerns, if it is one."""
    said = [f"{line}" for (line,) in db.execute(f"PRAGMA {check}").fetchall()]
    roots = dict(db.execute("SELECT rootpage, name FROM sqlite_schema WHERE type = 'index'"))
    return [_index_in(line, roots) for line in said if line != "ok"]


def _index_in(line: str, roots: Mapping[int, str]) -> str | None:
    named, page = _OF_AN_INDEX.search(line), _OF_A_PAGE.search(line)
    if named is not None:
        return named[1]
    return roots.get(int(page[1])) if page is not None else None


def holdings(db: sqlite3.Connection) -> Holdings:
    """How much there is."""
    return carry_out(db, inspecting.holdings)


def damage_in(db: sqlite3.Connection, indexes: Collection[str] = ()) -> Iterator[Damage]:
    """What is wrong with a database, of whose indexes some were damaged as well."""
    if indexes:
        yield Damage("", "index")
    if db.execute("PRAGMA foreign_key_check").fetchone():
        yield Damage("", "orphans")
    census = carry_out(db, seals.census_damage)
    if census is not None:
        yield census
    yield from damages(records(db))


def records(db: sqlite3.Connection) -> Iterator[TableRecord]:
    """Each table with its log, the open ones first."""
    ids = db.execute("SELECT id FROM tables ORDER BY is_open DESC, id").fetchall()
    for (table,) in ids:
        db.execute("BEGIN")  # so that all of it is of the same moment
        try:
            yield finished(rows.record(SqliteSession(db), str(table), with_log=True))
        finally:
            db.execute("COMMIT")
