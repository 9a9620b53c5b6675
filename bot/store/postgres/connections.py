"""The connections of one process to its server: few, kept open, and replaced when lost."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Generator, Mapping
from contextlib import asynccontextmanager, contextmanager
from enum import Enum
from typing import Any, Final
from urllib.parse import parse_qs, unquote, urlsplit

from bot.store.errors import AccessDenied, Locked, NotOpen, Unreachable
from bot.store.postgres import driver
from bot.store.postgres.driver import RAISED, Connection, Pool, failure_of, is_lost

CONNECT_TIMEOUT: Final = 3.0
"""Seconds to connect to the only host of an address."""
HOST_TIMEOUT: Final = 1.0
"""Seconds to connect to each of several hosts: a dead one must leave time for the others."""
LANE_TIMEOUT: Final = 3.0
"""Seconds to wait for a free connection."""
COMMAND_TIMEOUT: Final = 10.0
"""Seconds until a silent server counts as lost. Its own timeouts are shorter."""
PATIENT_TIMEOUT: Final = 3_600.0
"""Seconds for work on the whole database."""
_SETTINGS: Final = {
    "application_name": "celestia",
    "statement_timeout": "5s",
    "lock_timeout": "2s",
    "idle_in_transaction_session_timeout": "10s",
}
_PATIENTLY: Final = {"statement_timeout": "0", "idle_in_transaction_session_timeout": "0"}


class Lane(Enum):
    """Purposes of connections. Each has its own, so that no crowd blocks the others."""

    READING = "reading"
    WRITING = "writing"
    KEEPING = "keeping"
    """Leases, which expire if they are not renewed in time."""


WIDTH: Final[Mapping[Lane, int]] = {Lane.READING: 4, Lane.WRITING: 1, Lane.KEEPING: 1}
"""Connections for each purpose. One writer batches all writes: several would only wait for each
other's rows."""

Host = dict[str, Any]
"""Arguments of asyncpg, besides the address, that make it try one host."""
_HOST: Final = re.compile(r"(?:\[([^\]]*)\]|([^:]*))(?::(.*))?")


class Connections:
    """A pool whose failures are errors of the store."""

    def __init__(self, server: str) -> None:
        self._server = server
        self._hosts: list[Host] = [{}]
        """The last one that answered comes first."""
        self._pool: Pool = None
        self._lanes = {lane: asyncio.Semaphore(width) for lane, width in WIDTH.items()}

    @property
    def is_open(self) -> bool:
        """True if it lends connections."""
        return self._pool is not None

    async def open(self) -> None:
        """Make the first connection; raise what is wrong with the address."""
        try:
            self._hosts = hosts_of(self._server)
            self._pool = await driver.pool(
                self._server,
                max_size=sum(WIDTH.values()),
                connect=self._connect,
                command_timeout=COMMAND_TIMEOUT,
                server_settings=_SETTINGS,
            )
            async with self._pool.acquire(timeout=self._connect_timeout):
                pass
        except ValueError:  # it has the address, perhaps with a password
            raise AccessDenied from None
        except RAISED as error:
            failure = failure_of(error)
            raise failure from failure.__cause__

    async def close(self) -> None:
        """Close all of them, with a moment for those in use."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        try:
            await pool.close()
        except RAISED:  # the server was gone already
            pool.terminate()

    @asynccontextmanager
    async def connection(self, lane: Lane) -> AsyncGenerator[Connection]:
        """Lend one of them, whose failures are asyncpg's; raise `Locked` if none becomes free."""
        pool = self._pool
        if pool is None:
            raise NotOpen
        async with self._slot(lane), pool.acquire(timeout=self._connect_timeout) as connection:
            try:
                yield connection
            except BaseException as error:
                if _may_hang(error):
                    driver.cut(connection)
                raise

    @asynccontextmanager
    async def lend(self, lane: Lane = Lane.KEEPING) -> AsyncGenerator[Connection]:
        """Lend one of them, whose failures are `StoreError`s."""
        with _failures():
            async with self.connection(lane) as connection:
                yield connection

    @asynccontextmanager
    async def patient(self) -> AsyncGenerator[Connection]:
        """Lend a further one, for work without a limit of time; its failures are `StoreError`s."""
        with _failures():
            connection = await self._connect(
                self._server,
                command_timeout=PATIENT_TIMEOUT,
                server_settings=_SETTINGS | _PATIENTLY,
            )
            try:
                yield connection
                await connection.close(timeout=CONNECT_TIMEOUT)
            finally:
                driver.cut(connection)

    async def reconnect(self) -> None:
        """Replace the open connections, which may lead to a former primary."""
        if self._pool is not None:
            await self._pool.expire_connections()

    @asynccontextmanager
    async def _slot(self, lane: Lane) -> AsyncGenerator[None]:
        """Wait until the pool has a free connection."""
        try:
            async with asyncio.timeout(LANE_TIMEOUT):
                await self._lanes[lane].acquire()
        except TimeoutError:  # which proves nothing about the server
            raise Locked from None
        try:
            yield
        finally:
            self._lanes[lane].release()

    @property
    def _per_host(self) -> float:
        return CONNECT_TIMEOUT if len(self._hosts) == 1 else HOST_TIMEOUT

    @property
    def _connect_timeout(self) -> float:
        """Seconds in which all hosts are tried."""
        return self._per_host * len(self._hosts) + HOST_TIMEOUT

    async def _connect(self, server: str, **how: Any) -> Connection:
        """Connect to the first host that is the primary; move the others to the end of the list."""
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
        raise failure or Unreachable


@asynccontextmanager
async def transaction(db: Connection, **how: Any) -> AsyncGenerator[None]:
    """Run a transaction of asyncpg's, but never ask a silent server to roll it back."""
    whole = db.transaction(**how)
    await whole.start()
    try:
        yield
    except BaseException as error:
        if _may_hang(error):
            driver.cut(db)
        else:
            await whole.rollback()
        raise
    await whole.commit()


def _may_hang(error: BaseException) -> bool:
    """Return whether the server may hang, so that a rollback would wait for it.

    Nor may asyncpg cancel the last statement: that ends a commit that waits for its replica, which
    then looks as if the replica had it.
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


# --- the hosts of an address ----------------------------------------------------------------------


def hosts_of(server: str) -> list[Host]:
    """Return asyncpg's arguments for each host of this address; raise `ValueError` if malformed.

    A single host is left to asyncpg. One port may stand for all hosts.
    """
    address = urlsplit(server)
    asked = {name: values[-1] for name, values in parse_qs(address.query).items()}
    login, at, behind = address.netloc.partition("@")
    named = behind if at else login
    names = (named or asked.get("host", "")).split(",")
    if len(names) == 1:
        return [{}]
    ports = [] if named else [it for it in asked.get("port", "").split(",") if it]
    if not ports:
        return [_host(*_split(name)) for name in names]
    each = ports * len(names) if len(ports) == 1 else ports
    return [_host(_split(name)[0], it) for name, it in zip(names, each, strict=True)]


def _split(text: str) -> tuple[str, str]:
    """Return name and port, "" if it has none; an IPv6 address is in brackets."""
    if text.startswith("/"):  # a folder with a socket
        return text, ""
    found = _HOST.fullmatch(text)
    if found is None:
        raise ValueError(text)
    bracketed, name, port = found.groups()
    return unquote(name if bracketed is None else bracketed), unquote(port or "")


def _host(name: str, port: str) -> Host:
    if not name:
        raise ValueError(port)
    return {"host": name, "port": int(port)} if port else {"host": name}
