"""``python -m bot backup`` and ``restore``: copies of the database, out of it and back again."""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from collections.abc import Mapping
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from secrets import randbelow
from stat import S_ISREG
from typing import Final

from bot import console, log, settings, system
from bot.cli.check import remedy
from bot.errors import report
from bot.store.integrity import Holdings, belonging, damages, holdings, look_at_pages, told
from bot.store.protocol import Change, LogBroken, Stored, StoreError
from bot.store.sqlite import migrate, rows
from bot.store.sqlite.connection import TEXT
from bot.store.sqlite.copying import (
    JOURNAL,
    SHM,
    WAL,
    Draft,
    beside,
    copy_into,
    reading,
    reading_alone,
)
from bot.store.sqlite.failures import RAISED, failure_of
from bot.store.sqlite.lock import Lock
from bot.store.sqlite.writer import attempt
from bot.tables.commands import RESTORED, NotReplayed, execute, rebuilt
from bot.tables.entry import Entry
from bot.tables.table import Table, Unreadable, dump, load

GENERATIONS: Final = 1000
"""So many generations there are: a copy that is restored twice has another one each time."""

WRITING: Final = frozenset({"full", "read_only", "in_use"})
"""Faults of the place that is written to."""
Trouble: Final = (StoreError, *RAISED, OSError)


class Unable(Exception):
    """It was not done, and nothing has changed; each reason is one line."""

    def __init__(self, *reasons: str) -> None:
        super().__init__(*reasons)
        self.reasons = reasons


def run(command: str, file: Path, *, anyway: bool = False) -> int:
    """Make a copy of the database, or bring one back; the answer is the exit code."""
    log.start("ERROR")
    said: list[str] = []
    faults: tuple[str, ...] = ()
    try:
        database = settings.load().database
        if command == "backup":
            said.append(backup(file, database))
        else:
            said += restore(file, database, anyway=anyway)
    except settings.SettingsError as error:
        faults = error.faults
    except Unable as error:
        faults = error.reasons
    except Exception as error:  # the last door, as in `bot.cli.main`
        report(console.UNEXPECTED, error)
        return 1
    for line in said:
        print(line, flush=True)
    for line in faults:
        print(line, file=sys.stderr, flush=True)
    return 1 if faults else 0


# --- out ------------------------------------------------------------------------------------------


def backup(file: Path, database: Path) -> str:
    """Copy the database, on which a bot may be playing, into a new file; what the copy holds."""
    _look_whether_readable(database, console.NO_DATABASE.format(path=database))
    try:
        if os.path.lexists(file):
            raise Unable(console.COPY_EXISTS.format(file=file))
        if not file.parent.is_dir():
            raise Unable(console.NO_FOLDER.format(folder=file.parent))
        held = _copied(database, file)
    except Trouble as error:
        raise Unable(_why(error, console.STORE, source=database, target=file)) from error
    return console.BACKED_UP.format(file=file, path=database, holdings=held)


def _copied(database: Path, file: Path) -> Holdings:
    with Draft(file) as draft:
        with reading(database) as db:
            belonging(db)
            copy_into(db, draft)
        with reading_alone(draft.path) as db:
            held = holdings(db)
        draft.put()
    return held


# --- and back -------------------------------------------------------------------------------------


def restore(file: Path, database: Path, *, anyway: bool = False) -> list[str]:
    """Put this copy in the place of the database, if it is whole; what was there before is kept."""
    path = database.resolve()  # a link stays one
    _look_whether_readable(file, console.NO_COPY.format(file=file))
    lock = Lock(path)
    try:
        if path.exists() and file.samefile(path):
            raise Unable(console.NOT_ITSELF.format(file=file))
        lock.take()
        try:
            # at once: if all else is refused, the bot must be able to start all the same
            system.give_to_owner_of(_there(path), beside(path, ".lock"))
            held, kept = _put_back(file, path, anyway=anyway)
        finally:
            lock.release()
    except Trouble as error:
        words = {"broken": console.COPY_BROKEN, "in_use": console.END_FIRST}
        raise Unable(_why(error, words, source=file, target=database)) from error
    said = [console.RESTORED.format(path=database, file=file, holdings=held)]
    return [*said, console.REPLACED.format(kept=kept)] if kept else said


def _put_back(file: Path, path: Path, *, anyway: bool) -> tuple[Holdings, Path | None]:
    now = time.time()
    with Draft(path) as draft:
        with reading_alone(file) as db:
            waiting = belonging(db)
            look_at_pages(db)
            copy_into(db, draft)
        with closing(sqlite3.connect(draft.path, isolation_level=None)) as db:
            db.text_factory = TEXT
            if waiting:
                migrate.take(db, waiting, now)
            _refuse_damage(db, file, anyway=anyway)
            held = holdings(db)
            _go_on_from_here(db, anyway=anyway)
        system.give_to_owner_of(_there(path), draft.path)
        draft.sync()
        _fold(path)
        with system.signals_ignored():
            kept = _set_aside(path, now)
            draft.put()
    return held, kept


