"""Replays on the web: a real server on a free port, asked by a real client."""

import logging
import socket
from collections.abc import AsyncIterator
from http import HTTPStatus

import aiohttp
import pytest

from bot.tables.refusals import Refused
from bot.web import BURST, REQUESTS_PER_SECOND, Web
from bot.words import catalogue
from players.replay.page import policy
from tests.players.replay.games import page_of, random_record

PAGE = page_of(random_record(0), "fr", ())
ADDRESS = "https://games.example/celestia"
EVERY_ANSWER = {
    "Content-Security-Policy": f"{policy()}; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
    "Server": "celestia",
}


class Shelf:
    """The games that there are, and a clock of its own."""

    def __init__(self) -> None:
        self.pages = {"blue": PAGE}
        self.now = 0.0
        self.fault: Exception | None = None
        self.asked: list[str] = []

    async def page_of(self, table: str) -> str:
        self.asked.append(table)
        if self.fault is not None:
            raise self.fault
        if table not in self.pages:
            raise Refused("replay_later")
        return self.pages[table]


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture
async def site(shelf: Shelf) -> AsyncIterator[Web]:
    made = Web(ADDRESS, ("127.0.0.1", 0), shelf.page_of, clock=lambda: shelf.now)
    await made.start()
    yield made
    await made.close()


@pytest.fixture
async def reader(site: Web) -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(f"http://127.0.0.1:{site.port}") as session:
        yield session


@pytest.mark.parametrize("path", ["/replay/blue", "/celestia/replay/blue"])
async def test_a_replay_is_served_as_the_file_that_it_is(
    path: str, reader: aiohttp.ClientSession
) -> None:
    async with reader.get(path) as answer:
        assert answer.status == HTTPStatus.OK
        assert await answer.read() == PAGE.encode()
        assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
        assert answer.headers["Cache-Control"] == "private, no-cache"
        assert EVERY_ANSWER.items() <= answer.headers.items()


def test_the_policy_is_that_of_the_file_and_no_page_may_frame_it() -> None:
    assert f'http-equiv="Content-Security-Policy" content="{policy()}"' in PAGE
    assert policy().startswith("default-src 'none';")


async def test_a_browser_with_a_current_copy_gets_304(reader: aiohttp.ClientSession) -> None:
    async with reader.get("/replay/blue") as answer:
        mark = answer.headers["ETag"]
    async with reader.get("/replay/blue", headers={"If-None-Match": mark}) as again:
        assert (again.status, await again.read()) == (HTTPStatus.NOT_MODIFIED, b"")
    async with reader.get("/replay/blue", headers={"If-None-Match": '"x"'}) as other:
        assert other.status == HTTPStatus.OK


async def test_a_look_at_the_headers_is_enough(reader: aiohttp.ClientSession) -> None:
    async with reader.head("/replay/blue") as answer:
        assert (answer.status, await answer.read()) == (HTTPStatus.OK, b"")
        assert int(answer.headers["Content-Length"]) == len(PAGE.encode())
    async with reader.head("/replay/red") as answer:
        assert answer.status == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/replay", "/replay/", "/replay/red", "/replay/BLUE", "/replay/blue/"),
        *(f"/replay/{17 * 'a'}", "/replay/%00", "/other/replay/blue", "/favicon.ico"),
    ],
)
async def test_all_else_is_a_plain_sentence(path: str, reader: aiohttp.ClientSession) -> None:
    for language in ("en", "fr"):
        async with reader.get(path, headers={"Accept-Language": f"{language}-CA,de;q=0.5"}) as it:
            assert it.status == HTTPStatus.NOT_FOUND
            assert await it.text() == f"{catalogue(language)('web-unknown')}\n"
            assert it.headers["Content-Type"] == "text/plain; charset=utf-8"
            assert EVERY_ANSWER.items() <= it.headers.items()


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "TRACE"])
async def test_nothing_can_be_sent(
    method: str, reader: aiohttp.ClientSession, shelf: Shelf
) -> None:
    async with reader.request(method, "/replay/blue") as answer:
        assert answer.status == HTTPStatus.NOT_FOUND
    assert shelf.asked == []


async def test_too_many_requests_are_told_to_come_again(
    reader: aiohttp.ClientSession, shelf: Shelf
) -> None:
    for _ in range(BURST):
        async with reader.get("/replay/red") as answer:
            assert answer.status == HTTPStatus.NOT_FOUND
    async with reader.get("/replay/blue") as answer:
        assert answer.status == HTTPStatus.TOO_MANY_REQUESTS
        assert answer.headers["Retry-After"]
        assert await answer.text() == f"{catalogue('en')('web-too_many')}\n"
    assert len(shelf.asked) == BURST
    shelf.now += 1 / REQUESTS_PER_SECOND
    async with reader.get("/replay/blue") as answer:
        assert answer.status == HTTPStatus.OK


async def test_a_failure_is_logged_without_the_reader(
    reader: aiohttp.ClientSession, shelf: Shelf, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    shelf.fault = ValueError("topsecret")
    async with reader.get("/replay/blue", headers={"User-Agent": "Ann's phone"}) as answer:
        assert answer.status == HTTPStatus.SERVICE_UNAVAILABLE
        assert "topsecret" not in await answer.text()
    assert "table blue: its replay on the web" in caplog.text
    ours = "\n".join(it.getMessage() for it in caplog.records if it.name.startswith("bot"))
    assert not any(word in ours for word in ("topsecret", "Ann", "127.0.0.1"))


async def test_a_request_that_is_none_is_not_logged(
    site: Web, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with socket.create_connection(("127.0.0.1", site.port)) as line:
        line.setblocking(False)
        line.send(b"NONSENSE\r\n\r\n")
    url = f"http://127.0.0.1:{site.port}/replay/blue"
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        assert answer.status == HTTPStatus.OK
    assert not [it for it in caplog.records if it.name.startswith(("bot", "aiohttp"))]


async def test_it_links_to_what_it_serves_and_to_nothing_once_it_is_closed(site: Web) -> None:
    assert site.link("blue") == f"{ADDRESS}/replay/blue"
    await site.close()
    assert site.link("blue") == ""


async def test_where_the_port_is_taken_nothing_is_linked(
    site: Web, shelf: Shelf, caplog: pytest.LogCaptureFixture
) -> None:
    second = Web(ADDRESS, ("127.0.0.1", site.port), shelf.page_of)
    await second.start()
    assert (second.port, second.link("blue")) == (0, "")
    assert f"127.0.0.1:{site.port} cannot be had" in caplog.text
    await second.close()
