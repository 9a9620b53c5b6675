"""Serves HTTP on a port that strangers may reach, and leaves the process its file descriptors.

aiohttp bounds neither the number of connections nor the time for a header. Connections that never
finish theirs would take all descriptors, and the bot could answer no click.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from ipaddress import IPv6Address, ip_address
from typing import Final, cast

from aiohttp import web

from bot import system

MAX_CONNECTIONS: Final = 128
"""Open connections of a port."""
DESCRIPTORS_PER_CONNECTION: Final = 16
"""File descriptors of the process for each connection of a port: most are left for clicks."""
HEADER_TIMEOUT: Final = 10.0
"""Seconds in which a request has to arrive."""
RESPONSE_TIMEOUT: Final = 60.0
"""Seconds in which its response has to be read."""
MAX_REQUEST: Final = 16 * 1024
"""Bytes of a request: nothing that is served takes a body."""
SHUTDOWN_TIMEOUT: Final = 1.0
"""Seconds for the responses under way when the bot stops."""
WARNING_INTERVAL: Final = 3600.0
"""Seconds between two warnings that a port is full."""
NETWORK_BITS: Final = 64
"""Bits of an IPv6 address that a provider gives to one customer."""

_log = logging.getLogger(__name__)
_disabled = logging.getLogger(f"{__name__}.disabled")
_disabled.disabled = True
"""For aiohttp, which would log the addresses of failed requests."""


def origin_of(host: str) -> str:
    """Return whose connections count together: an IPv4 address, or the network of an IPv6 one.

    "" means no limit of their own: connections of this machine and its private networks may be
    those of a reverse proxy with many readers behind it.
    """
    address = ip_address(host.partition("%")[0])
    if isinstance(address, IPv6Address):
        address = address.ipv4_mapped or address
    if address.is_private or address.is_link_local:
        return ""
    if isinstance(address, IPv6Address):
        return f"{int(address) >> 128 - NETWORK_BITS:x}"
    return f"{address}"


class Listener:
    """A site on a port, with limits on its connections.

    A connection serves one request. Where too many are open, the oldest that still waits for its
    request makes room for a new one, so a prompt request gets its answer.
    """

    def __init__(
        self, name: str, app: web.Application, listen: tuple[str, int], capacity: int | None = None
    ) -> None:
        """``name``: for the log. ``capacity``: connections; by default what the process bears."""
        self._name: Final = name
        self._listen: Final = listen
        affordable = system.max_open_files() // DESCRIPTORS_PER_CONNECTION
        self._capacity: Final = capacity or max(2, min(MAX_CONNECTIONS, affordable))
        self._connections: Final[dict[asyncio.BaseTransport, _Connection]] = {}
        """The oldest first."""
        self._lasting: Final[dict[asyncio.BaseTransport, _Connection]] = {}
        """Connections that stay open after the response, such as WebSockets."""
        self._warned_at = -WARNING_INTERVAL
        self._server: asyncio.Server | None = None
        app[LISTENER] = self
        app.middlewares.append(self._answer)
        app.on_response_prepare.append(_close_after)
        self._runner: Final = web.AppRunner(
            app, access_log=None, logger=_disabled, shutdown_timeout=SHUTDOWN_TIMEOUT
        )

    @property
    def port(self) -> int:
        """The port it listens on; 0: none."""
        return self._server.sockets[0].getsockname()[1] if self._server else 0

    async def start(self) -> None:
        """Listen; raises `OSError` if the port cannot be had."""
        await self._runner.setup()
        loop = asyncio.get_running_loop()
        try:
            self._server = await loop.create_server(
                lambda: _Connection(self, cast("web.Server", self._runner.server)),
                *self._listen,
                backlog=self._capacity,
            )
        except OSError:
            await self._runner.cleanup()
            raise

    async def close(self) -> None:
        """Stop listening, and close all connections."""
        server, self._server = self._server, None
        if server is not None:
            server.close()
            await self._runner.cleanup()
            for connection in [*self._connections.values(), *self._lasting.values()]:
                connection.abort()

    def admit(self, connection: _Connection) -> bool:
        """Return whether this connection may stay; another one may have to go for it."""
        others = self._connections.values()
        own = [it for it in others if connection.origin and it.origin == connection.origin]
        if len(own) >= self._capacity // 2:
            admitted = self._drop_oldest_of(own)
        elif len(others) >= self._capacity:
            admitted = self._drop_oldest_of(others)
        else:
            admitted = True
        if admitted:
            self._connections[connection.transport] = connection
        return admitted

    def _drop_oldest_of(self, connections: Iterable[_Connection]) -> bool:
        """Close the oldest connection that waits for its request; False: none does."""
        now = time.monotonic()
        if now - self._warned_at >= WARNING_INTERVAL:
            self._warned_at = now
            _log.warning("%s: the port is full, so idle connections are closed", self._name)
        oldest = next((it for it in connections if not it.answering), None)
        if oldest is not None:
            oldest.abort()
        return oldest is not None

    def keep(self, request: web.Request) -> None:
        """Leave the connection of this request open for as long as its handler runs.

        It takes no other reader's place, so its handler has to limit how many there are.
        """
        connection = request.transport and self._connections.pop(request.transport, None)
        if connection:
            connection.last()
            self._lasting[connection.transport] = connection

    def remove(self, connection: _Connection) -> None:
        self._lasting.pop(connection.transport, None)
        self._connections.pop(connection.transport, None)

    @web.middleware
    async def _answer(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Give the response its time once a request has arrived."""
        connection = request.transport and self._connections.get(request.transport)
        if connection:
            connection.begin_answer()
        return await handler(request)


