"""The port of a site under connections that waste its places."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import pytest
from aiohttp import web

from bot import listener, system
from bot.listener import MAX_REQUEST, Listener, origin_of

PLACES = 4
BEGUN = b"GET / HTTP/1.1\r\nHost: here\r\n"
BIG = 12_000_000
"""Bytes that no system keeps for a reader who does not read."""

Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Connect = Callable[..., Awaitable[Line]]


async def hello(_: web.Request) -> web.Response:
    return web.Response(text="hello")


async def big(_: web.Request) -> web.Response:
    return web.Response(body=b"x" * BIG)


@pytest.fixture
async def site() -> AsyncIterator[Listener]:
    app = web.Application()
    app.router.add_get("/", hello)
    app.router.add_get("/big", big)
    made = Listener("the site", app, ("127.0.0.1", 0), capacity=PLACES)
    await made.start()
    yield made
    await made.close()


@pytest.fixture
async def connect(site: Listener) -> AsyncIterator[Connect]:
    """Opens a connection to the site, from this address."""
    async with AsyncExitStack() as stack:

        async def connected(address: str = "127.0.0.1", said: bytes = BEGUN) -> Line:
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", site.port, local_addr=(address, 0)
            )
            stack.callback(writer.close)
            writer.write(said)
            return reader, writer

        yield connected


async def ended(line: Line) -> bytes:
    """Wait until the site closes this connection, and return what it answered."""
    said = b""
    try:
        while more := await line[0].read(1 << 16):
            said += more
    except ConnectionError:
        pass
    return said


async def answered(line: Line) -> bool:
    """Finish the request, and return whether it is answered."""
    line[1].write(b"\r\n")
    return (await ended(line)).endswith(b"hello")


async def test_the_oldest_unfinished_request_makes_room(
    connect: Connect, caplog: pytest.LogCaptureFixture
) -> None:
    lines = [await connect() for _ in range(PLACES + 2)]
    assert [await ended(it) for it in lines[:2]] == [b"", b""]
    assert [await answered(it) for it in lines[2:]] == [True] * PLACES
    assert [it.getMessage() for it in caplog.records] == [
        "the site: the port is full, so idle connections are closed"
    ]


async def test_a_connection_serves_one_request(connect: Connect) -> None:
    assert b"Connection: close" in await ended(await connect(said=BEGUN + b"\r\n"))


async def test_an_address_has_half_of_the_places(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener, "origin_of", str)
    other = await connect("127.0.0.2")
    greedy = [await connect("127.0.0.3") for _ in range(2 * PLACES)]
    for line in greedy[: -PLACES // 2]:
        assert await ended(line) == b""
    assert await answered(other)
    assert await answered(greedy[-1])


async def test_a_request_that_does_not_arrive_in_time_is_dropped(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener, "HEADER_TIMEOUT", 0.01)
    assert await ended(await connect()) == b""


async def test_a_response_that_is_not_read_in_time_is_dropped(
    site: Listener, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    remove, dropped = site.remove, asyncio.Event()
    monkeypatch.setattr(site, "remove", lambda it: (remove(it), dropped.set()))
    monkeypatch.setattr(listener, "RESPONSE_TIMEOUT", 0.01)
    line = await connect(said=b"GET /big HTTP/1.1\r\nHost: here\r\n\r\n")
    async with asyncio.timeout(10):
        await dropped.wait()
    assert len(await ended(line)) < BIG


async def test_responses_under_way_are_not_dropped_for_others(connect: Connect) -> None:
    readers = [await connect(said=b"GET /big HTTP/1.1\r\nHost: here\r\n\r\n") for _ in range(4)]
    for reader, _ in readers:
        await reader.readexactly(1000)  # the response has begun
    assert await ended(await connect()) == b""
    for line in readers[::3]:  # the oldest and the newest
        assert len(await ended(line)) > BIG - 1000


async def test_a_request_of_any_size_is_dropped(connect: Connect) -> None:
    line = await connect(said=BEGUN + b"X: " + b"x" * MAX_REQUEST)
    assert await ended(line) == b""


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        *(("127.0.0.1", ""), ("::1", ""), ("172.17.0.1", ""), ("10.1.2.3", ""), ("fd00::7", "")),
        *(("fe80::1%eth0", ""), ("8.8.8.8", "8.8.8.8"), ("::ffff:8.8.8.8", "8.8.8.8")),
        *(("2a00:1:2:3::1", "2a00000100020003"), ("2a00:1:2:3:ffff::9", "2a00000100020003")),
    ],
)
def test_whose_connections_count_together(host: str, origin: str) -> None:
    assert origin_of(host) == origin


@pytest.mark.parametrize(("files", "places"), [(64, 4), (1024, 64), (10**6, 128)])
async def test_a_port_takes_few_of_the_descriptors(
    files: int, places: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(system, "max_open_files", lambda: files)
    app = web.Application()
    app.router.add_get("/", hello)
    site = Listener("the site", app, ("127.0.0.1", 0))
    await site.start()
    line = ("127.0.0.1", site.port)
    lines = [await asyncio.open_connection(*line) for _ in range(places + 1)]
    assert await ended(lines[0]) == b""
    lines[1][1].write(BEGUN)
    assert await answered(lines[1])
    await site.close()
    for _, writer in lines:
        writer.close()
