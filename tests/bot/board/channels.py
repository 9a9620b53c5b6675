"""Fake channels for boards: they note every request, and answer as a test wants."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar

from bot.board.gallery import Gallery
from bot.board.messages import Messages
from bot.board.painter import Painter
from bot.board.rendered import RenderedPage
from bot.board.requests import Requests
from bot.board.tokens import Tokens
from bot.discord.rest import Json, Upload
from bot.pages.layout import Content
from bot.store.protocol import PostedMessage
from bot.store.sqlite.store import SqliteStore
from bot.tables.pages import PageKey
from bot.tables.refusals import Refused
from tests.bot.store.changes import change, leg, notice

CHANNEL = 70
OLD = 5000
LEG_1 = leg(1)
HANGS = Exception()
"""No answer ever comes."""


class Request(SimpleNamespace):
    """One request to Discord: its kind, its message, and what was sent."""

    kind: str
    channel: int
    message: int
    sent: dict[str, Any]


_ChannelsT = TypeVar("_ChannelsT", bound="FakeChannels")


@asynccontextmanager
async def at_a_store(folder: Path, kind: type[_ChannelsT]) -> AsyncIterator[_ChannelsT]:
    """Channels of this kind at a store in this folder."""
    store = SqliteStore(folder / "celestia.db")
    await store.open()
    channels = kind(store)
    yield channels
    await channels.painter.close()
    await store.close()


class FakeChannels:
    """A renderer with channels: it renders versions, and notes every request."""

    def __init__(self, store: SqliteStore) -> None:
        self.store = store
        self.requests: list[Request] = []
        self.faults: list[BaseException | None] = []
        """How the next requests fail; None: they succeed."""
        self.always: BaseException | None = None
        self.takes = 0.0
        self.version = 0
        self.newest = 1
        self.reposts = 0
        self.generation = 0
        self.pings = False
        """The first notice still names somebody."""
        self.timed_out = 0
        self.now = 1_767_225_600.0
        """The clock by which it is noted what this Discord takes."""
        self._begin()

    def _begin(self) -> None:
        both: Any = self  # as much of a renderer and of channels as is needed
        self.tokens = Tokens(lambda: 0.0)
        requests = Requests(both, self.tokens, self.request_timed_out)
        self.gallery = Gallery(self.store, both, lambda: self.now)
        self.messages = Messages(self.store, both, requests, self.gallery)
        self.painter = Painter(self.store, both, self.messages, edit_every=0.1)

    async def render(self, table: str, page: PageKey, *, pictured: bool = True) -> RenderedPage:
        if table == "frozen":
            raise Refused("table_frozen")
        stored = await self.store.table(table)
        assert stored
        if page.in_story:
            files = ((f"{stored.version}.txt", "x"),)
            content = Content((), mentions=(1, 2), files=files)
            current = page.number == self.newest
        else:
            current = self.pings and page == notice(1)
            content = Content((), mentions=(1,) if current else ())
        return RenderedPage(
            content,
            stored.channel,
            stored.version,
            is_current=current,
            reposts=self.reposts,
            generation=self.generation,
        )

    def request_timed_out(self) -> None:
        self.timed_out += 1

    async def post(self, channel: int, message: Json, uploads: Sequence[Upload] = ()) -> Json:
        number = 100 + len(self.requests)
        await self._request("send", channel, number, {**message, "uploads": uploads})
        return {"id": f"{number}"}

    async def edit(
        self, channel: int, message: int, changes: Json, uploads: Sequence[Upload] = ()
    ) -> Json:
        await self._request("edit", channel, message, {**changes, "uploads": uploads})
        return {"id": f"{message}"}

    async def delete(self, channel: int, message: int) -> None:
        await self._request("delete", channel, message, {})

    async def edit_answer(self, token: str, changes: Json) -> Json:
        await self._request("by token", 0, 0, {**changes, "uploads": ()})
        return {}

    async def _request(self, kind: str, channel: int, message: int, sent: dict[str, Any]) -> None:
        self.requests.append(Request(kind=kind, channel=channel, message=message, sent=sent))
        fault = self.faults.pop(0) if self.faults else self.always
        await asyncio.sleep(99 if fault is HANGS else self.takes)
        if fault:
            raise fault

    def shown(self) -> str:
        """The version that the last request showed."""
        sent = self.requests[-1].sent
        return sent["uploads"][0].name

    def kinds(self) -> list[str]:
        return [request.kind for request in self.requests]

    async def change(self, table: str = "blue", *pages: PageKey) -> None:
        """Change the table, and have it painted."""
        await self.store.commit(
            change(table, self.version, channel=CHANNEL, paint=pages or (leg(1),))
        )
        self.version += 1
        self.painter.schedule(table)

    async def stands(self, page: PageKey = LEG_1, message: int = OLD) -> None:
        """Have this page posted already."""
        await self.store.commit(change("blue", self.version, channel=CHANNEL))
        self.version += 1
        await self.store.record_painted("blue", page, 0, PostedMessage(page, CHANNEL, message))

    async def restarts(self) -> None:
        """Replace the painter, as after a crash."""
        await self.painter.close()
        self._begin()
        await self.painter.start()

    async def until(self, requests: int) -> None:
        """Wait until so many requests have come and the last of them has ended."""
        async with asyncio.timeout(10):
            while len(self.requests) < requests or self.painter._under_way:
                await asyncio.sleep(0.01)

    async def calm(self) -> None:
        """Wait until nothing is under way."""
        while self.painter._under_way:
            await self.painter.wait_painted("blue")
            await asyncio.sleep(0)
        await self.painter._outbox.cross_out()
