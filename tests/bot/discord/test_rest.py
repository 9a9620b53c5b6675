"""Requests over discord.py's own client, as they arrive at a server.

These tests fail if a version of discord.py has no longer what `bot.discord.rest` and
`bot.discord.dispatches` lean on, none of which it promises.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import aiohttp
import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from discord.http import Route
from discord.webhook.async_ import async_context

from bot.discord import adapter, rest
from bot.discord.adapter import Adapter
from bot.discord.dispatches import INTERACTION
from bot.discord.rest import Json, Rest, Upload, body
from tests.bot.discord.payloads import TOKEN

BOT = "MTE.bot.secret"
FILES = [Upload("board-1a.png", b"\x89PNG"), Upload("game.json", b"{}")]
RETRY_AFTER, RESET_AFTER = 0.75, 1.25
MESSAGE = body([{"type": 10, "content": "hé"}], pings=[5])


@dataclass
class Arrived:
    """A request as a server gets it."""

    way: tuple[str, str]
    query: dict[str, str]
    by_bot: bool
    said: Json | None
    files: dict[str, tuple[str, bytes]]
    """By the name of their part: their names, and their content."""


class Server:
    """A Discord that takes everything, and tells of it."""

    def __init__(self) -> None:
        self.arrived: list[Arrived] = []
        self.told: Any = {"id": "77"}
        self.status = 200
        self.faults: list[int] = []
        """The status of the next requests."""
        self.via, self.spent = True, False
        """True if a proxy has passed the answers on, and if they use up the token's limit."""
        self.most_at_once = self._at_once = 0
        self.together = 1
        """Requests that wait for each other before they are answered."""
        self._crowd = asyncio.Event()

    async def takes(self, request: web.Request) -> web.Response:
        if request.path == "/users/@me":
            return web.json_response({})
        said, files = await _read(request)
        way = (request.method, request.raw_path.partition("?")[0])
        by_bot = request.headers.get("Authorization") == f"Bot {BOT}"
        self.arrived.append(Arrived(way, dict(request.query), by_bot, said, files))
        # without a charset, as Discord says it: discord.py reads nothing else
        headers = {"Content-Type": "application/json"}
        headers |= {"Via": "1.1 google"} if self.via else {}
        left = "0" if self.spent else "4"
        headers |= {"X-RateLimit-Remaining": left, "X-RateLimit-Reset-After": f"{RESET_AFTER}"}
        await self._wait_for_others()
        status = self.faults.pop(0) if self.faults else self.status
        told = {"retry_after": RETRY_AFTER} if status == HTTPStatus.TOO_MANY_REQUESTS else self.told
        return web.Response(body=json.dumps(told).encode(), status=status, headers=headers)

    async def _wait_for_others(self) -> None:
        self._at_once += 1
        self.most_at_once = max(self._at_once, self.most_at_once)
        if self._at_once >= self.together:
            self._crowd.set()
        await self._crowd.wait()
        await asyncio.sleep(0)
        self._at_once -= 1


