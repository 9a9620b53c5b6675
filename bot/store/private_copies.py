"""Private copies contain players' cards; the next process deletes those that a killed one left.

Beside each copy is a file that its process keeps locked. The system releases the lock of a process
that dies, and every container that mounts the folder sees it. The number of a process would do
neither.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from tempfile import gettempdir
from typing import Final

from bot import system

IN_USE: Final = ".in-use"
"""The suffix of a claim, after the name of the copy."""
FOLDERS: Final = "celestia-"
"""The prefix of private folders."""
_NO_LOCKS: Final = frozenset({errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP})


class Claim:
    """Marks a private copy as in use while this process lives, or until it is released.

    It is removed last, so that no private copy is ever without one.
    """

    def __init__(self, claimed: Path) -> None:
        self._file = claimed.with_name(claimed.name + IN_USE)
        self._held: int | None = None

    def take(self, *, create: bool = True) -> bool:
        """Return whether it was taken; without ``create``, only an abandoned one is."""
        held = os.open(self._file, os.O_RDWR | (os.O_CREAT if create else 0), 0o600)
        try:
            if system.lock(held) and self._is_there(held):
                self._held, held = held, -1
        except OSError as error:
            # Some disks have no locks. Then no other process removes the copy.
            if not create or error.errno not in _NO_LOCKS:
                raise
            self._file.unlink()
            return True
        finally:
            if held >= 0:
                os.close(held)
        return self._held is not None

    def _is_there(self, held: int) -> bool:
        """Return whether the file still has its name: its last owner may have just removed it."""
        with suppress(FileNotFoundError):
            return os.path.samestat(os.fstat(held), self._file.stat())
        return False

    def release(self) -> None:
        """Remove it, after its copy was removed."""
        if self._held is None:
            return
        again = False
        try:
            self._file.unlink(missing_ok=True)  # before another process can lock it
        except PermissionError:  # Windows removes no open file
            again = True
        finally:
            self.abandon()
        if again:
            with suppress(PermissionError):  # another process has just opened it, and removes it
                self._file.unlink(missing_ok=True)

    def abandon(self) -> None:
        """Leave it to the next process, together with its copy."""
        if self._held is not None:
            os.close(self._held)
            self._held = None


@contextmanager
def private_folder() -> Generator[Path]:
    """Yield a folder that only this user may read; remove those of dead processes."""
    remove_abandoned_folders()
    folder = Path(gettempdir(), f"{FOLDERS}{token_hex(8)}")
    claim = Claim(folder)
    while not claim.take():
        pass  # another process checked whether it is abandoned
    try:
        folder.mkdir(mode=0o700)
        try:
            yield folder
        finally:
            shutil.rmtree(folder)
        claim.release()
    finally:
        claim.abandon()


def remove_abandoned_folders() -> None:
    """Remove the private folders of dead processes."""
    remove_abandoned(Path(gettempdir()), f"{FOLDERS}*")


def remove_abandoned(folder: Path, names: str, *ends: str) -> None:
    """Remove copies of these names that dead processes left, with files of these suffixes."""
    for file in folder.glob(names + IN_USE):
        claimed = file.with_name(file.name.removesuffix(IN_USE))
        claim = Claim(claimed)
        try:
            if claim.take(create=False):
                for end in ("", *ends):
                    _remove(claimed.with_name(claimed.name + end))
                claim.release()
        except OSError:
            pass  # it is another user's, or another process is just removing it
        finally:
            claim.abandon()


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
