"""Retries of discord.py are counted for the request that they belong to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import web
from discord.http import HTTPClient, Route

from bot.discord import allowance
from bot.discord.allowance import counted, counting


@pytest.fixture
async def broken(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[HTTPClient]:
    """discord.py, at a Discord that fails twice at each request."""
    asked = dict[str, int]()

    async def answer(request: web.Request) -> web.Response:
        asked[request.path] = asked.get(request.path, 0) + 1
        return web.json_response({}, status=200 if asked[request.path] % 3 == 0 else 502)

    async def sleep(seconds: float, real: Any = asyncio.sleep) -> None:
        await real(min(seconds, 0.01))

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{runner.addresses[0][1]}")
    monkeypatch.setattr(asyncio, "sleep", sleep)
    client = HTTPClient(asyncio.get_running_loop(), http_trace=counting())
    await client.static_login("a token")
    yield client
    await client.close()
    await runner.cleanup()


async def test_all_but_the_first_try_are_counted(broken: HTTPClient) -> None:
    first, second = list[int](), list[int]()
    with counted(lambda: first.append(1)):
        await broken.request(Route("GET", "/one"))
    with counted(lambda: second.append(1)):
        await broken.request(Route("GET", "/two"))
    assert (len(first), len(second)) == (2, 2)


async def test_requests_side_by_side_are_told_apart(broken: HTTPClient) -> None:
    told = dict[str, int]()

    async def ask(name: str) -> None:
        def again() -> None:
            told[name] = told.get(name, 0) + 1

        with counted(again):
            await broken.request(Route("GET", f"/{name}"))

    await asyncio.gather(ask("one"), ask("two"))
    assert told == {"one": 2, "two": 2}


async def test_uncounted_requests_are_ignored(broken: HTTPClient) -> None:
    told = list[int]()
    with counted(lambda: told.append(1)):
        pass
    await broken.request(Route("GET", "/three"))
    assert not told
    assert allowance._under_way.get() is None
