"""The page's files and sockets: a real server on a free port, asked by real and by bad clients."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from http import HTTPStatus
from typing import Any, Final, cast

import aiohttp
import pytest
from aiohttp import web

from bot.listener import Listener
from bot.live import site as live_site
from bot.live.commands import Hello
from bot.live.doors import Doors
from bot.live.pages import Line
from bot.live.site import BURST, MAX_QUEUED, LiveSite
from bot.store.errors import Unreachable
from bot.tables.refusals import Refused
from bot.words import catalogue
from players.page import site as pages

ADDRESS: Final = "https://games.example/celestia"
ORIGIN: Final = "https://games.example"
HELLO: Final = {"link": "right", "browser": "0" * 32, "language": "fr"}
BIG: Final = "x" * 60_000


class Tables:
    """In place of all tables of the bot: it says everything back."""

    def __init__(self) -> None:
        self.visits: list[Visit] = []
        self.fault: Exception | None = None
        self.closed = asyncio.Event()

    async def open(self, hello: Hello, line: Line) -> Visit:
        if self.fault is not None:
            raise self.fault
        visit = Visit(self, line)
        self.visits.append(visit)
        line.send(json.dumps({"hello": hello.link}))
        return visit

    async def close(self) -> None:
        pass


class Visit:
    def __init__(self, tables: Tables, line: Line) -> None:
        self.tables = tables
        self.line = line
        self.heard: list[str] = []

    async def received(self, text: str) -> None:
        self.heard.append(text)
        self.line.send(text)

    def close(self) -> None:
        self.tables.visits.remove(self)
        self.tables.closed.set()


@pytest.fixture
def tables() -> Tables:
    return Tables()


@pytest.fixture
async def port(tables: Tables) -> AsyncIterator[int]:
    app = web.Application()
    live = LiveSite(ADDRESS, cast("Doors", tables))
    for path in ("", "/celestia"):
        live.add_to(app.router, path)
    listener = Listener("pages", app, ("127.0.0.1", 0), capacity=4)
    await listener.start()
    yield listener.port
    await live.close()
    await listener.close()


Connect = Callable[..., Awaitable[aiohttp.ClientWebSocketResponse]]


@pytest.fixture
async def connect(port: int) -> AsyncIterator[Connect]:
    async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session:

        async def connected(
            hello: Any = HELLO, origin: str = ORIGIN, path: str = "/table/socket"
        ) -> aiohttp.ClientWebSocketResponse:
            socket = await session.ws_connect(path, headers={"Origin": origin})
            await socket.send_str(hello if isinstance(hello, str) else json.dumps(hello))
            return socket

        yield connected


async def is_closed(socket: aiohttp.ClientWebSocketResponse) -> bool:
    """Wait until the connection is closed by the site."""
    async with asyncio.timeout(20):
        while not (await socket.receive()).type.name.startswith("CLOS"):
            pass
    return socket.closed


# --- files -----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/table/", "/celestia/table/"])
async def test_the_page_is_served_with_its_policy(port: int, path: str) -> None:
    async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session:
        for name, content in pages.live().items():
            async with session.get(path + name.removeprefix("index.html")) as answer:
                assert await answer.read() == content
                assert answer.headers["Content-Security-Policy"].startswith(pages.LIVE_POLICY)
                known = {"If-None-Match": answer.headers["ETag"]}
            async with session.get(path + name.removeprefix("index.html"), headers=known) as again:
                assert again.status == HTTPStatus.NOT_MODIFIED
        for wrong in ("other.js", "page.py", "..%2fpage.py"):
            async with session.get(path + wrong) as answer:
                assert answer.status == HTTPStatus.NOT_FOUND


# --- sockets ---------------------------------------------------------------------------------


async def test_a_page_speaks_and_is_spoken_to(connect: Connect, tables: Tables) -> None:
    for path in ("/table/socket", "/celestia/table/socket"):
        socket = await connect(path=path)
        assert await socket.receive_json() == {"hello": "right"}
        for text in ("one", "two"):
            await socket.send_str(text)
            assert await socket.receive_str() == text
        await socket.close()
        await tables.closed.wait()
        tables.closed.clear()
    assert tables.visits == []


@pytest.mark.parametrize("origin", ["https://evil.example", "http://games.example", "null", ""])
async def test_other_origins_are_refused(connect: Connect, tables: Tables, origin: str) -> None:
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await connect(origin=origin)
    assert refused.value.status == HTTPStatus.FORBIDDEN
    assert tables.visits == []


@pytest.mark.parametrize(
    "hello", ["", "{", "[]", '{"link": 1}', json.dumps(HELLO | {"browser": "mine"}), "x" * 4000]
)
async def test_a_bad_first_message_closes_the_connection(connect: Connect, hello: str) -> None:
    assert await is_closed(await connect(hello))


async def test_why_a_page_is_refused_is_told_in_its_language(
    connect: Connect, tables: Tables
) -> None:
    for fault, key, over in (
        (Refused("link_taken"), "error-link_taken", True),
        (Unreachable(), "error-store_unreachable", False),
    ):
        tables.fault = fault
        socket = await connect()
        told = await socket.receive_json()
        assert told == {"refused": catalogue("fr")(key), "over": over}
        assert await is_closed(socket)


async def test_who_says_nothing_is_let_go(
    connect: Connect, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_site, "SILENCE", 0.1)
    assert await is_closed(await connect())
    assert tables.visits == []


async def test_who_sends_too_much_is_let_go(connect: Connect, tables: Tables) -> None:
    socket = await connect()
    for _ in range(2 * BURST):
        await socket.send_str("x")
    assert await is_closed(socket)
    assert tables.visits == []


async def test_a_message_that_is_too_long_closes_the_connection(
    connect: Connect, tables: Tables
) -> None:
    socket = await connect()
    await socket.receive()
    await socket.send_str(BIG)
    assert await is_closed(socket)
    assert tables.visits == []


async def test_a_torn_connection_is_forgotten(connect: Connect, tables: Tables) -> None:
    socket = await connect()
    await socket.receive()
    connection = socket._response.connection
    assert connection is not None
    assert connection.transport is not None
    connection.transport.abort()
    await tables.closed.wait()
    assert tables.visits == []


async def test_a_slow_reader_is_let_go_and_holds_up_nobody(port: int, tables: Tables) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**10)
    head = (
        f"GET /table/socket HTTP/1.1\r\nHost: x\r\nOrigin: {ORIGIN}\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    text = json.dumps(HELLO).encode()
    frame = bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text
    writer.write(head.encode() + frame)
    await reader.readuntil(b"right")
    (visit,) = tables.visits
    for _ in range(400):  # far more than any buffer between the two keeps
        visit.line.send(BIG)
        await asyncio.sleep(0)
    assert 400 * len(BIG) > 10 * MAX_QUEUED
    await tables.closed.wait()
    writer.close()
    assert tables.visits == []


async def test_open_pages_take_no_place_of_other_readers(connect: Connect, port: int) -> None:
    sockets = [await connect() for _ in range(12)]  # the listener has four places
    for socket in sockets:
        await socket.receive()
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}/table/") as answer,
    ):
        assert answer.status == HTTPStatus.OK
    for socket in sockets:
        await socket.send_str("still here")
        assert await socket.receive_str() == "still here"


async def test_there_is_a_limit_to_connections_that_open_nothing(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_site, "MAX_UNOPENED", 3)
    async with aiohttp.ClientSession(
        f"http://127.0.0.1:{port}", headers={"Origin": ORIGIN}
    ) as session:
        idle = [await session.ws_connect("/table/socket") for _ in range(3)]
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await session.ws_connect("/table/socket")
        assert refused.value.status == HTTPStatus.SERVICE_UNAVAILABLE
        await idle[0].send_json(HELLO)
        await idle[0].receive()
        await session.ws_connect("/table/socket")
