"""Serves the page of running tables: its files, and the WebSocket of each page that is open."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from typing import Final
from urllib.parse import urlsplit

from aiohttp import WSMsgType, web
from pydantic import ValidationError

from bot import system
from bot.discord.rate_limit import UserRateLimit
from bot.errors import report
from bot.listener import DESCRIPTORS_PER_CONNECTION, LISTENER
from bot.live.commands import Hello
from bot.live.doors import Doors
from bot.live.links import PATH
from bot.live.pages import MAX_PAGES, Visit, refusal
from players.page import site

HELLO_TIMEOUT: Final = 5.0
"""Seconds in which the first message has to arrive."""
SILENCE: Final = 20.0
"""Seconds after which a page that sends nothing is gone: a live one sends a ping every few."""
SEND_TIMEOUT: Final = 10.0
"""Seconds in which a reader has to take a message."""
MAX_QUEUED: Final = 256 * 1024
"""Characters that wait for a slow reader."""
MAX_MESSAGE: Final = 2048
"""Bytes of a message of a page."""
BURST: Final = 40
"""Messages of one page that may come at once."""
MESSAGES_PER_SECOND: Final = 5.0
MAX_UNOPENED: Final = 100
"""Connections that have not opened a page, such as those that try invalid links."""
TYPES: Final = {
    "html": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "json": "application/json",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}


class LiveSite:
    """The files of the page and its connections, below the folder ``table``."""

    def __init__(
        self,
        address: str,
        doors: Doors,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        url = urlsplit(address)
        self._origin: Final = f"{url.scheme}://{url.netloc}"
        self._doors: Final = doors
        self._clock: Final = clock
        self._most: Final = min(MAX_PAGES, system.max_open_files() // DESCRIPTORS_PER_CONNECTION)
        self._sockets: Final[set[web.WebSocketResponse]] = set()
        self._unopened = 0
        """Connections that have not opened a page yet."""
        self._files: Final = {
            name: (content, f'"{sha256(content).hexdigest()[:32]}"')
            for name, content in site.live().items()
        }

    def add_to(self, router: web.UrlDispatcher, path: str) -> None:
        """Serve the page below this path."""
        router.add_get(f"{path}/{PATH}/", self._file)
        router.add_get(f"{path}/{PATH}/socket", self._socket)
        router.add_get(f"{path}/{PATH}/{{name:[a-z.]{{1,30}}}}", self._file)

    async def close(self) -> None:
        """Close all connections; their pages connect again when the bot is back."""
        await self._doors.close()
        closing = [it.close(code=1012) for it in [*self._sockets]]
        with suppress(TimeoutError):
            async with asyncio.timeout(1.0):
                await asyncio.gather(*closing, return_exceptions=True)

    async def _file(self, request: web.Request) -> web.Response:
        name = request.match_info.get("name") or "index.html"
        content, mark = self._files.get(name, (b"", ""))
        if not mark:
            raise web.HTTPNotFound
        headers = {
            "Cache-Control": "no-cache",
            "ETag": mark,
            "Content-Security-Policy": f"{site.LIVE_POLICY}; frame-ancestors 'none'",
        }
        if mark.strip('"') in {tag.value for tag in request.if_none_match or ()}:
            return web.Response(status=304, headers=headers)
        kind = TYPES[name.rpartition(".")[2]]
        found = web.Response(body=content, headers=headers, content_type=kind, charset="utf-8")
        found.enable_compression()
        return found

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        if request.headers.get("Origin") != self._origin:
            raise web.HTTPForbidden
        if self._unopened >= MAX_UNOPENED or len(self._sockets) >= self._most:
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(
            max_msg_size=MAX_MESSAGE, compress=False, timeout=1.0, autoclose=True
        )
        await socket.prepare(request)
        request.app[LISTENER].keep(request)
        self._sockets.add(socket)
        line = _SocketLine(socket, request.transport)
        try:
            await self._serve(socket, line)
        except (TimeoutError, ConnectionError):
            pass  # the reader is gone, or sends nothing
        finally:
            await line.finish()
            self._sockets.discard(socket)
        return socket

    async def _serve(self, socket: web.WebSocketResponse, line: _SocketLine) -> None:
        self._unopened += 1
        try:
            visit = await self._opened(socket, line)
        finally:
            self._unopened -= 1
        if visit is None:
            return
        limit = UserRateLimit(self._clock, BURST, MESSAGES_PER_SECOND)
        try:
            while (text := await _next(socket, SILENCE)) is not None and limit.allows(0):
                await visit.received(text)
        finally:
            visit.close()

    async def _opened(self, socket: web.WebSocketResponse, line: _SocketLine) -> Visit | None:
        """Open the page that the first message asks for; None: it cannot be opened."""
        text = await _next(socket, HELLO_TIMEOUT)
        try:
            hello = Hello.model_validate_json(text or "")
        except ValidationError:
            return None
        try:
            return await self._doors.open(hello, line)
        except Exception as fault:
            line.send(refusal(hello.language, fault))
            return None


async def _next(socket: web.WebSocketResponse, seconds: float) -> str | None:
    """Return the next message; None: there is no other."""
    message = await socket.receive(timeout=seconds)
    return message.data if message.type is WSMsgType.TEXT else None


class _SocketLine:
    """Sends texts to a reader; the connection of one who reads too slowly is closed."""

    def __init__(
        self, socket: web.WebSocketResponse, transport: asyncio.BaseTransport | None
    ) -> None:
        self._socket: Final = socket
        self._transport: Final = transport
        self._texts: Final = asyncio.Queue[str | None]()
        self._queued = 0
        self._writing: Final = asyncio.create_task(self._write(), name="a page")

    def send(self, text: str) -> None:
        self._queued += len(text)
        if self._queued > MAX_QUEUED:
            self._abort()
        else:
            self._texts.put_nowait(text)

    def end(self) -> None:
        self._texts.put_nowait(None)

    async def finish(self) -> None:
        """Send the remaining texts, and close."""
        self.end()
        await self._writing

    async def _write(self) -> None:
        try:
            while (text := await self._texts.get()) is not None:
                async with asyncio.timeout(SEND_TIMEOUT):
                    await self._socket.send_str(text)
                self._queued -= len(text)
            await self._socket.close(code=1012)
        except (TimeoutError, ConnectionError):
            self._abort()
        except Exception as fault:
            report("a page", fault)
            self._abort()

    def _abort(self) -> None:
        if isinstance(self._transport, asyncio.Transport):
            self._transport.abort()
