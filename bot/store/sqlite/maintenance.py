"""How to look after a file of SQLite, on which a bot may be running."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from stat import S_ISREG
from typing import Final

from bot import system
from bot.store.claims import private_folder
from bot.store.integrity import Holdings
from bot.store.maintenance import Inspection, Maintenance, Restored
from bot.store.overview import Overview
from bot.store.protocol import StoreError
from bot.store.sql.moving import copied
from bot.store.sql.overview import overview
from bot.store.sql.store import SqlStore
from bot.store.sqlite.copying import WAL, Draft, beside, copy_into, reading, reading_alone
from bot.store.sqlite.deleting import delete_games
from bot.store.sqlite.failures import RAISED, failure_of
from bot.store.sqlite.inspection import (
    count_waiting_steps,
    damage_in,
    holdings,
    looking_into,
    waiting_steps,
)
from bot.store.sqlite.lock import Lock
from bot.store.sqlite.restoring import put_back, there
from bot.store.sqlite.session import SqliteSession, finished
from bot.store.sqlite.store import SqliteStore

_WRITING: Final = frozenset({"full", "read_only", "in_use"})
"""Faults of the place that is written to."""
_TROUBLE: Final = (StoreError, *RAISED, OSError)


class SqliteMaintenance(Maintenance):
    """How to look after a database in one file."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def inspect(self) -> Inspection | None:
        try:
            return self._inspect(self._file.resolve())
        except (*RAISED, OSError) as error:
            raise failure_of(error) from error

    def _inspect(self, real: Path) -> Inspection | None:
        _check_writable(real)
        if not real.exists() or not real.stat().st_size:
            return None
        if Lock(real).is_taken():
            return _inspection(self._file, alone=False, is_played_on=True)
        found = _inspection(self._file, alone=True)
        count = count_waiting_steps(self._file)
        return Inspection(found.damages, found.holdings, migrations=count)

    def inspect_copy(self) -> Inspection:
        try:
            return _inspection(self._file, alone=True)
        except OSError as error:
            raise _untouchable(error, self._file) from error
        except RAISED as error:
            raise failure_of(error) from error

    def check_at_rest(self) -> None:
        if Lock(self._file.resolve()).is_taken():
            raise StoreError("in_use")

    def overview(self) -> Overview:
        _check_readable(self._file)
        real = self._file.resolve()
        look = reading if Lock(real).is_taken() else reading_alone
        try:
            with look(real) as db:
                if waiting_steps(db):
                    raise StoreError("older_database")
                size = sum(it.stat().st_size for it in (real, beside(real, WAL)) if it.exists())
                return finished(overview(SqliteSession(db), time.time(), size))
        except RAISED as error:
            raise failure_of(error) from error

    def back_up(self, copy: Path) -> Holdings:
        _check_readable(self._file)
        with _located(source=self._file, target=copy):
            if os.path.lexists(copy):
                raise StoreError("exists", path=copy)
            if not copy.parent.is_dir():
                raise StoreError("no_folder", path=copy.parent)
            return self._back_up(copy)

    def _back_up(self, copy: Path) -> Holdings:
        with Draft(copy) as draft:
            with reading(self._file) as db:
                waiting_steps(db)
                copy_into(db, draft)
            with reading_alone(draft.path) as db:
                held = holdings(db)
            draft.put()
        return held

    def copy_into(self, target: SqlStore) -> int:
        with private_folder() as folder:
            copy = folder / "from.db"
            self.back_up(copy)
            return asyncio.run(self._copied(copy, target))

    async def _copied(self, copy: Path, target: SqlStore) -> int:
        """What is read is a copy, which may be brought up to date."""

        async def confirm() -> None:
            self.check_at_rest()

        source = SqliteStore(copy)
        with _located(source=self._file, target=copy):
            await source.open()
        try:
            return await copied(source, target, confirm)
        finally:
            await source.close()

    def delete_games(self, before: float) -> tuple[int, Holdings]:
        file = self._file.resolve()
        _check_readable(file)
        lock = Lock(file)
        with _located(source=self._file, target=self._file):
            lock.take()
            try:
                return delete_games(file, before)
            finally:
                lock.release()

    def restore(self, copy: Path, *, anyway: bool = False) -> Restored:
        file = self._file.resolve()  # a link stays one
        _check_readable(copy)
        lock = Lock(file)
        with _located(source=copy, target=self._file):
            if file.exists() and copy.samefile(file):
                raise StoreError("itself", path=copy)
            lock.take()
            try:
                # at once: if all else is refused, the bot must be able to start all the same
                system.give_to_owner_of(there(file), beside(file, ".lock"))
                return put_back(copy, file, anyway=anyway)
            finally:
                lock.release()


def _inspection(file: Path, *, alone: bool, is_played_on: bool = False) -> Inspection:
    with file.open("rb"):  # SQLite does not say why it cannot open a file
        pass
    with looking_into(file, alone=alone) as (db, indexes):
        return Inspection(tuple(damage_in(db, indexes)), holdings(db), is_played_on)


def _check_writable(path: Path) -> None:
    """Raise why the bot could not write this file and its folder, or create what is missing."""
    nearest = next(it for it in (path, *path.parents) if it.exists())
    folder = path.parent if nearest == path else nearest
    if not folder.is_dir():
        raise StoreError("cannot_open")
    if not all(map(system.may_write, (nearest, folder))):
        raise StoreError("read_only")


def _check_readable(file: Path) -> None:
    """Raise why this file cannot be read."""
    try:
        if not S_ISREG(file.stat().st_mode):
            raise StoreError("missing", path=file)
        with file.open("rb"):
            pass
    except (FileNotFoundError, NotADirectoryError):
        raise StoreError("missing", path=file) from None
    except OSError as error:
        raise _untouchable(error, file) from error


@contextmanager
def _located(*, source: Path, target: Path) -> Generator[None]:
    """Name the file to blame: the source may be damaged, the target may have no room."""
    try:
        yield
    except _TROUBLE as error:
        failure = error if isinstance(error, StoreError) else failure_of(error)
        if "path" in failure.data:
            raise
        # SQLite reads, and the lock and the draft are files to us
        is_written = failure.code in _WRITING or isinstance(failure.__cause__, OSError)
        path = target if is_written else source
        if isinstance(error, OSError) and failure.code not in _WRITING:
            raise _untouchable(error, path) from error
        raise StoreError(failure.code, **failure.data, path=path) from error


def _untouchable(error: OSError, path: Path) -> StoreError:
    return StoreError("untouchable", path=path, why=error.strerror)
