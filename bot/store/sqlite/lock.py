"""A file that one process holds at a time, so that no two bots write one database."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from time import sleep
from typing import Final

from bot import system
from bot.store.protocol import StoreError
from bot.store.sqlite.failures import failure_of

AGAIN_AFTER: Final = (0.01, 0.05)
"""Seconds after which a lock is tried again: a process that only asks may hold it for a moment."""


class Lock:
    """A lock beside a database; the system takes it back from a process that dies."""

    def __init__(self, database: Path) -> None:
        self._file = database.with_name(f"{database.name}.lock")
        self._held: int | None = None

    def take(self) -> None:
        """Hold it, or raise ``in_use``; a second time in one process is refused as well."""
        taken = False
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            held = os.open(self._file, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                taken = comes_true(lambda: system.lock(held))
            finally:
                if not taken:
                    os.close(held)
        except OSError as error:
            raise failure_of(error) from error
        if not taken:
            raise StoreError("in_use")
        self._held = held

    def is_taken(self) -> bool:
        """Whether a process holds it. Asking leaves nothing behind."""
        try:
            asked = os.open(self._file, os.O_RDONLY)
        except FileNotFoundError:
            return False
        try:
            return not comes_true(lambda: not system.is_locked(asked))
        finally:
            os.close(asked)

    def release(self) -> None:
        """Let go. The file stays: removing it could take it from under the next holder."""
        if self._held is not None:
            system.unlock(self._held)
            os.close(self._held)
            self._held = None


def comes_true(attempt: Callable[[], bool]) -> bool:
    """Whether this succeeds, if need be after a moment."""
    for pause in AGAIN_AFTER:
        if attempt():
            return True
        sleep(pause)
    return attempt()