async def _close_after(_: web.Request, response: web.StreamResponse) -> None:
    """Serve one request a connection: an idle one would take the place of another reader."""
    if isinstance(response, web.WebSocketResponse):
        return
    response.force_close()
    response.headers["Connection"] = "close"


LISTENER: Final = web.AppKey("listener", Listener)
"""By which handlers find their listener."""


class _Connection(asyncio.Protocol):
    """Passes a connection on to aiohttp, and ends it when its time is over."""

    transport: asyncio.Transport
    origin: str

    def __init__(self, listener: Listener, server: web.Server) -> None:
        self._listener: Final = listener
        self._server: Final = server
        self._http = asyncio.Protocol()
        """aiohttp's part, once the connection is admitted."""
        self._timeout: asyncio.TimerHandle | None = None
        self._received = 0
        self.answering = False
        """A request has arrived."""
        self._lasts = False
        """It stays open; what arrives on it is limited elsewhere."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        peer = transport.get_extra_info("peername")
        self.origin = origin_of(peer[0]) if peer else ""  # None: it is gone again
        if not self._listener.admit(self):
            self.transport.abort()
            return
        self._end_in(HEADER_TIMEOUT)
        self._http = self._server()
        self._http.connection_made(transport)

    def begin_answer(self) -> None:
        self.answering = True
        self._end_in(RESPONSE_TIMEOUT)

    def last(self) -> None:
        """Stay open until the handler of the request ends."""
        self._lasts = True
        if self._timeout is not None:
            self._timeout.cancel()

    def _end_in(self, seconds: float) -> None:
        if self._timeout is not None:
            self._timeout.cancel()
        self._timeout = asyncio.get_running_loop().call_later(seconds, self.abort)

    def abort(self) -> None:
        """Close at once: a peer that reads nothing would hold up an orderly end for ever."""
        self._listener.remove(self)
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        self._received += len(data)
        if self._received > MAX_REQUEST and not self._lasts:
            self.abort()
        else:
            self._http.data_received(data)

    def eof_received(self) -> bool | None:
        return self._http.eof_received()

    def pause_writing(self) -> None:
        self._http.pause_writing()

    def resume_writing(self) -> None:
        self._http.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._listener.remove(self)
        if self._timeout is not None:
            self._timeout.cancel()
        self._http.connection_lost(exc)
