"""Fake channels for boards: they note every request, and answer as a test wants."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar

from bot.board.boards import Boards, Delivering
from bot.board.messages import Messages
from bot.board.picture_support import PictureSupport
from bot.board.renderer import RenderedPage
from bot.board.requests import Requests
from bot.discord.rest import Json, Upload
from bot.events import Events
from bot.pages.layout import Content
from bot.store.data import PostedMessage
from bot.store.sqlite.store import SqliteStore
from bot.tables.refusals import Refused
from bot.tables.table import PageKey
from tests.bot.store.changes import change, leg, notice

CHANNEL = 70
OLD = 5000
LEG_1 = leg(1)
HANGS = Exception()
"""No answer ever comes."""


class BoardEvents(Events):
    """What was reported about boards."""

    def __init__(self) -> None:
        self.shown: list[float] = []
        self.unblocked: list[str] = []

    def board_shown(self, seconds: float) -> None:
        self.shown.append(seconds)

    def board_unblocked(self, table: str) -> None:
        self.unblocked.append(table)


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
    await channels.boards.close()
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
        self.gate = asyncio.Event()
        """Requests end once it is set."""
        self.gate.set()
        self.version = 0
        self.newest = 1
        self.reposts = 0
        self.generation = 0
        self.pings = False
        """The first notice still names somebody."""
        self.timed_out = 0
        self.now = 1_767_225_600.0
        """By this clock it is noted what this Discord takes."""
        self._begin()

    def _begin(self) -> None:
        both: Any = self  # as much of a renderer and of channels as is needed
        self.sender = Requests(both, self.request_timed_out)
        self.pictures = PictureSupport(both, lambda: self.now)
        self.messages = Messages(self.store, both, self.sender, self.pictures)
        self.events = BoardEvents()
        self.boards = Boards(self.store, both, self.messages, 0.1, self.events)

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
        where = stored.channel, stored.version
        return RenderedPage(page, content, *where, current, self.reposts, self.generation)

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
        await self.gate.wait()
        if fault:
            raise fault

    def shown(self) -> str:
        """The version that the last request showed."""
        sent = self.requests[-1].sent
        return sent["uploads"][0].name

    def kinds(self) -> list[str]:
        return [request.kind for request in self.requests]

    async def change(self, table: str = "blue", *pages: PageKey) -> None:
        """Change the table, and have it delivered."""
        shown = pages or (leg(1),)
        await self.commits(*shown, table=table)
        self.boards.changed(table, self.version, shown, awaited=True)

    async def commits(self, *pages: PageKey, table: str = "blue") -> None:
        """Change the table, and put these pages into the outbox."""
        await self.store.commit(change(table, self.version, channel=CHANNEL, paint=pages))
        self.version += 1

    async def stands(self, page: PageKey = LEG_1, message: int = OLD) -> None:
        """Have this page posted already."""
        await self.commits()
        await self.store.record_painted("blue", page, 0, PostedMessage(page, CHANNEL, message))

    async def restarts(self) -> None:
        """Replace the boards, as after a crash."""
        await self.boards.close()
        self._begin()
        await self.boards.start()

    async def begun(self, requests: int) -> None:
        """Wait until this number of requests has come."""
        async with asyncio.timeout(10):
            while len(self.requests) < requests:
                await asyncio.sleep(0)

    async def until(self, requests: int) -> None:
        """Wait until this number of requests has come and the last of them has ended."""
        async with asyncio.timeout(10):
            while len(self.requests) < requests or self.is_busy:
                await asyncio.sleep(0.01)

    async def calm(self) -> None:
        """Wait until nothing is under way."""
        while self.is_busy:
            await self.boards.wait_delivered("blue")
            await asyncio.sleep(0)
        await self.boards.flush()

    @property
    def is_busy(self) -> bool:
        """Whether any board is being delivered."""
        return any(isinstance(it.state, Delivering) for it in self.boards._boards.values())

    @property
    def blocked(self) -> dict[str, str]:
        """Why boards are not shown, by table."""
        boards = self.boards._boards.items()
        return {table: it.state.reason for table, it in boards if it.state.reason}

    def hurry(self) -> None:
        """Forget when boards were delivered last, so that nobody waits between two edits."""
        for board in self.boards._boards.values():
            board._began = 0.0
