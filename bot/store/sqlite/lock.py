"""A file lock, so that no two bots write one database."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from time import sleep
from typing import Final

from bot import system
from bot.store.errors import InUse
from bot.store.sqlite.failures import failure_of

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
