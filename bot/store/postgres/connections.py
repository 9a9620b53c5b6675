"""The connections of one process to its server: few, kept open, and made anew when they go."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

from bot.store.postgres import driver
from bot.store.postgres.driver import Connection, Pool
from bot.store.postgres.failures import RAISED, failure_of
from bot.store.protocol import StoreError

READERS: Final = 4
WRITERS: Final = 1
"""One writer gathers all that is written: more would only wait for each other's rows."""
KEEPERS: Final = 1
"""Leases must not wait behind a crowd of readers."""
CONNECTS_IN: Final = 3.0
"""Seconds for making a connection, and for waiting until one is free."""
ANSWERS_IN: Final = 10.0
"""Seconds after which a server that says nothing is gone: it gives up by itself before."""
_SETTINGS: Final = {
    "application_name": "celestia",
    "statement_timeout": "5s",
    "lock_timeout": "2s",
    "idle_in_transaction_session_timeout": "10s",
}


class Connections:
    """A pool that speaks in failures of the store."""

    def __init__(self, server: str) -> None:
        self._server = server
        self._pool: Pool = None

    @property
    def is_open(self) -> bool:
        """Whether anything can be asked of it."""
        return self._pool is not None

    async def open(self) -> None:
        """Make the first connection: what is wrong with the address shows here."""
        try:
            self._pool = await driver.pool(
                self._server,
                max_size=READERS + WRITERS + KEEPERS,
                timeout=CONNECTS_IN,
                command_timeout=ANSWERS_IN,
                server_settings=_SETTINGS,
                target_session_attrs="primary",
            )
            async with self._pool.acquire(timeout=CONNECTS_IN):
                pass
        except (*RAISED, ValueError) as error:
            failure = _at_the_start(error)
            raise failure from failure.__cause__

    async def close(self) -> None:
        """Let go of all of them; whoever still holds one has a moment."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        try:
            await pool.close()
        except RAISED:  # the server went before us
            pool.terminate()

    @asynccontextmanager
    async def connection(self) -> AsyncGenerator[Connection]:
        """One of them, as asyncpg has it."""
        if self._pool is None:
            raise StoreError("closed")
        async with self._pool.acquire(timeout=CONNECTS_IN) as connection:
            yield connection

    @asynccontextmanager
    async def asking(self) -> AsyncGenerator[Connection]:
        """One of them for a question that is asked once; its faults are `StoreError`s."""
        try:
            async with self.connection() as connection:
                yield connection
        except RAISED as error:
            failure = failure_of(error)
            raise failure from failure.__cause__

    async def forget(self) -> None:
        """Those that are open may lead to a server that is no longer the first: make new ones."""
        if self._pool is not None:
            await self._pool.expire_connections()


def _at_the_start(error: Exception) -> StoreError:
    if isinstance(error, ValueError):  # it tells the address, which may have a password in it
        return StoreError("no_entry")
    return failure_of(error)
