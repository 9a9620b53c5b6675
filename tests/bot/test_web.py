"""Replays on the web: a real server on a free port, asked by a real client."""

import logging
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from http import HTTPStatus
from typing import cast

import aiohttp
import pytest

from bot.live.doors import Doors
from bot.live.site import LiveSite
from bot.tables.refusals import Refused
from bot.web import BURST, REQUESTS_PER_SECOND, Web
from bot.words import catalogue
from players.replay.page import policy
from tests.bot.live.test_site import Tables
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
    made = Web(
        ADDRESS,
        ("127.0.0.1", 0),
        shelf.page_of,
        LiveSite(ADDRESS, cast("Doors", Tables())),
        clock=lambda: shelf.now,
    )
    await made.start()
    yield made
    await made.close()


Ask = Callable[..., Awaitable[aiohttp.ClientResponse]]


@pytest.fixture
async def ask(site: Web) -> AsyncIterator[Ask]:
    """Request a path, and read the whole response."""
    async with aiohttp.ClientSession(f"http://127.0.0.1:{site.port}") as session:

        async def ask(path: str, method: str = "GET", **headers: str) -> aiohttp.ClientResponse:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            async with session.request(method, path, headers=named) as answer:
                await answer.read()
                return answer

        yield ask


@pytest.mark.parametrize("path", ["/replay/blue", "/celestia/replay/blue"])
async def test_a_replay_is_served_as_the_file_that_it_is(path: str, ask: Ask) -> None:
    answer = await ask(path)
    assert (answer.status, await answer.text()) == (HTTPStatus.OK, PAGE)
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert EVERY_ANSWER.items() <= answer.headers.items()


def test_the_policy_is_that_of_the_file_and_no_page_may_frame_it() -> None:
    assert f'http-equiv="Content-Security-Policy" content="{policy()}"' in PAGE
    assert policy().startswith("default-src 'none';")


async def test_a_browser_with_a_current_copy_gets_304(ask: Ask) -> None:
    mark = (await ask("/replay/blue")).headers["ETag"]
    again = await ask("/replay/blue", If_None_Match=mark)
    assert (again.status, await again.text()) == (HTTPStatus.NOT_MODIFIED, "")
    assert (await ask("/replay/blue", If_None_Match='"x"')).status == HTTPStatus.OK


async def test_a_look_at_the_headers_is_enough(ask: Ask) -> None:
    answer = await ask("/replay/blue", "HEAD")
    assert (answer.status, await answer.text()) == (HTTPStatus.OK, "")
    assert int(answer.headers["Content-Length"]) == len(PAGE.encode())
    assert (await ask("/replay/red", "HEAD")).status == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/replay", "/replay/", "/replay/red", "/replay/BLUE", "/replay/blue/"),
        *(f"/replay/{17 * 'a'}", "/replay/%00", "/other/replay/blue", "/favicon.ico"),
    ],
)
async def test_all_else_is_a_plain_sentence(path: str, ask: Ask) -> None:
    for language in ("en", "fr"):
        answer = await ask(path, Accept_Language=f"{language}-CA,de;q=0.5")
        assert answer.status == HTTPStatus.NOT_FOUND
        assert await answer.text() == f"{catalogue(language)('web-unknown')}\n"
        assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
        assert EVERY_ANSWER.items() <= answer.headers.items()


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "TRACE"])
async def test_nothing_can_be_sent(method: str, ask: Ask, shelf: Shelf) -> None:
    assert (await ask("/replay/blue", method)).status == HTTPStatus.NOT_FOUND
    assert shelf.asked == []


async def test_too_many_requests_are_told_to_come_again(ask: Ask, shelf: Shelf) -> None:
    for _ in range(BURST):
        assert (await ask("/replay/red")).status == HTTPStatus.NOT_FOUND
    answer = await ask("/replay/blue")
    assert answer.status == HTTPStatus.TOO_MANY_REQUESTS
    assert answer.headers["Retry-After"]
    assert await answer.text() == f"{catalogue('en')('web-too_many')}\n"
    assert len(shelf.asked) == BURST
    shelf.now += 1 / REQUESTS_PER_SECOND
    assert (await ask("/replay/blue")).status == HTTPStatus.OK


async def test_a_failure_is_logged_without_the_reader(
    ask: Ask, shelf: Shelf, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    shelf.fault = ValueError("topsecret")
    answer = await ask("/replay/blue", User_Agent="Ann's phone")
    assert answer.status == HTTPStatus.SERVICE_UNAVAILABLE
    assert "topsecret" not in await answer.text()
    assert "table blue: its replay on the web" in caplog.text
    ours = "\n".join(it.getMessage() for it in caplog.records if it.name.startswith("bot"))
    assert not any(word in ours for word in ("topsecret", "Ann", "127.0.0.1"))


async def test_a_request_that_is_none_is_not_logged(
    site: Web, ask: Ask, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with socket.create_connection(("127.0.0.1", site.port)) as line:
        line.setblocking(False)
        line.send(b"NONSENSE\r\n\r\n")
    assert (await ask("/replay/blue")).status == HTTPStatus.OK
    assert not [it for it in caplog.records if it.name.startswith(("bot", "aiohttp"))]


async def test_it_links_to_what_it_serves_and_to_nothing_once_it_is_closed(site: Web) -> None:
    assert site.link("blue") == f"{ADDRESS}/replay/blue"
    await site.close()
    assert site.link("blue") == ""


async def test_where_the_port_is_taken_nothing_is_linked(
    site: Web, shelf: Shelf, caplog: pytest.LogCaptureFixture
) -> None:
    taken = "127.0.0.1", site.port
    second = Web(ADDRESS, taken, shelf.page_of, LiveSite(ADDRESS, cast("Doors", Tables())))
    await second.start()
    assert (second.port, second.link("blue")) == (0, "")
    assert f"127.0.0.1:{site.port} cannot be had" in caplog.text
    await second.close()
