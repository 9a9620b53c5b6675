"""Every request to Discord is counted by its token and outcome."""

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.operations.metrics import Metrics, trace_requests
from tests.bot.operations.scraping import Scrape

TOKEN = "aW50ZXJhY3Rpb24"  # noqa: S105
BOARD = "/api/v10/channels/123456/messages/789"
ANSWER = f"/api/v10/interactions/123456/{TOKEN}/callback"
EDIT = f"/api/v10/webhooks/123456/{TOKEN}/messages/@original"


class Discord:
    """Answers as a test wants."""

    def __init__(self) -> None:
        self.metrics = Metrics()
        self.status = 200
        self.headers: dict[str, str] = {}
        self.arrived = asyncio.Event()
        self.hangs = False
        self.session: aiohttp.ClientSession

    async def answer(self, request: web.Request) -> web.StreamResponse:
        self.arrived.set()
        if self.hangs:
            await asyncio.Event().wait()
        if self.status == 101:
            line = web.WebSocketResponse()
            await line.prepare(request)
            await line.close()
            return line
        return web.Response(status=self.status, headers=self.headers)

    async def asked(self, path: str, status: int = 200, **headers: str) -> Scrape:
        self.status = status
        self.headers = {key.replace("_", "-"): it for key, it in headers.items()}
        async with self.session.post(path):
            return Scrape.of(self.metrics)


@pytest.fixture
async def discord() -> AsyncIterator[Discord]:
    found, app, trace = Discord(), web.Application(), aiohttp.TraceConfig()
    app.router.add_route("*", "/{path:.*}", found.answer)
    trace_requests(trace, found.metrics)
    async with (
        TestServer(app) as server,
        aiohttp.ClientSession(server.make_url("/"), trace_configs=[trace]) as session,
    ):
        found.session = session
        yield found


@pytest.mark.parametrize(
    ("path", "by", "status", "outcome"),
    [
        *((BOARD, "bot", 200, "taken"), (BOARD, "bot", 204, "taken")),
        *((BOARD, "bot", 404, "refused"), (BOARD, "bot", 429, "limited")),
        *((BOARD, "bot", 503, "broken"), (ANSWER, "click", 200, "taken")),
        *((EDIT, "click", 200, "taken"), (EDIT, "click", 404, "refused")),
    ],
)
async def test_a_request_counts_by_its_token_and_its_end(
    path: str, by: str, status: int, outcome: str, discord: Discord
) -> None:
    scrape = await discord.asked(path, status)
    assert scrape("requests_total", by=by, outcome=outcome) == scrape("requests_total") == 1
    assert scrape("request_seconds_count", by=by) == 1
    assert 0 < scrape("request_seconds_sum") < 5


@pytest.mark.parametrize(
    ("headers", "scope"),
    [
        ({"Via": "1.1 google", "X_RateLimit_Scope": "user"}, "user"),
        ({"Via": "1.1 google", "X_RateLimit_Scope": "shared"}, "shared"),
        ({"Via": "1.1 google", "X_RateLimit_Scope": "global"}, "global"),
        ({"Via": "1.1 google"}, "user"),
        ({}, "cloudflare"),
        ({"Via": "1.1 google", "X_RateLimit_Scope": TOKEN}, "other"),
    ],
)
async def test_a_limit_counts_by_what_it_is_for(
    headers: dict[str, str], scope: str, discord: Discord
) -> None:
    scrape = await discord.asked(BOARD, 429, **headers)
    assert scrape("rate_limits_total", scope=scope) == scrape("rate_limits_total") == 1


async def test_a_request_that_is_given_up_or_broken_off_is_lost(discord: Discord) -> None:
    discord.hangs = True
    asking = asyncio.create_task(discord.asked(BOARD))
    await discord.arrived.wait()
    asking.cancel()
    await asyncio.wait([asking])
    with pytest.raises(aiohttp.ClientError):
        await discord.session.post("http://127.0.0.1:1/api/v10/gateway")
    assert Scrape.of(discord.metrics)("requests_total", by="bot", outcome="lost") == 2


async def test_the_gateway_is_no_request(discord: Discord) -> None:
    discord.status = 101
    await discord.session.ws_connect("/?v=10&encoding=json")
    assert Scrape.of(discord.metrics)("requests_total") == 0


async def test_no_token_and_no_id_is_in_the_figures(discord: Discord) -> None:
    for path in (BOARD, ANSWER, EDIT):
        scrape = await discord.asked(path)
        values = [value for _, value in scrape.labels]
        assert not [it for it in values if TOKEN in it or "123456" in it or "789" in it]
