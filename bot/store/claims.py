"""Private copies hold hands: what a killed process leaves of them, the next process removes.

Beside each lies a file that its process keeps locked. The system takes the lock back from a process
that dies, and every container that mounts the folder sees it; the number of a process would tell
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
"""The end of the name of a claim; before it comes the name of what is claimed."""
FOLDERS: Final = "celestia-"
"""How the names of private folders begin."""
_NO_LOCKS: Final = frozenset({errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP})


class Claim:
    """Says that a private copy is in use, for as long as this process lives or until it is let go.

    Removing the claim is the last step, so that nothing private ever lies there without one.
    """

    def __init__(self, claimed: Path) -> None:
        self._file = claimed.with_name(claimed.name + IN_USE)
        self._held: int | None = None

    def take(self, *, anew: bool = True) -> bool:
        """Whether it is ours now; not ``anew``: only one that somebody has left behind."""
        held = os.open(self._file, os.O_RDWR | (os.O_CREAT if anew else 0), 0o600)
        try:
            if system.lock(held) and self._is_there(held):
                self._held, held = held, -1
        except OSError as error:
            # Some disks know no locks. Whatever is made there is nobody else's to remove.
            if not anew or error.errno not in _NO_LOCKS:
                raise
            self._file.unlink()
            return True
        finally:
            if held >= 0:
                os.close(held)
        return self._held is not None

    def _is_there(self, held: int) -> bool:
        """Whether this is still the file of that name: its last owner may just have removed it."""
        with suppress(FileNotFoundError):
            return os.path.samestat(os.fstat(held), self._file.stat())
        return False

    def let_go(self) -> None:
        """Remove it, since what it stood for is gone."""
        if self._held is None:
            return
        again = False
        try:
            self._file.unlink(missing_ok=True)  # before anybody else can lock it
        except PermissionError:  # Windows removes no open file
            again = True
        finally:
            self.abandon()
        if again:
            with suppress(PermissionError):  # somebody else has just opened it, and removes it
                self._file.unlink(missing_ok=True)

    def abandon(self) -> None:
        """Leave it, and what it stands for, to the next process."""
        if self._held is not None:
            os.close(self._held)
            self._held = None


@contextmanager
def private_folder() -> Generator[Path]:
    """A folder for copies that nobody else may read; those of dead processes are removed."""
    remove_abandoned_folders()
    folder = Path(gettempdir(), f"{FOLDERS}{token_hex(8)}")
    claim = Claim(folder)
    while not claim.take():
        pass  # somebody looked whether it is abandoned
    try:
        folder.mkdir(mode=0o700)
        try:
            yield folder
        finally:
            shutil.rmtree(folder)
        claim.let_go()
    finally:
        claim.abandon()


def remove_abandoned_folders() -> None:
    """Remove the private folders of processes that are no more."""
    remove_abandoned(Path(gettempdir()), f"{FOLDERS}*")


def remove_abandoned(folder: Path, names: str, *ends: str) -> None:
    """Remove what dead processes claimed here under such names, with what else they added to it."""
    for file in folder.glob(names + IN_USE):
        claimed = file.with_name(file.name.removesuffix(IN_USE))
        claim = Claim(claimed)
        try:
            if claim.take(anew=False):
                for end in ("", *ends):
                    _remove(claimed.with_name(claimed.name + end))
                claim.let_go()
        except OSError:
            pass  # it is another user's, or somebody is just removing it
        finally:
            claim.abandon()


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