def _refuse_damage(db: sqlite3.Connection, file: Path, *, anyway: bool) -> None:
    found = list(damages(db))
    if found and not anyway:
        lines = [console.DAMAGED.format(path=file, what=line) for line in told(found)]
        raise Unable(*lines, console.NOT_RESTORED.format(file=file))


def _go_on_from_here(db: sqlite3.Connection, *, anyway: bool) -> None:
    """Have every open board hung up anew: the channels show what came after the copy was made."""
    ids = db.execute("SELECT id, changed FROM tables WHERE is_open = 1").fetchall()
    db.execute("BEGIN IMMEDIATE")
    # what the bot noted of Discord may not have been true for long
    db.execute("DELETE FROM facts")
    for table, changed in ids:
        failure = attempt(db, partial(_hang_up_anew, table=table, changed=changed))
        if isinstance(failure, StoreError) and not anyway:
            raise failure
    db.execute("COMMIT")


def _hang_up_anew(db: sqlite3.Connection, table: str, changed: float) -> None:
    stored = rows.read(db, table, None)
    known = stored and _as_played(db, stored)
    if stored and known:
        execute(known, RESTORED, None)
        known.reposts += 1
        known.generation = 1 + randbelow(GENERATIONS - 1)
        known.page_reposted = known.page.number
        rows.store(db, _restored(stored, known), changed)


def _as_played(db: sqlite3.Connection, stored: Stored) -> Table | None:
    """The table as the bot will go on with it; None if it cannot."""
    if stored.intact:
        with suppress(Unreadable):
            return load(stored.snapshot)
    with suppress(LogBroken, NotReplayed):
        return rebuilt(rows.log(db, stored.table))
    return None


def _restored(stored: Stored, table: Table) -> Change:
    return Change(
        table=stored.table,
        guild=stored.guild,
        channel=stored.channel,
        stage=table.stage,
        version=stored.version,
        entries=(Entry(None, RESTORED),),
        snapshot=dump(table),
        people=stored.people,
        due=table.due,
        paint=(table.page.key,),
    )


# --- the file that is replaced --------------------------------------------------------------------


def _fold(path: Path) -> None:
    """Fold into the old database what a bot left beside it, as far as that can be read at all."""
    if not path.exists():
        return
    with suppress(*RAISED), closing(sqlite3.connect(path, isolation_level=None)) as db:
        try:
            migrate.pending(db, migrate.steps())
        except StoreError as error:
            if error.code == "foreign_database":
                words = console.STORE[error.code].format(path=path)
                raise Unable(words) from error
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _set_aside(path: Path, now: float) -> Path | None:
    """Give what was there another name, and keep its rest away from what takes its place.

    A crash in between leaves it under both names, where the disk has such a thing.
    """
    existed, kept = path.exists(), _free_name(path, now)
    if existed:
        system.keep_as(path, kept)
    for end in (WAL, JOURNAL):  # SQLite would apply them to whatever has the old name
        rest = beside(path, end)
        if rest.exists():
            rest.rename(beside(kept, end))
    beside(path, SHM).unlink(missing_ok=True)
    system.sync_names(path.parent)
    return kept if existed else None


def _there(path: Path) -> Path:
    """This file; the folder for it, if there is none yet."""
    return path if path.exists() else path.parent


def _free_name(path: Path, now: float) -> Path:
    while True:
        at = time.strftime("%Y%m%d-%H%M%S", time.gmtime(now))
        kept = beside(path, f".replaced-{at}.bak")
        if not kept.exists():
            return kept
        now += 1


# --- what went wrong ------------------------------------------------------------------------------


def _look_whether_readable(file: Path, missing: str) -> None:
    """Raise why not; ``missing`` says that it is not there."""
    try:
        if not S_ISREG(file.stat().st_mode):
            raise Unable(missing)
        with file.open("rb"):
            pass
    except (FileNotFoundError, NotADirectoryError):
        raise Unable(missing) from None
    except OSError as error:
        raise Unable(console.UNTOUCHABLE.format(file=file, why=error.strerror)) from error


def _why(error: Exception, words: Mapping[str, str], *, source: Path, target: Path) -> str:
    """The sentence for this trouble: what is read is damaged, what is written finds no room."""
    failure = error if isinstance(error, StoreError) else failure_of(error)
    # SQLite reads, and the lock and the draft are files to us
    is_written = failure.code in WRITING or isinstance(failure.__cause__, OSError)
    path = target if is_written else source
    if isinstance(error, OSError) and failure.code not in WRITING:
        return console.UNTOUCHABLE.format(file=path, why=error.strerror)
    if failure.code in words:
        return words[failure.code].format(path=path)
    return remedy(failure, path) or failure.code
