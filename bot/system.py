"""The differences between operating systems: locks, signals, owners, and disk writes.

POSIX and Windows each have their half here, and the rest of the bot is the same on both. The first
line of ``python -m bot`` leads here, so this imports next to nothing.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop
    from pathlib import Path

MANY: Final = 64
"""Bytes in the wake-up buffer: more signals than come at once."""
OPEN_FILES: Final = 16384
"""Files and connections that the process asks to be allowed; most systems begin with 1,024."""
PR_SET_DUMPABLE: Final = 4
"""Linux's number of the operation that sets whether a process may be dumped."""

if sys.platform == "win32":
    import msvcrt

    SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGBREAK)
    """The signals that ask a process to end; Ctrl-Break sends the last one."""

    def lock(file: int) -> bool:
        """Lock an open file until it is unlocked; return False if another process has it."""
        os.lseek(file, 0, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

    def unlock(file: int) -> None:
        """Unlock at once; Windows would do so by itself, but later."""
        os.lseek(file, 0, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_UNLCK, 1)

    def is_locked(file: int) -> bool:
        """Return whether another process has locked an open file."""
        if not lock(file):
            return True
        unlock(file)
        return False

    def give_to_owner_of(owned: Path, file: Path) -> None:
        """Do nothing: the folder says who may use a file."""

    def is_readable_to_all(_: Path) -> bool:
        """Return False: the folder says who may read a file."""
        return False

    def leave_no_core() -> None:
        """Do nothing: Windows has no core dumps; its crash dumps are the owner's to configure."""

    def raise_open_files() -> None:
        """Do nothing: Windows limits files, but no connections."""

    def max_open_files() -> int:
        """Return a number that is no limit in practice: Windows does not count connections."""
        return OPEN_FILES

    def woken_by_signals(_: AbstractEventLoop) -> AbstractContextManager[None]:
        """Do nothing: on Windows asyncio itself lets signals wake its loop."""
        return nullcontext()

else:
    import fcntl
    import resource
    from socket import socketpair
    from stat import S_IROTH

    SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
    """The signals that ask a process to end."""

    def lock(file: int) -> bool:
        """Lock an open file until it is unlocked; return False if another process has it."""
        return _flock(file, fcntl.LOCK_EX)

    def unlock(file: int) -> None:
        """Unlock an open file."""
        fcntl.flock(file, fcntl.LOCK_UN)

    def is_locked(file: int) -> bool:
        """Return whether another process has locked an open file."""
        if not _flock(file, fcntl.LOCK_SH):  # a shared lock: others may ask, too
            return True
        unlock(file)
        return False

    def _flock(file: int, how: int) -> bool:
        try:
            fcntl.flock(file, how | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def give_to_owner_of(owned: Path, file: Path) -> None:
        """Give a file that the superuser has just made to the owner of another."""
        if os.geteuid() != 0:
            return
        owner = owned.stat()
        with suppress(OSError):  # not every disk knows of owners
            # not the target of a link: any user who may write here could link to anything
            os.chown(file, owner.st_uid, owner.st_gid, follow_symlinks=False)

    def is_readable_to_all(file: Path) -> bool:
        """Return whether a file exists that every user of the machine may read."""
        try:
            return bool(file.stat().st_mode & S_IROTH)
        except OSError:
            return False

    def leave_no_core() -> None:
        """Disable core dumps, which would write the token and all hands to a disk."""
        with suppress(OSError, ValueError):  # a system may forbid it; the bot runs all the same
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        # Linux pipes cores to programs despite the limit, and memory can be read
        _prctl(PR_SET_DUMPABLE, 0)

    def _prctl(operation: int, value: int) -> None:
        if sys.platform == "linux":
            with suppress(ImportError, OSError, AttributeError):  # not every Python, or C, has it
                import ctypes

                ctypes.CDLL(None).prctl(operation, value, 0, 0, 0)

    def raise_open_files() -> None:
        """Raise the soft limit of open files to `OPEN_FILES`, as far as the hard limit allows."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            with suppress(OSError, ValueError):  # a system may forbid it
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))

    def max_open_files() -> int:
        """Return how many files and connections this process may have open."""
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return OPEN_FILES if soft == resource.RLIM_INFINITY else soft

    @contextmanager
    def woken_by_signals(loop: AbstractEventLoop) -> Generator[None]:
        """Have every signal wake the loop, so that its handler runs at once.

        A signal that comes as the loop falls asleep, or that is given to another thread, would be
        handled only when something else wakes the loop.
        """
        woken, signals = socketpair()
        with woken, signals:
            woken.setblocking(False)
            signals.setblocking(False)
            # a Python function: handlers of signals run between its bytecodes only
            loop.add_reader(woken, lambda: woken.recv(MANY))
            signal.set_wakeup_fd(signals.fileno(), warn_on_full_buffer=False)
            try:
                yield
            finally:
                signal.set_wakeup_fd(-1)
                loop.remove_reader(woken)


@contextmanager
def signals_ignored() -> Generator[None]:
    """Ignore signals meanwhile; only the main thread can, which handles them all."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {each: signal.signal(each, signal.SIG_IGN) for each in SIGNALS}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def may_write(path: Path) -> bool:
    """Return whether the effective user may write here, as far as the system tells."""
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def sync_names(folder: Path) -> None:
    """Sync a folder, so that the names of its files survive a loss of power."""
    with suppress(OSError):  # Windows and some disks cannot do that, and none can be asked
        held = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(held)
        finally:
            os.close(held)


def keep_as(file: Path, kept: Path) -> None:
    """Give a file another name. A crash may leave it under both names, where hard links exist."""
    try:
        os.link(file, kept)
    except OSError:
        file.rename(kept)
