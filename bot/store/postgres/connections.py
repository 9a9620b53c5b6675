"""The connections of one process to its server: few, kept open, and made anew when they go."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Generator, Mapping
from contextlib import asynccontextmanager, contextmanager
from enum import Enum
from typing import Any, Final

from bot.store.postgres import driver
from bot.store.postgres.driver import Connection, Pool
from bot.store.postgres.failures import LOST, RAISED, failure_of, is_lost
from bot.store.postgres.hosts import Host, hosts_of
from bot.store.protocol import StoreError

CONNECTS_IN: Final = 3.0
"""Seconds for making a connection where the address names one host."""
NEXT_HOST_AFTER: Final = 1.0
"""Seconds for each of several hosts: one that is gone must not use up the time of the others."""
WAITS: Final = 3.0
"""Seconds for waiting until a connection is free."""
ANSWERS_IN: Final = 10.0
"""Seconds after which a server that says nothing is gone: it gives up by itself before."""
LONGEST: Final = 3_600.0
"""The same for work on all that there is."""
_SETTINGS: Final = {
    "application_name": "celestia",
    "statement_timeout": "5s",
    "lock_timeout": "2s",
    "idle_in_transaction_session_timeout": "10s",
}
_PATIENTLY: Final = {"statement_timeout": "0", "idle_in_transaction_session_timeout": "0"}


class Lane(Enum):
    """What a connection is wanted for. Each has its own, so that no crowd keeps the others out."""

    READING = "reading"
    WRITING = "writing"
    KEEPING = "keeping"
    """Leases, which end if they are not renewed in time."""


WIDTH: Final[Mapping[Lane, int]] = {Lane.READING: 4, Lane.WRITING: 1, Lane.KEEPING: 1}
"""How many there are. One writer gathers all that is written: more would only wait for each
other's rows."""


class Connections:
    """A pool that speaks in failures of the store."""

    def __init__(self, server: str) -> None:
        self._server = server
        self._hosts: list[Host] = [{}]
        """The one that answered last comes first."""
        self._pool: Pool = None
        self._lanes = {lane: asyncio.Semaphore(width) for lane, width in WIDTH.items()}

    @property
    def is_open(self) -> bool:
        """Whether anything can be asked of it."""
        return self._pool is not None

    async def open(self) -> None:
        """Make the first connection: what is wrong with the address shows here."""
        try:
            self._hosts = hosts_of(self._server)
            self._pool = await driver.pool(
                self._server,
                max_size=sum(WIDTH.values()),
                connect=self._connect,
                command_timeout=ANSWERS_IN,
                server_settings=_SETTINGS,
            )
            async with self._pool.acquire(timeout=self._connects_in):
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
    async def connection(self, lane: Lane) -> AsyncGenerator[Connection]:
        """One of them, as asyncpg has it; a `StoreError` if it does not come free."""
        pool = self._pool
        if pool is None:
            raise StoreError("closed")
        async with self._turn(lane), pool.acquire(timeout=self._connects_in) as connection:
            try:
                yield connection
            except BaseException as error:
                if _is_past_asking(error):
                    driver.cut(connection)
                raise

    @asynccontextmanager
    async def asking(self, lane: Lane = Lane.KEEPING) -> AsyncGenerator[Connection]:
        """One of them for a question that is asked once; its faults are `StoreError`s."""
        with _failures():
            async with self.connection(lane) as connection:
                yield connection

    @asynccontextmanager
    async def patient(self) -> AsyncGenerator[Connection]:
        """One besides them, for work that takes its time; its faults are `StoreError`s."""
        with _failures():
            connection = await self._connect(
                self._server, command_timeout=LONGEST, server_settings=_SETTINGS | _PATIENTLY
            )
            try:
                yield connection
                await connection.close(timeout=CONNECTS_IN)
            finally:
                driver.cut(connection)

    async def forget(self) -> None:
        """Those that are open may lead to a server that is no longer the first: make new ones."""
        if self._pool is not None:
            await self._pool.expire_connections()

    @asynccontextmanager
    async def _turn(self, lane: Lane) -> AsyncGenerator[None]:
        """Wait until a connection is free: then none is waited for but in being made."""
        try:
            async with asyncio.timeout(WAITS):
                await self._lanes[lane].acquire()
        except TimeoutError:  # which says nothing about the server
            raise StoreError("locked") from None
        try:
            yield
        finally:
            self._lanes[lane].release()

    @property
    def _per_host(self) -> float:
        return CONNECTS_IN if len(self._hosts) == 1 else NEXT_HOST_AFTER

    @property
    def _connects_in(self) -> float:
        """Seconds in which all hosts have been tried."""
        return self._per_host * len(self._hosts) + NEXT_HOST_AFTER

    async def _connect(self, server: str, **how: Any) -> Connection:
        """A connection to the first host that takes writes; those that do not are tried last."""
        how |= {"timeout": self._per_host, "target_session_attrs": "primary"}
        failure: Exception | None = None
        for host in [*self._hosts]:
            try:
                return await driver.connect(server, **how, **host)
            except RAISED as error:
                if not is_lost(error):
                    raise
                failure = error
            self._hosts.remove(host)
            self._hosts.append(host)
        raise failure or StoreError(LOST)


@asynccontextmanager
async def transaction(db: Connection, **how: Any) -> AsyncGenerator[None]:
    """One of asyncpg's, but where the server says nothing it is not asked to roll back."""
    whole = db.transaction(**how)
    await whole.start()
    try:
        yield
    except BaseException as error:
        if _is_past_asking(error):
            driver.cut(db)
        else:
            await whole.rollback()
        raise
    await whole.commit()


def _is_past_asking(error: BaseException) -> bool:
    """Would it hold us up to tidy up a connection after this, since its server may hang?

    Nor must asyncpg ask it to cancel what was under way: a commit that waits for its standby ends
    by that, and from then on looks as if the standby had it.
    """
    return isinstance(error, asyncio.CancelledError) or (
        isinstance(error, Exception) and is_lost(error)
    )


@contextmanager
def _failures() -> Generator[None]:
    try:
        yield
    except RAISED as error:
        failure = failure_of(error)
        raise failure from failure.__cause__


def _at_the_start(error: Exception) -> StoreError:
    if isinstance(error, ValueError):  # it tells the address, which may have a password in it
        return StoreError("no_entry")
    return failure_of(error)
