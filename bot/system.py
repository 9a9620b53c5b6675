"""What differs between operating systems: locks, signals, owners, and what a disk is told.

POSIX and Windows each have their half here, and the rest of the bot is the same on both. The first
line of ``python -m bot`` leads here, so this imports next to nothing.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop
    from pathlib import Path

MANY: Final = 64
"""More signals than come at once."""
LOWER: Final = 5
"""How much nicer than usual a process is that stands back."""
PR_SET_DUMPABLE: Final = 4
"""What Linux calls the question whether a process may be dumped at all."""

if sys.platform == "win32":
    import msvcrt

    SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGBREAK)
    """The signals that ask a process to end; Ctrl-Break sends the last one."""

    def lock(file: int) -> bool:
        """Lock this open file until it is unlocked; False if somebody else has it."""
        os.lseek(file, 0, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

    def unlock(file: int) -> None:
        """Let go; Windows would do so by itself, but at a time of its own choosing."""
        os.lseek(file, 0, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_UNLCK, 1)

    def is_locked(file: int) -> bool:
        """Whether somebody else has locked this open file."""
        if not lock(file):
            return True
        unlock(file)
        return False

    def give_to_owner_of(owned: Path, file: Path) -> None:
        """Do nothing: the folder says who may use a file."""

    def leave_no_core() -> None:
        """Do nothing: Windows knows no core dumps; what it keeps of a crash is its owner's say."""

    def stand_back() -> None:
        """Do nothing: Windows itself favours whoever has waited for something."""

    def woken_by_signals(_: AbstractEventLoop) -> AbstractContextManager[None]:
        """Do nothing: asyncio sees to it by itself that signals wake its loop."""
        return nullcontext()

else:
    import fcntl
    import resource
    from socket import socketpair

    SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
    """The signals that ask a process to end."""

    def lock(file: int) -> bool:
        """Lock this open file until it is unlocked; False if somebody else has it."""
        return _flock(file, fcntl.LOCK_EX)

    def unlock(file: int) -> None:
        """Let go."""
        fcntl.flock(file, fcntl.LOCK_UN)

    def is_locked(file: int) -> bool:
        """Whether somebody else has locked this open file."""
        if not _flock(file, fcntl.LOCK_SH):  # which keeps out nobody else who asks
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
        """Let the user who owns one file use another, which the superuser has just made."""
        if os.geteuid() != 0:
            return
        owner = owned.stat()
        with suppress(OSError):  # not every disk knows of owners
            # not the target of a link: any user who may write here could link to anything
            os.chown(file, owner.st_uid, owner.st_gid, follow_symlinks=False)

    def leave_no_core() -> None:
        """Let no crash write this process's memory, with the token and all hands, to a disk."""
        with suppress(OSError, ValueError):  # a system may forbid it; the bot runs all the same
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if sys.platform == "linux":
            _be_undumpable()

    def _be_undumpable() -> None:
        """Linux hands cores to programs, too, whatever the limit; nor need others read memory."""
        with suppress(ImportError, OSError, AttributeError):  # not every Python, or C, has it
            import ctypes

            ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)

    def stand_back() -> None:
        """Let other processes go first where the cores do not suffice for all."""
        with suppress(OSError):  # a system may forbid even that
            os.nice(LOWER)

    @contextmanager
    def woken_by_signals(loop: AbstractEventLoop) -> Generator[None]:
        """Let every signal wake the loop, so that its handler runs at once.

        A signal that comes as the loop falls asleep, or that is given to another thread, would be
        handled only when something else wakes the loop.
        """
        ours, signals = socketpair()
        with ours, signals:
            ours.setblocking(False)
            signals.setblocking(False)
            # a function of Python: handlers of signals run in its midst, and in no other place
            loop.add_reader(ours, lambda: ours.recv(MANY))
            signal.set_wakeup_fd(signals.fileno(), warn_on_full_buffer=False)
            try:
                yield
            finally:
                signal.set_wakeup_fd(-1)
                loop.remove_reader(ours)


@contextmanager
def signals_ignored() -> Generator[None]:
    """Let no signal break off what is done meanwhile."""
    before = {each: signal.signal(each, signal.SIG_IGN) for each in SIGNALS}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def may_write(path: Path) -> bool:
    """Whether the user for whom this process acts may write here, as far as the system tells."""
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def sync_names(folder: Path) -> None:
    """Have the names of the files in this folder outlive a loss of power."""
    with suppress(OSError):  # Windows and some disks cannot do that, and none can be asked
        held = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(held)
        finally:
            os.close(held)


def keep_as(file: Path, kept: Path) -> None:
    """Give a file another name. A crash leaves it under both names, where a disk has such files."""
    try:
        os.link(file, kept)
    except OSError:
        file.rename(kept)
