"""Files of a database: its lock, drafts, copies, and connections that only read."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from pathlib import Path
from time import sleep
from typing import Final, Self

from bot import system
from bot.store.errors import InUse
from bot.store.private_copies import (
    Claim,
    private_folder,
    remove_abandoned,
    remove_abandoned_folders,
)
from bot.store.sqlite.connection import TEXT, failure_of

WAL: Final = "-wal"
"""The suffix of the file with the last commits, until a checkpoint moves them into the database."""
SHM: Final = "-shm"
"""The suffix of the index of those commits, which can always be made again."""
PART: Final = ".part"
"""The suffix of a draft."""
JOURNAL: Final = "-journal"
"""The suffix of the file that undoes an aborted transaction outside of WAL mode."""
CLOSED: Final = -1
"""Stands for the descriptor of an open file."""
RETRY_AFTER: Final = (0.01, 0.05)
"""Seconds: a process that only checks the lock may hold it for a moment."""


class Lock:
    """A lock beside a database; the system releases it when its process dies."""

    def __init__(self, database: Path) -> None:
        self._file = database.with_name(f"{database.name}.lock")
        self._held: int | None = None

    def take(self) -> None:
        """Hold it, or raise `InUse`, also in the process that holds it."""
        taken = False
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            held = os.open(self._file, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                taken = succeeds(lambda: system.lock(held))
            finally:
                if not taken:
                    os.close(held)
        except OSError as error:
            raise failure_of(error) from error
        if not taken:
            raise InUse
        self._held = held

    def is_taken(self) -> bool:
        """Return whether a process holds it, without creating the file."""
        try:
            asked = os.open(self._file, os.O_RDONLY)
        except FileNotFoundError:
            return False
        try:
            return not succeeds(lambda: not system.is_locked(asked))
        finally:
            os.close(asked)

    def release(self) -> None:
        """Release it. The file stays: the next holder may have it open already."""
        if self._held is not None:
            system.unlock(self._held)
            os.close(self._held)
            self._held = None


def succeeds(attempt: Callable[[], bool]) -> bool:
    """Return whether this attempt succeeds, if need be after a moment."""
    for pause in RETRY_AFTER:
        if attempt():
            return True
        sleep(pause)
    return attempt()


# --- drafts and copies ----------------------------------------------------------------------------


def beside(file: Path, end: str) -> Path:
    """Return the file of this suffix that SQLite or the bot keeps beside a database."""
    return file.with_name(file.name + end)


class Draft:
    """A file that is being written beside its final place, as private as a database.

    `put` is the last step. Without it nothing is left of the draft, at the latest once the next
    one begins in the same folder.
    """

    def __init__(self, file: Path) -> None:
        self.path: Final = beside(file, PART)
        self._claim = Claim(self.path)
        self._file = file
        self._held = CLOSED

    def __enter__(self) -> Self:
        remove_abandoned(self.path.parent, f"*{PART}", JOURNAL)
        if not succeeds(self._claim.take):
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        try:
            self.path.unlink(missing_ok=True)  # this process has the claim, so none is writing it
            self._held = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        except BaseException:  # signals, too, arrive as exceptions
            self._claim.release()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        try:
            if self._close():
                self.path.unlink()
                beside(self.path, JOURNAL).unlink(missing_ok=True)
            self._claim.release()
        finally:
            self._claim.abandon()

    def sync(self) -> None:
        """Write it through to the disk, which SQLite leaves to its caller."""
        os.fsync(self._held)

    def put(self) -> None:
        """Rename it to the finished file, atomically and durably."""
        self.sync()
        if not self._close():  # another process began a draft of the same name
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        self.path.replace(self._file)
        system.sync_names(self._file.parent)

    def _close(self) -> bool:
        """Close the file, as Windows needs to rename it; return whether it still has its name."""
        if self._held == CLOSED:
            return False
        try:
            return os.path.samestat(os.fstat(self._held), self.path.stat())
        except FileNotFoundError:
            return False
        finally:
            os.close(self._held)
            self._held = CLOSED


def copy(db: sqlite3.Connection, file: Path) -> None:
    """Copy the whole database into this file, which appears once it is complete."""
    with Draft(file) as draft:
        copy_into(db, draft)
        draft.put()


def copy_into(db: sqlite3.Connection, draft: Draft) -> None:
    """Copy the whole database into a draft."""
    # As bytes, since a name may be no UTF-8; absolute, since "file:" would begin a URI.
    db.execute("VACUUM INTO CAST(? AS TEXT)", (os.fsencode(draft.path.absolute()),))


# --- reading --------------------------------------------------------------------------------------


@contextmanager
def reading(file: Path) -> Generator[sqlite3.Connection]:
    """Yield a connection to a database on which a bot may be running in another process.

    A file should have only one connection, because SQLite before 3.51.3 may damage it when one
    connection restarts the -wal at the moment at which another one writes or checkpoints. This
    connection can do none of the three. Its file is open for reading alone, so it has no
    transaction that writes, hence no checkpoint after one, and it is refused the lock that a
    checkpoint at its end would need. A reader only keeps the bot from restarting the -wal while it
    reads.
    """
    with closing(_connection(file, "mode=ro")) as db:
        yield db


@contextmanager
def reading_alone(file: Path) -> Generator[sqlite3.Connection]:
    """Yield a connection that writes nothing, not even beside the file."""
    remove_abandoned_folders()
    file = file.resolve()  # SQLite looks for its other files there
    wal, journal = beside(file, WAL), beside(file, JOURNAL)
    if wal.exists() and beside(file, SHM).exists():  # a bot is running on it, or did until a crash
        with reading(file) as db:
            yield db
    elif unfolded := [part for part in (wal, journal) if part.exists() and part.stat().st_size]:
        with private_folder() as folder:  # to read these, SQLite has to write
            for part in (file, *unfolded):
                shutil.copyfile(part, folder / part.name)
            with closing(_connection(folder / file.name, "mode=rw")) as db:
                yield db
    else:
        with closing(_connection(file, "mode=ro&immutable=1")) as db:
            yield db


def _connection(file: Path, how: str) -> sqlite3.Connection:
    db = sqlite3.connect(f"{file.absolute().as_uri()}?{how}", uri=True, isolation_level=None)
    db.text_factory = TEXT
    return db
