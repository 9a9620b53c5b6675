"""Care for a file of SQLite, on which a bot may be running."""

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
from bot.store.data import Holdings, Overview
from bot.store.errors import (
    CannotOpen,
    DiskFull,
    Exists,
    InUse,
    Missing,
    NoFolder,
    OlderDatabase,
    ReadOnly,
    SameFile,
    StoreError,
    Untouchable,
)
from bot.store.maintenance import Inspection, Maintenance, Restored
from bot.store.private_copies import private_folder
from bot.store.sql.inspection import overview
from bot.store.sql.transfer import copied
from bot.store.sqlite.connection import RAISED, failure_of
from bot.store.sqlite.files import WAL, Draft, Lock, beside, copy_into, reading, reading_alone
from bot.store.sqlite.inspection import damage_in, holdings, looking_into, waiting_migrations
from bot.store.sqlite.restore import file_or_folder, restore
from bot.store.sqlite.session import SqliteSession, finished
from bot.store.sqlite.store import SqliteStore
from bot.store.store import Store

_OF_THE_TARGET: Final = (DiskFull, ReadOnly, InUse)
_RAISED: Final = (StoreError, *RAISED, OSError)


class SqliteMaintenance(Maintenance):
    """Care for a database in one file."""

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
        return _inspection(self._file, is_played_on=Lock(real).is_taken())

    def inspect_copy(self) -> Inspection:
        try:
            return _inspection(self._file)
        except OSError as error:
            raise _untouchable(error, self._file) from error
        except RAISED as error:
            raise failure_of(error) from error

    def check_at_rest(self) -> None:
        if Lock(self._file.resolve()).is_taken():
            raise InUse

    def overview(self) -> Overview:
        _check_readable(self._file)
        real = self._file.resolve()
        look = reading if Lock(real).is_taken() else reading_alone
        try:
            with look(real) as db:
                if waiting_migrations(db):
                    raise OlderDatabase
                size = sum(it.stat().st_size for it in (real, beside(real, WAL)) if it.exists())
                return finished(overview(SqliteSession(db), time.time(), size))
        except RAISED as error:
            raise failure_of(error) from error

    def back_up(self, copy: Path) -> Holdings:
        _check_readable(self._file)
        with _located(source=self._file, target=copy):
            if os.path.lexists(copy):
                raise Exists(path=copy)
            if not copy.parent.is_dir():
                raise NoFolder(path=copy.parent)
            return self._back_up(copy)

    def _back_up(self, copy: Path) -> Holdings:
        with Draft(copy) as draft:
            with reading(self._file) as db:
                waiting_migrations(db)
                copy_into(db, draft)
            with reading_alone(draft.path) as db:
                held = holdings(db)
            draft.put()
        return held

    def copy_into(self, target: Store, place: object) -> int:
        with private_folder() as folder:
            copy = folder / "from.db"
            self.back_up(copy)
            return asyncio.run(self._copied(copy, target, place))

    async def _copied(self, copy: Path, target: Store, place: object) -> int:
        """Copy from a private copy, which may be migrated."""

        async def confirm() -> None:
            self.check_at_rest()

        source = SqliteStore(copy)
        with _located(source=self._file, target=copy):
            await source.open()
        try:
            return await copied(source, target, place, confirm)
        finally:
            await source.close()

    def restore(self, copy: Path, *, anyway: bool = False) -> Restored:
        file = self._file.resolve()  # a link stays one
        _check_readable(copy)
        lock = Lock(file)
        with _located(source=copy, target=self._file):
            if file.exists() and copy.samefile(file):
                raise SameFile(path=copy)
            lock.take()
            try:
                # At once: whatever else is refused, the bot must be able to start.
                system.give_to_owner_of(file_or_folder(file), beside(file, ".lock"))
                return restore(copy, file, anyway=anyway)
            finally:
                lock.release()


def _inspection(file: Path, *, is_played_on: bool = False) -> Inspection:
    with file.open("rb"):  # SQLite does not say why it cannot open a file
        pass
    with looking_into(file, alone=not is_played_on) as look:
        damages = tuple(damage_in(look.db, look.indexes))
        return Inspection(damages, holdings(look.db), is_played_on, look.migrations)


def _check_writable(path: Path) -> None:
    """Raise why the bot could not write this file and its folder, or create what is missing."""
    nearest = next(it for it in (path, *path.parents) if it.exists())
    folder = path.parent if nearest == path else nearest
    if not folder.is_dir():
        raise CannotOpen
    if not all(map(system.may_write, (nearest, folder))):
        raise ReadOnly


def _check_readable(file: Path) -> None:
    """Raise why this file cannot be read."""
    try:
        if not S_ISREG(file.stat().st_mode):
            raise Missing(path=file)
        with file.open("rb"):
            pass
    except (FileNotFoundError, NotADirectoryError):
        raise Missing(path=file) from None
    except OSError as error:
        raise _untouchable(error, file) from error


@contextmanager
def _located(*, source: Path, target: Path) -> Generator[None]:
    """Name the file to blame: the source may be damaged, the target may have no room."""
    try:
        yield
    except _RAISED as error:
        failure = error if isinstance(error, StoreError) else failure_of(error)
        if "path" in failure.data:
            raise
        # SQLite reads the source; only the lock and the draft are opened as files.
        is_written = isinstance(failure, _OF_THE_TARGET) or isinstance(failure.__cause__, OSError)
        path = target if is_written else source
        if isinstance(error, OSError) and not isinstance(failure, _OF_THE_TARGET):
            raise _untouchable(error, path) from error
        raise failure.at(path) from failure.__cause__


def _untouchable(error: OSError, path: Path) -> Untouchable:
    return Untouchable(path=path, why=error.strerror)
