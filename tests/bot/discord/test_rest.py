"""Requests over discord.py's own client, as they arrive at a server.

These tests fail if a version of discord.py has no longer what `bot.discord.rest` and
`bot.discord.dispatches` lean on, none of which it promises.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from discord.http import Route

from bot.discord import rest
from bot.discord.dispatches import INTERACTION
from bot.discord.rest import Json, Rest, Upload, body
from tests.bot.discord.payloads import TOKEN

BOT = "MTE.bot.secret"
FILES = [Upload("board-1a.png", b"\x89PNG"), Upload("game.json", b"{}")]
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

    async def takes(self, request: web.Request) -> web.Response:
        if request.path == "/users/@me":
            return web.json_response({})
        said, files = await _read(request)
        way = (request.method, request.raw_path.partition("?")[0])
        by_bot = request.headers.get("Authorization") == f"Bot {BOT}"
        self.arrived.append(Arrived(way, dict(request.query), by_bot, said, files))
        # without a charset, as Discord says it: discord.py reads nothing else
        headers = {"Content-Type": "application/json"}
        text = json.dumps(self.told).encode()
        return web.Response(body=text, status=self.status, headers=headers)


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
