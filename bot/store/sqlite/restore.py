"""Replaces a database by a copy: the former one is kept, and a crash loses neither."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

from bot import system
from bot.store.errors import CopyDamaged, ForeignDatabase, StoreError
from bot.store.maintenance import Restored
from bot.store.sql import recovery, schema
from bot.store.sqlite import migrate
from bot.store.sqlite.connection import RAISED, TEXT, attempt
from bot.store.sqlite.files import JOURNAL, SHM, WAL, Draft, beside, copy_into, reading_alone
from bot.store.sqlite.inspection import check_pages, damage_in, holdings, waiting_migrations
from bot.store.sqlite.session import SqliteSession, finished


def restore(copy: Path, file: Path, *, anyway: bool) -> Restored:
    """Replace this file by a copy. No other process may be using it."""
    now = time.time()
    with Draft(file) as draft:
        with reading_alone(copy) as db:
            waiting = waiting_migrations(db)
            check_pages(db)
            copy_into(db, draft)
        with closing(sqlite3.connect(draft.path, isolation_level=None)) as db:
            db.text_factory = TEXT
            if waiting:
                migrate.apply(db, waiting, now)
            if not anyway and (found := tuple(damage_in(db))):
                raise CopyDamaged(copy, found)
            held = holdings(db)
            _repost_open_boards(db, anyway=anyway)
        system.give_to_owner_of(file_or_folder(file), draft.path)
        draft.sync()
        _checkpoint(file)
        with system.signals_ignored():
            kept = _set_aside(file, now)
            draft.put()
    return Restored(held, kept and f"{kept}")


def file_or_folder(file: Path) -> Path:
    """Return this file, or the folder for it if it does not exist yet."""
    return file if file.exists() else file.parent


# --- boards ---------------------------------------------------------------------------------------


def _repost_open_boards(db: sqlite3.Connection, *, anyway: bool) -> None:
    """Have every open board posted again: channels show what came after the copy was made."""
    ids = db.execute(recovery.OPEN_TABLES).fetchall()
    db.execute("BEGIN IMMEDIATE")
    # What the bot noted of Discord may have changed long ago.
    db.execute("DELETE FROM facts")
    for table, changed in ids:
        failure = attempt(db, partial(_repost, table=table, changed=changed))
        if isinstance(failure, StoreError) and not anyway:
            raise failure
    db.execute("COMMIT")


def _repost(db: sqlite3.Connection, table: str, changed: float) -> None:
    finished(recovery.repost(SqliteSession(db), table, changed))


# --- the former file ------------------------------------------------------------------------------


def _checkpoint(file: Path) -> None:
    """Move the commits beside the former database into it, as far as it can be read at all."""
    if not file.exists():
        return
    with suppress(*RAISED), closing(sqlite3.connect(file, isolation_level=None)) as db:
        try:
            migrate.pending(db, schema.migrations())
        except ForeignDatabase as error:
            error.at(file)
            raise
        except StoreError:
            pass
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _set_aside(file: Path, now: float) -> Path | None:
    """Rename the former database, and keep its other files away from the copy."""
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
