"""A bot of a few lines, for tests of the wire itself: it asks what it is told, and listens."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final

import aiohttp

from tests.e2e.wire.door import API
from tests.e2e.wire.people import Answer
from tests.e2e.wire.server import Discord
from tests.e2e.wire.world import Channel

Json = dict[str, Any]

GUILDS: Final = 1 << 0
JSON: Final = "application/json"
BUTTON: Final = {"type": 2, "style": 1, "label": "Go", "custom_id": "celestia:t:1:-:say:go"}
ROW: Final = {"type": 1, "components": [BUTTON]}


@dataclass(frozen=True, slots=True)
class Told:
    """Discord's answer."""

    status: int
    payload: Any
    headers: dict[str, str]

    @property
    def code(self) -> int:
        return self.payload.get("code", 0) if isinstance(self.payload, dict) else 0


class PlainBot:
    """Its requests and its connection to the gateway."""

    def __init__(self, discord: Discord, session: aiohttp.ClientSession) -> None:
        self.discord: Final = discord
        self.heard: Final[list[Json]] = []
        """All that the gateway sent, on all connections."""
        self.code: int | None = None
        """With what the last connection was closed."""
        self._session = session
        self._news = asyncio.Condition()
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._listening: asyncio.Task[None] | None = None

    # --- requests --------------------------------------------------------------------------

    async def asks(
        self, method: str, path: str, body: Any = None, file: tuple[str, bytes] | None = None
    ) -> Told:
        """One request, with a file or without; a body may come in pieces."""
        whole = body is None or isinstance(body, AsyncIterator)
        data: Any = body if whole else json.dumps(body)
        headers = {"Authorization": f"Bot {self.discord.token}"}
        if file is not None:
            form = aiohttp.FormData(quote_fields=False)
            form.add_field("payload_json", data, content_type=JSON)
            form.add_field("files[0]", file[1], filename=file[0])
            data = form
        elif data is not None:
            headers["Content-Type"] = JSON
        url = self.discord.url + API + path
        async with self._session.request(method, url, data=data, headers=headers) as response:
            text = await response.text()
            given = json.loads(text) if response.headers.get("Content-Type") == JSON else text
            return Told(response.status, given, dict(response.headers))

    async def posts(self, channel: Channel, **body: Any) -> str:
        """Post a message; the answer is its path."""
        path = f"/channels/{channel.id}/messages"
        told = await self.asks("POST", path, {"content": "hello"} | body)
        return f"{path}/{told.payload['id']}"

    async def answers(self, answer: Answer, kind: int, **data: Any) -> Told:
        """Answer an interaction for the first time."""
        it = answer.interaction
        body = {"type": kind, "data": data} if data else {"type": kind}
        return await self.asks("POST", f"/interactions/{it.id}/{it.token}/callback", body)

    async def updates(self, answer: Answer, **data: Any) -> Told:
        """Answer a click with a change of the message, and have that message told."""
        it = answer.interaction
        path = f"/interactions/{it.id}/{it.token}/callback?with_response=true"
        return await self.asks("POST", path, {"type": 7, "data": data})

    async def edits(
        self, answer: Answer, file: tuple[str, bytes] | None = None, **body: Any
    ) -> Told:
        """Change the message that was answered with, or clicked."""
        path = f"/webhooks/{self.discord.world.bot.id}/{answer.interaction.token}"
        return await self.asks("PATCH", f"{path}/messages/@original", body, file)

    async def follows(self, answer: Answer, **body: Any) -> Told:
        """Say more."""
        path = f"/webhooks/{self.discord.world.bot.id}/{answer.interaction.token}"
        return await self.asks("POST", path, body)

    # --- the gateway -------------------------------------------------------------------------

    async def connects(
        self,
        *,
        intents: int = GUILDS,
        resume: bool = False,
        token: str = "",
        shard: tuple[int, int] | None = None,
        address: str = "",
    ) -> None:
        """Begin a session, or take the last one up again; wait for what Discord says to that."""
        if self._socket is not None:
            await self.closes()
        self.code, before = None, self._replies
        packed = "&compress=zlib-stream"
        url = f"{address or self.discord.gateway.address}?v=10&encoding=json{packed}"
        self._socket = await self._session.ws_connect(url, max_msg_size=0)
        self._listening = asyncio.create_task(self._listen(self._socket))
        token = token or self.discord.token
        if resume:
            data: Json = {"session_id": self.session, "seq": self.last}
            await self._socket.send_json({"op": 6, "d": data | {"token": token}})
        else:
            data = {"token": token, "intents": intents, "properties": {}}
            data |= {"shard": [*shard]} if shard is not None else {}
            await self._socket.send_json({"op": 2, "d": data})
        await self.until(lambda: self._replies > before or self.code is not None)

    @property
    def _replies(self) -> int:
        return len([*self.events("READY"), *self.events("RESUMED"), *self.ops(9)])

    async def beats(self) -> None:
        assert self._socket is not None
        await self._socket.send_json({"op": 1, "d": self.last})

    async def closes(self, code: int = 4000) -> None:
        assert self._socket is not None
        assert self._listening is not None
        await self._socket.close(code=code)
        await self._listening

    @property
    def session(self) -> str:
        return next(it["d"]["session_id"] for it in reversed(self.heard) if it.get("t") == "READY")

    @property
    def last(self) -> int:
        """The number of the last event."""
        return max(it["s"] for it in self.heard if it.get("s"))

    def events(self, name: str) -> list[Json]:
        """Return the data of the events with this name."""
        return [it["d"] for it in self.heard if it.get("t") == name]

    def ops(self, op: int) -> list[Json]:
        return [it for it in self.heard if it["op"] == op]

    async def hears(self, name: str, times: int = 1) -> list[Json]:
        """Wait until it was told this so often."""
        await self.until(lambda: len(self.events(name)) >= times)
        return self.events(name)

    async def until(self, holds: Any) -> None:
        async with asyncio.timeout(5), self._news:
            await self._news.wait_for(holds)

    async def _listen(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        packed, text = zlib.decompressobj(), ""
        async for message in socket:
            text = packed.decompress(message.data).decode()
            self.heard.append(json.loads(text))
            await self._notify()
        self.code = socket.close_code
        await self._notify()

    async def _notify(self) -> None:
        async with self._news:
            self._news.notify_all()


@asynccontextmanager
async def plain_bot(discord: Discord) -> AsyncIterator[PlainBot]:
    """A bot that is not connected yet."""
    async with aiohttp.ClientSession() as session:
        bot = PlainBot(discord, session)
        yield bot
        if bot._listening is not None:
            bot._listening.cancel()
