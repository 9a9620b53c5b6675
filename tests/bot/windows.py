"""Windows, as far as `bot.system` can tell: its locks, no owners, no open file renamed or removed.

``python -c "from tests.bot.windows import pretend; pretend(); …"``, before anything of the bot.
"""

import asyncio
import errno
import fcntl
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

SYSTEM = Path(__file__).parents[2] / "bot" / "system.py"
MISSING = ("fcntl", "grp", "pwd", "resource", "termios")
OF_POSIX = ("chown", "fchown", "getegid", "geteuid", "getgid", "getuid", "lchown", "mkfifo")
CHANGES = ("remove", "rename", "replace", "unlink")
LOCK = fcntl.LOCK_EX | fcntl.LOCK_NB


class Msvcrt(ModuleType):
    """The locks of Windows: each is exclusive, and belongs to the file as it was opened."""

    LK_NBLCK = 2
    LK_UNLCK = 0

    def locking(self, file: int, mode: int, count: int) -> None:
        assert count == 1
        assert os.lseek(file, 0, os.SEEK_CUR) == 0
        try:
            fcntl.flock(file, fcntl.LOCK_UN if mode == self.LK_UNLCK else LOCK)
        except BlockingIOError:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES)) from None


def system_of_windows() -> Any:
    """`bot.system`, loaded as on Windows."""
    spec = spec_from_file_location("bot.system", SYSTEM)
    assert spec
    assert spec.loader
    module, before = module_from_spec(spec), sys.platform
    ours: Any = signal
    ours.SIGBREAK = signal.SIGUSR1
    sys.modules["msvcrt"] = Msvcrt("msvcrt")
    sys.platform = "win32"
    try:
        spec.loader.exec_module(module)
    finally:
        sys.platform = before
        del sys.modules["msvcrt"], ours.SIGBREAK
    return module


def pretend() -> None:
    """From now on this process has no more of a system than Windows offers."""
    import bot

    assert "bot.system" not in sys.modules
    loaded: Any = sys.modules
    loaded["bot.system"] = system_of_windows()
    setattr(bot, "system", loaded["bot.system"])  # noqa: B010 - a type checker knows another one
    for name in MISSING:
        loaded[name] = None  # how Python is told that there is none
    for name in OF_POSIX:
        delattr(os, name)
    for name in CHANGES:
        setattr(os, name, _unless_open(getattr(os, name)))
    setattr(asyncio.SelectorEventLoop, "add_reader", _no_reader)  # noqa: B010 - of another type


def _no_reader(*_: object) -> NoReturn:
    """Refuse, as the event loop of Windows does: `bot.system` must not need any."""
    raise NotImplementedError  # what that loop raises


def _unless_open(change: Callable[..., None]) -> Callable[..., None]:
    def refused(file: Any, *rest: Any, **named: Any) -> None:
        if isinstance(file, str | Path) and _is_open(file):
            raise PermissionError(errno.EACCES, "it is open", f"{file}")
        change(file, *rest, **named)

    return refused


def _is_open(file: str | Path) -> bool:
    with suppress(FileNotFoundError):
        wanted = Path(file).lstat()
        for number in os.listdir("/proc/self/fd"):  # noqa: PTH208 - numbers, not paths
            with suppress(OSError):
                if os.path.samestat(os.fstat(int(number)), wanted):
                    return True
    return False