async def _read(request: web.Request) -> tuple[Json | None, dict[str, tuple[str, bytes]]]:
    if not request.content_type.startswith("multipart/"):
        return (await request.json() if request.can_read_body else None), {}
    said: Json | None = None
    files: dict[str, tuple[str, bytes]] = {}
    async for part in await request.multipart():
        assert isinstance(part, aiohttp.BodyPartReader)
        if part.name == "payload_json":
            assert not files, "Discord wants the message first"
            said = json.loads(await part.text())
        else:
            assert part.name is not None
            files[part.name] = part.filename or "", await part.read()
    return said, files


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.fixture
async def client(server: Server, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[discord.Client]:
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", server.takes)
    async with TestServer(app) as listening:
        monkeypatch.setattr(Route, "BASE", f"http://{listening.host}:{listening.port}")
        async with discord.Client(intents=discord.Intents(guilds=True)) as client:
            await client.http.static_login(BOT)
            async_context.set(Adapter())
            client._connection.application_id = 42  # pyright: ignore[reportPrivateUsage] - a login would tell it
            yield client


@pytest.fixture
def by(client: discord.Client) -> Rest:
    return Rest(client)


Call = Callable[..., Awaitable[Any]]
CALLBACK, ANSWER = f"/interactions/9001/{TOKEN}/callback", f"/webhooks/42/{TOKEN}"
WAYS: dict[str, tuple[Call, str, str]] = {
    "post": (lambda by, *it: by.post(70, *it), "POST", "/channels/70/messages"),
    "edit": (lambda by, *it: by.edit(70, 5, *it), "PATCH", "/channels/70/messages/5"),
    "answer": (lambda by, *it: by.answer(9001, TOKEN, rest.SAY, *it), "POST", CALLBACK),
    "edit of an answer": (
        *(lambda by, *it: by.edit_answer(TOKEN, *it), "PATCH"),
        f"{ANSWER}/messages/@original",
    ),
    "edit of a follow-up": (
        *(lambda by, *it: by.edit_answer(TOKEN, *it, message="77"), "PATCH"),
        f"{ANSWER}/messages/77",
    ),
    "follow-up": (lambda by, *it: by.follow_up(TOKEN, *it), "POST", ANSWER),
}


@pytest.mark.parametrize("name", WAYS)
async def test_a_message_arrives_as_it_is_written_down(server: Server, by: Rest, name: str) -> None:
    call, *way = WAYS[name]
    told = await call(by, MESSAGE)
    (arrived,) = server.arrived
    assert [*arrived.way] == way
    assert (arrived.by_bot, arrived.files) == (name in ("post", "edit"), {})
    said = arrived.said or {}
    assert said.get("data", said) == MESSAGE
    assert told == (None if name == "answer" else {"id": "77"})
    assert arrived.query == ({"wait": "true"} if name == "follow-up" else {})


@pytest.mark.parametrize("name", WAYS)
async def test_files_arrive_behind_the_message_that_names_them(
    server: Server, by: Rest, name: str
) -> None:
    await WAYS[name][0](by, MESSAGE, FILES)
    (arrived,) = server.arrived
    said = arrived.said or {}
    attachments = [{"id": 0, "filename": "board-1a.png"}, {"id": 1, "filename": "game.json"}]
    assert said.get("data", said) == MESSAGE | {"attachments": attachments}
    assert arrived.files == {
        "files[0]": ("board-1a.png", b"\x89PNG"),
        "files[1]": ("game.json", b"{}"),
    }
    assert said.get("type") == (rest.SAY if name == "answer" else None)


@pytest.mark.parametrize(
    "told",
    [None, {}, {"interaction": {}}, {"resource": {"type": 7}}, {"resource": {"message": MESSAGE}}],
)
async def test_an_answer_returns_its_message_if_discord_sends_it_on_request(
    server: Server, by: Rest, told: Any
) -> None:
    server.told = told
    message = ((told or {}).get("resource") or {}).get("message")
    assert await by.answer(9001, TOKEN, rest.UPDATE, MESSAGE) is None
    assert await by.answer(9001, TOKEN, rest.UPDATE, MESSAGE, told=True) == message
    assert [it.query for it in server.arrived] == [{}, {"with_response": "true"}]


async def test_messages_and_answers_are_deleted(server: Server, by: Rest) -> None:
    await by.delete(70, 5)
    await by.take_back(TOKEN)
    assert [(it.way, it.by_bot) for it in server.arrived] == [
        (("DELETE", "/channels/70/messages/5"), True),
        (("DELETE", f"{ANSWER}/messages/@original"), False),
    ]


@pytest.mark.parametrize("name", WAYS)
async def test_a_refusal_is_told_with_discords_number_and_no_token(
    server: Server, by: Rest, name: str
) -> None:
    server.status, server.told = 400, {"code": 50035, "message": "Invalid Form Body"}
    with pytest.raises(discord.HTTPException) as caught:
        await WAYS[name][0](by, MESSAGE)
    assert (caught.value.status, caught.value.code) == (400, 50035)
    assert not any(secret in f"{caught.value} {caught.value!r}" for secret in (TOKEN, BOT))


BY_TOKEN = [name for name in WAYS if name not in ("post", "edit")]


@pytest.mark.parametrize("name", BY_TOKEN)
@pytest.mark.parametrize("status", [429, 500, 502])
async def test_what_discord_cannot_take_now_is_sent_again_whole(
    server: Server, by: Rest, monkeypatch: pytest.MonkeyPatch, name: str, status: int
) -> None:
    pauses = pauses_of(monkeypatch)
    server.faults = [status, status]
    told = await WAYS[name][0](by, MESSAGE, FILES)
    assert told == (None if name == "answer" else {"id": "77"})
    assert len(server.arrived) == 3
    assert all(it == server.arrived[0] for it in server.arrived)
    assert pauses == ([RETRY_AFTER] * 2 if status == 429 else [1, 3])


@pytest.mark.parametrize("status", [429, 503])
async def test_it_gives_up_after_five_times(
    server: Server, by: Rest, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    pauses_of(monkeypatch)
    server.faults = [status] * 9
    with pytest.raises(discord.HTTPException) as caught:
        await by.follow_up(TOKEN, MESSAGE)
    assert (caught.value.status, len(server.arrived)) == (status, 5)
    assert isinstance(caught.value, discord.DiscordServerError) == (status == 503)


async def test_a_machine_that_is_shut_out_does_not_try_again(server: Server, by: Rest) -> None:
    server.faults, server.via = [429], False
    with pytest.raises(discord.HTTPException):
        await by.follow_up(TOKEN, MESSAGE)
    assert len(server.arrived) == 1


@pytest.mark.parametrize(("status", "kind"), [(403, discord.Forbidden), (404, discord.NotFound)])
async def test_refusals_are_the_kinds_that_discord_py_raises(
    server: Server, by: Rest, status: int, kind: type[discord.HTTPException]
) -> None:
    server.faults = [status]
    with pytest.raises(kind):
        await by.edit_answer(TOKEN, MESSAGE)


async def test_requests_by_one_token_wait_for_each_other_and_for_its_limit(
    server: Server, by: Rest, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses = pauses_of(monkeypatch)
    server.spent = True
    await asyncio.gather(*(by.edit_answer(TOKEN, body([{"n": n}])) for n in range(4)))
    assert [(it.said or {})["components"][0]["n"] for it in server.arrived] == [0, 1, 2, 3]
    assert (server.most_at_once, pauses) == (1, [RESET_AFTER] * 4)


async def test_first_answers_do_not_wait_for_each_other(
    server: Server, by: Rest, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses = pauses_of(monkeypatch)
    server.spent, server.together = True, 2
    answers = (by.answer(9001, TOKEN, rest.UPDATE, MESSAGE), by.answer(9001, TOKEN, rest.DEFER))
    await asyncio.gather(*answers)
    assert (server.most_at_once, pauses) == (2, [])


def pauses_of(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the list in which pauses will be noted, none of which takes time."""
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(adapter, "sleep", pause)
    return pauses


def test_a_message_notifies_only_those_it_names() -> None:
    assert MESSAGE["allowed_mentions"] == {"parse": [], "users": ["5"]}
    assert MESSAGE["flags"] == rest.LAYOUT
    assert body([], ephemeral=True)["flags"] == rest.LAYOUT | rest.EPHEMERAL


def test_the_content_of_a_file_is_never_printed() -> None:
    assert "PNG" not in f"{FILES[0]!r}"


# --- what discord.py does not promise ---------------------------------------------------------


async def test_discord_py_still_reads_interactions_by_this_name(client: discord.Client) -> None:
    parsers = client._connection.parsers  # pyright: ignore[reportPrivateUsage] - as the client does
    assert isinstance(parsers, dict)
    assert callable(parsers[INTERACTION])


def test_routes_of_one_token_share_their_limits_and_no_others() -> None:
    path = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
    one, same, other = (
        Route(method, path, webhook_id=42, webhook_token=token)
        for method, token in (("PATCH", "a"), ("DELETE", "a"), ("PATCH", "b"))
    )
    assert one.major_parameters == same.major_parameters != other.major_parameters
