"""Whether a database is whole: its pages, its hashes, and open tables against their logs.

Everything here only reads, and what it tells names tables and lines of logs, never what they hold.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from bot import console
from bot.store.protocol import LogBroken, Stored, StoreError
from bot.store.sqlite import migrate, rows
from bot.store.sqlite.copying import reading, reading_alone
from bot.tables.commands import NotReplayed, replay
from bot.tables.entry import Entry
from bot.tables.play import PAGES
from bot.tables.stages import FROZEN, OPEN_STAGES
from bot.tables.table import BESIDE_THE_LOG, Table, Unreadable, dump, load

SHOWN: Final = 5
"""So many damaged tables are named one by one."""


@dataclass(frozen=True, slots=True)
class Holdings:
    """How much a database holds."""

    tables: int
    open: int
    lines: int

    def __str__(self) -> str:
        return console.HOLDINGS.format(tables=self.tables, open=self.open, lines=self.lines)


@dataclass(frozen=True, slots=True)
class Damage:
    """What is wrong with one table; ``kind`` is one of `console.DAMAGE`."""

    table: str
    kind: str
    line: int = 0

    def __str__(self) -> str:
        name = "".join(letter if letter.isalnum() else "?" for letter in self.table[:20])
        return console.DAMAGE[self.kind].format(table=name, line=self.line)


@contextmanager
def looking_into(
    file: Path, *, alone: bool, migrations: Traversable | None = None
) -> Iterator[sqlite3.Connection]:
    """A connection to this database, or to a copy that is up to date if the file itself is not.

    A `StoreError` says why nobody can play on it.
    """
    with (reading_alone if alone else reading)(file) as db:
        waiting = belonging(db, migrations)
        look_at_pages(db)
        if not waiting:
            yield db
            return
        with TemporaryDirectory() as folder:
            copy = str(Path(folder, "copy.db"))
            db.execute("VACUUM INTO ?", (copy,))
            with closing(sqlite3.connect(copy, isolation_level=None)) as newer:
                newer.text_factory = db.text_factory
                migrate.take(newer, waiting, 0.0)
                yield newer


def belonging(
    db: sqlite3.Connection, migrations: Traversable | None = None
) -> Sequence[migrate.Step]:
    """The steps that this database has yet to take, if it is one of ours at all."""
    known = migrate.steps(migrations)
    waiting = migrate.pending(db, known)
    if len(waiting) == len(known):  # there is nothing in it
        raise migrate.MigrationError("foreign_database")
    return waiting


def steps_to_take(file: Path, migrations: Traversable | None = None) -> int:
    """How many steps this database has yet to take, on which nobody plays."""
    with reading_alone(file) as db:
        return len(belonging(db, migrations))


def look_at_pages(db: sqlite3.Connection) -> None:
    """Raise a `StoreError` if a page is damaged, or something belongs to a table that is not."""
    if db.execute("PRAGMA integrity_check(1)").fetchall() != [("ok",)]:
        raise StoreError("broken")
    if db.execute("PRAGMA foreign_key_check").fetchone():
        raise StoreError("broken")


def holdings(db: sqlite3.Connection) -> Holdings:
    """How much there is."""
    count, open_ones = db.execute(
        "SELECT COUNT(*), COUNT(*) FILTER (WHERE is_open = 1) FROM tables"
    ).fetchone()
    (lines,) = db.execute("SELECT COUNT(*) FROM log").fetchone()
    return Holdings(count, open_ones, lines)


def told(damages: Sequence[Damage]) -> Iterator[str]:
    """A handful of sentences, however many tables are damaged."""
    yield from map(str, damages[:SHOWN])
    if len(damages) > SHOWN:
        yield console.MORE_DAMAGE.format(count=len(damages) - SHOWN)


# --- table by table -------------------------------------------------------------------------------


def damages(db: sqlite3.Connection) -> Iterator[Damage]:
    """What is wrong, table by table. Open ones are played again from their logs."""
    ids = db.execute("SELECT id FROM tables ORDER BY is_open DESC, id").fetchall()
    for (table,) in ids:
        damage = _look(db, str(table))
        if damage is not None:
            yield damage


def _look(db: sqlite3.Connection, table: str) -> Damage | None:
    stored, log = _both(db, table)
    if stored is None or stored.stage == FROZEN:  # the bot has seen to it
        return None
    open_one = stored.stage in OPEN_STAGES
    known = _loaded(stored) if open_one else None
    good = stored.intact and (known is not None or not open_one)
    if isinstance(log, LogBroken):
        return Damage(table, "log" if good else "lost", _line(log))
    if not open_one:
        return None if good else Damage(table, "snapshot")
    return _against(known if good else None, table, log)


def _both(db: sqlite3.Connection, table: str) -> tuple[Stored | None, list[Entry] | LogBroken]:
    """A table with its log, or with what is wrong with that, both of the same moment."""
    db.execute("BEGIN")
    try:
        stored = rows.read(db, table, None)
        try:
            return stored, rows.log(db, table)
        except LogBroken as broken:
            return stored, broken
    finally:
        db.execute("COMMIT")


def _line(broken: LogBroken) -> int:
    line = broken.data["seq"]
    return line if isinstance(line, int) else 0


def _loaded(stored: Stored) -> Table | None:
    try:
        return load(stored.snapshot)
    except Unreadable:
        return None


def _against(known: Table | None, table: str, log: list[Entry]) -> Damage | None:
    """Hold a snapshot against what its log makes; None stands for one that is damaged."""
    try:
        replayed = replay(log)
    except NotReplayed as astray:
        return Damage(table, "lost" if known is None else "astray", astray.line + 1)
    if known is None:
        return Damage(table, "snapshot")
    return None if logged(known) == logged(replayed) else Damage(table, "unlike")


def logged(table: Table) -> dict[str, Any]:
    """All of a table that its log tells."""
    data: dict[str, Any] = json.loads(dump(table))
    data["pages"] = data["pages"][-PAGES:]  # a table that is played keeps no more
    return {name: value for name, value in data.items() if name not in BESIDE_THE_LOG}
