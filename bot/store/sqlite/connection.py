"""The one connection to the file, on a thread of its own."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import aiosqlite

from bot.store.protocol import StoreError
from bot.store.sqlite.failures import RAISED, failure_of

T = TypeVar("T")

TEXT: Final = partial(str, encoding="utf-8", errors="replace")
"""How texts are read: a byte that has rotted must reach the hashes. By default `sqlite3` raises,
with that text in the message."""


class Connection:
    """One connection for reads and writes: two of one file may damage it before SQLite 3.51.3.

    It carries out whole functions, one at a time and in the order of asking, each to its end
    whether or not the caller still waits.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._inner: aiosqlite.Connection | None = None

    @property
    def is_open(self) -> bool:
        """Whether anything can be asked of it."""
        return self._inner is not None

    async def open(self) -> None:
        """Start the thread."""
        try:
            # it holds hands and the seeds of running games: only its owner may read it
            self._file.touch(mode=0o600, exist_ok=True)
        except OSError as error:
            raise failure_of(error) from error
        inner = aiosqlite.connect(self._file, isolation_level=None)
        # Private as well. A bot that broke down before it could close must end, so that it is
        # started anew, and not wait for this thread for ever.
        thread = inner._thread  # pyright: ignore[reportPrivateUsage] - no public way
        thread.daemon = True
        try:
            await inner
        except RAISED as error:
            # it is about to end, and nobody waits for that: it would outlive our event loop
            thread.join()
            raise failure_of(error) from error
        inner.text_factory = TEXT
        self._inner = inner

    async def close(self) -> None:
        """Finish what was asked for, and end the thread."""
        inner, self._inner = self._inner, None
        if inner is not None:
            await inner.close()

    async def run(self, task: Callable[[sqlite3.Connection], T]) -> T:
        """Carry this out on the thread; a `StoreError` says what SQLite or the disk cannot do."""
        if self._inner is None:
            raise StoreError("closed")
        try:
            # Private, but of a pinned version and held by a test. The public calls hand over one
            # statement each, and a caller that is cancelled between two of them would leave the
            # connection inside a transaction.
            inner: Any = self._inner
            return await inner._execute(task, inner._conn)
        except (*RAISED, OSError) as error:
            raise failure_of(error) from error
