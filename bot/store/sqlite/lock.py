"""A file that one process holds at a time, so that no two bots write one database."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from time import sleep
from typing import Final

from bot.store.protocol import StoreError
from bot.store.sqlite.failures import failure_of

AGAIN_AFTER: Final = (0.01, 0.05)
"""Seconds after which a lock is tried again: whoever only asks whether it is taken has it, too."""


class Lock:
    """A lock beside a database; the system takes it back from a process that dies."""

    def __init__(self, database: Path) -> None:
        self._file = database.with_name(f"{database.name}.lock")
        self._held: int | None = None

    def take(self) -> None:
        """Hold it, or raise ``in_use``; a second time in one process is refused as well."""
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            held = os.open(self._file, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise failure_of(error) from error
        try:
            _lock(held)
        except OSError as error:
            os.close(held)
            busy = isinstance(error, BlockingIOError)
            raise (StoreError("in_use") if busy else failure_of(error)) from error
        self._held = held

    def is_taken(self) -> bool:
        """Does a process hold it? Asking leaves nothing behind."""
        try:
            asked = os.open(self._file, os.O_RDONLY)
        except FileNotFoundError:
            return False
        try:
            fcntl.flock(asked, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        finally:
            os.close(asked)
        return False

    def release(self) -> None:
        """Let go. The file stays: removing it could take it from under the next holder."""
        if self._held is not None:
            os.close(self._held)
            self._held = None


def _lock(file: int) -> None:
    for pause in (*AGAIN_AFTER, None):
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if pause is None:
                raise
            sleep(pause)
        else:
            return
