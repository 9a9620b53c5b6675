"""Copies of a database, and connections that read one and change nothing."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, Self

from bot import system
from bot.store.claims import Claim, private_folder, remove_abandoned, remove_abandoned_folders
from bot.store.sqlite.connection import TEXT
from bot.store.sqlite.lock import comes_true

WAL: Final = "-wal"
"""The end of the name of the file with the last commits, until they are folded in."""
SHM: Final = "-shm"
"""The same for the index of those commits, which can always be made again."""
PART: Final = ".part"
"""The same for a file in the making."""
JOURNAL: Final = "-journal"
"""The same for what undoes a transaction that was broken off outside of WAL mode."""
CLOSED: Final = -1
"""Instead of the number of an open file."""


def beside(file: Path, end: str) -> Path:
    """The file that SQLite or the bot keeps beside this one, under a longer name."""
    return file.with_name(file.name + end)


class Draft:
    """A file in the making, beside the place of the finished one and as secret as a database.

    Putting it there is the last step; if that never happens, nothing is left of it, at the latest
    once the next one is begun in the same folder.
    """

    def __init__(self, file: Path) -> None:
        self.path: Final = beside(file, PART)
        self._claim = Claim(self.path)
        self._file = file
        self._held = CLOSED

    def __enter__(self) -> Self:
        remove_abandoned(self.path.parent, f"*{PART}", JOURNAL)
        if not comes_true(self._claim.take):
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        try:
            self.path.unlink(missing_ok=True)  # nobody has claimed it, so nobody is writing it
            self._held = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        except BaseException:  # a signal, too, comes as one: what is not begun is claimed by nobody
            self._claim.let_go()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        try:
            if self._let_go():
                self.path.unlink()
                beside(self.path, JOURNAL).unlink(missing_ok=True)
            self._claim.let_go()
        finally:
            self._claim.abandon()

    def sync(self) -> None:
        """Force it to the disk; SQLite leaves that to us."""
        os.fsync(self._held)

    def put(self) -> None:
        """Let it be the finished file, in one step and for good."""
        self.sync()
        if not self._let_go():  # another process began a draft of the same name
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        self.path.replace(self._file)
        system.sync_names(self._file.parent)

    def _let_go(self) -> bool:
        """Close the draft, since Windows renames and removes no open file; is it still ours?"""
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
    """Write the whole database into this file, which appears only once it is complete."""
    with Draft(file) as draft:
        copy_into(db, draft)
        draft.put()


def copy_into(db: sqlite3.Connection, draft: Draft) -> None:
    """Write the whole database into a draft."""
    # As bytes, since a name may be no text; and whole, since "file:" would begin an address.
    db.execute("VACUUM INTO CAST(? AS TEXT)", (os.fsencode(draft.path.absolute()),))


# --- reading --------------------------------------------------------------------------------------


@contextmanager
def reading(file: Path) -> Generator[sqlite3.Connection]:
    """A connection to a database on which a bot may be running, in another process.

    A file should have only one connection, because SQLite before 3.51.3 may damage it when one
    connection restarts the -wal at the moment at which another one writes or checkpoints. This
    connection can do none of the three. Its file is open for reading alone, so it has no
    transaction that writes, hence no checkpoint after one, and the lock that it would need to fold
    the -wal in as it closes is refused to it. A reader only keeps the bot from restarting the -wal
    for as long as it reads.
    """
    with closing(_connection(file, "mode=ro")) as db:
        yield db


@contextmanager
def reading_alone(file: Path) -> Generator[sqlite3.Connection]:
    """A connection to a file that is only read: nothing is written, not even beside it."""
    remove_abandoned_folders()
    file = file.resolve()  # where SQLite looks for what belongs to it
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
