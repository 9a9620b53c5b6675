"""Puts a copy in the place of a database: what was there before is kept, and a crash loses none."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

from bot import system
from bot.store.maintenance import CopyDamaged, Restored
from bot.store.protocol import StoreError
from bot.store.restored import as_restored
from bot.store.sql import rows, schema
from bot.store.sqlite import migrate
from bot.store.sqlite.connection import TEXT
from bot.store.sqlite.copying import JOURNAL, SHM, WAL, Draft, beside, copy_into, reading_alone
from bot.store.sqlite.failures import RAISED
from bot.store.sqlite.inspection import check_pages, damage_in, holdings, waiting_steps
from bot.store.sqlite.session import SqliteSession, finished
from bot.store.sqlite.writer import attempt


def put_back(copy: Path, file: Path, *, anyway: bool) -> Restored:
    """Let this file hold what the copy does. Nobody else may be using it."""
    now = time.time()
    with Draft(file) as draft:
        with reading_alone(copy) as db:
            waiting = waiting_steps(db)
            check_pages(db)
            copy_into(db, draft)
        with closing(sqlite3.connect(draft.path, isolation_level=None)) as db:
            db.text_factory = TEXT
            if waiting:
                migrate.take(db, waiting, now)
            if not anyway and (found := tuple(damage_in(db))):
                raise CopyDamaged(copy, found)
            held = holdings(db)
            _repost_open_boards(db, anyway=anyway)
        system.give_to_owner_of(there(file), draft.path)
        draft.sync()
        _fold(file)
        with system.signals_ignored():
            kept = _set_aside(file, now)
            draft.put()
    return Restored(held, kept and f"{kept}")


def there(file: Path) -> Path:
    """This file; the folder for it, if there is none yet."""
    return file if file.exists() else file.parent


def _repost_open_boards(db: sqlite3.Connection, *, anyway: bool) -> None:
    """Have every open board posted anew."""
    ids = db.execute("SELECT id, changed FROM tables WHERE is_open = 1").fetchall()
    db.execute("BEGIN IMMEDIATE")
    # what the bot noted of Discord may not have been true for long
    db.execute("DELETE FROM facts")
    for table, changed in ids:
        failure = attempt(db, partial(_repost, table=table, changed=changed))
        if isinstance(failure, StoreError) and not anyway:
            raise failure
    db.execute("COMMIT")


def _repost(db: sqlite3.Connection, table: str, changed: float) -> None:
    session = SqliteSession(db)
    stored = finished(rows.read(session, table, None))
    change = stored and as_restored(stored, lambda: finished(rows.log(session, table)))
    if change:
        finished(rows.store(session, change, changed))


def _fold(file: Path) -> None:
    """Fold into the old database what a bot left beside it, as far as that can be read at all."""
    if not file.exists():
        return
    with suppress(*RAISED), closing(sqlite3.connect(file, isolation_level=None)) as db:
        try:
            migrate.pending(db, schema.steps())
        except StoreError as error:
            if error.code == "foreign_database":
                raise StoreError(error.code, path=file) from error
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _set_aside(file: Path, now: float) -> Path | None:
    """Give what was there another name, and keep its rest away from what takes its place."""
    existed, kept = file.exists(), _free_name(file, now)
    if existed:
        system.keep_as(file, kept)
    for end in (WAL, JOURNAL):  # SQLite would apply them to the new file
        rest = beside(file, end)
        if rest.exists():
            rest.rename(beside(kept, end))
    beside(file, SHM).unlink(missing_ok=True)
    system.sync_names(file.parent)
    return kept if existed else None


def _free_name(file: Path, now: float) -> Path:
    while True:
        at = time.strftime("%Y%m%d-%H%M%S", time.gmtime(now))
        kept = beside(file, f".replaced-{at}.bak")
        if not kept.exists():
            return kept
        now += 1
