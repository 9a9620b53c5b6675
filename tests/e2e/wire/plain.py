"""A bot of a few lines, for tests of the wire itself: it requests what a test says, and listens."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import AsyncIterator, Callable
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

    @property
    def code(self) -> int:
        return self.payload.get("code", 0) if isinstance(self.payload, dict) else 0


class PlainBot:
    """Its requests and its connection to the gateway."""

    def __init__(self, discord: Discord, session: aiohttp.ClientSession) -> None:
        self.discord: Final = discord
        self.heard: Final[list[Json]] = []
        """All that the gateway sent, on all connections."""
        self._session = session
        self._news = asyncio.Condition()
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._listening: asyncio.Task[None] | None = None

    # --- requests --------------------------------------------------------------------------

    async def asks(
        self, method: str, path: str, body: Any = None, file: tuple[str, bytes] | None = None
    ) -> Told:
        data: Any = None if body is None else json.dumps(body)
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
            return Told(response.status, given)

    async def posts(self, channel: Channel, **body: Any) -> str:
        """Post a message, and return its path."""
        path = f"/channels/{channel.id}/messages"
        told = await self.asks("POST", path, {"content": "hello"} | body)
        return f"{path}/{told.payload['id']}"

    async def answers(self, answer: Answer, kind: int, **data: Any) -> Told:
        """Answer an interaction for the first time."""
        it = answer.interaction
        body = {"type": kind, "data": data} if data else {"type": kind}
        return await self.asks("POST", f"/interactions/{it.id}/{it.token}/callback", body)

    async def updates(self, answer: Answer, **data: Any) -> Told:
        """Answer a click with a change of the message."""
        return await self.answers(answer, 7, **data)

    async def edits(
        self, answer: Answer, file: tuple[str, bytes] | None = None, **body: Any
    ) -> Told:
        """Change the message that was answered with, or clicked."""
        return await self.asks("PATCH", f"{self._webhook(answer)}/messages/@original", body, file)

    async def follows(self, answer: Answer, **body: Any) -> Told:
        return await self.asks("POST", self._webhook(answer), body)

    def _webhook(self, answer: Answer) -> str:
        return f"/webhooks/{self.discord.world.bot.id}/{answer.interaction.token}"

    # --- the gateway -------------------------------------------------------------------------

    async def connects(self, *, resume: bool = False, shard: tuple[int, int] = (0, 1)) -> None:
        """Begin a session, or resume the last one, and wait for Discord's answer to that."""
        if self._socket is not None:
            await self.closes()
        before = self._replies
        url = f"{self.discord.gateway.address}?v=10&encoding=json&compress=zlib-stream"
        self._socket = await self._session.ws_connect(url, max_msg_size=0)
        self._listening = asyncio.create_task(self._listen(self._socket))
        if resume:
            ready = self.events("READY")[-1]
            last = max(it["s"] for it in self.heard if it.get("s"))
            data: Json = {"session_id": ready["session_id"], "seq": last}
        else:
            data = {"intents": GUILDS, "properties": {}, "shard": [*shard]}
        hello = {"op": 6 if resume else 2, "d": data | {"token": self.discord.token}}
        await self._socket.send_json(hello)
        await self.until(lambda: self._replies > before)

    @property
    def _replies(self) -> int:
        return len([*self.events("READY"), *self.events("RESUMED"), *self.ops(9)])

    async def closes(self) -> None:
        assert self._socket is not None
        assert self._listening is not None
        await self._socket.close(code=4000)
        await self._listening

    def events(self, name: str) -> list[Json]:
        """Return the data of the events with this name."""
        return [it["d"] for it in self.heard if it.get("t") == name]

    def ops(self, op: int) -> list[Json]:
        return [it for it in self.heard if it["op"] == op]

    async def hears(self, name: str, times: int = 1) -> list[Json]:
        """Wait until it was told this so often."""
        await self.until(lambda: len(self.events(name)) >= times)
        return self.events(name)

    async def until(self, holds: Callable[[], Any]) -> None:
        async with asyncio.timeout(60), self._news:
            await self._news.wait_for(holds)

    async def _listen(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        packed = zlib.decompressobj()
        async for message in socket:
            self.heard.append(json.loads(packed.decompress(message.data)))
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
