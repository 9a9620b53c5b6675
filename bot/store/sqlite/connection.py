"""The only connection to the file, on its own thread."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import aiosqlite

from bot.store.errors import NotOpen
from bot.store.sqlite.failures import RAISED, failure_of

T = TypeVar("T")

TEXT: Final = partial(str, encoding="utf-8", errors="replace")
"""Reads texts so that a damaged byte reaches the hashes. By default `sqlite3` raises, with the text
in the message."""


class Connection:
    """One connection for reads and writes: before SQLite 3.51.3 two of them may damage the file.

    It runs whole functions, one at a time and in order, each to its end even if its caller is
    cancelled.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._inner: aiosqlite.Connection | None = None

    @property
    def is_open(self) -> bool:
        """Whether it accepts work."""
        return self._inner is not None

    async def open(self) -> None:
        """Start the thread."""
        try:
            # It holds hands and the seeds of running games: only its owner may read it.
            self._file.touch(mode=0o600, exist_ok=True)
        except OSError as error:
            raise failure_of(error) from error
        inner = aiosqlite.connect(self._file, isolation_level=None)
        # A bot that failed before it could close must end, so that it is restarted, and not wait
        # for this thread for ever.
        thread = inner._thread  # pyright: ignore[reportPrivateUsage] - no public way
        thread.daemon = True
        try:
            await inner
        except RAISED as error:
            # It is about to end, but could outlive the event loop.
            thread.join()
            raise failure_of(error) from error
        inner.text_factory = TEXT
        self._inner = inner

    async def close(self) -> None:
        """Finish all work, and end the thread."""
        inner, self._inner = self._inner, None
        if inner is not None:
            await inner.close()

    async def run(self, task: Callable[[sqlite3.Connection], T]) -> T:
        """Run this on the thread; raise failures of SQLite or the disk as a `StoreError`."""
        if self._inner is None:
            raise NotOpen
        try:
            # Private, but the version is pinned and a test calls it. The public calls run one
            # statement each: a caller cancelled between two would leave a transaction open.
            inner: Any = self._inner
            return await inner._execute(task, inner._conn)
        except (*RAISED, OSError) as error:
            raise failure_of(error) from error
