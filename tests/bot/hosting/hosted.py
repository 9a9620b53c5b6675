"""A table service on a real store, for tests: a clock that is set, no pauses, noted events."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from random import Random
from zlib import crc32

from bot.events import ChangedPages, Events
from bot.hosting.action import Action
from bot.hosting.availability import Availability
from bot.hosting.reader import TableState
from bot.hosting.repeats import Superfluous
from bot.hosting.service import TableService
from bot.store.data import Stored
from bot.store.errors import StoreError
from bot.store.sqlite.store import SqliteStore
from bot.tables.autoplay import ThinkingTime
from bot.tables.refusals import Refused
from bot.tables.table import Chair, Table
from engine.errors import IllegalMove
from players.roster import RANDOM
from tests.bot.tables.driven import OPENED, SECRET, START

GUILD = 7
ANNA, BEN, CARL, DORA = 1001, 1002, 1003, 1004
USERS = (ANNA, BEN, CARL, DORA)
STRANGER = 4242


_clicks = count(10_000)
"""Ids of clicks, unique over all services, and different from those that tests choose."""


async def code(work: Awaitable[object]) -> str:
    """Return the outcome as a code."""
    try:
        await work
    except (Refused, StoreError, IllegalMove) as fault:
        return fault.code
    except Superfluous:
        return "superfluous"
    return "done"


class Reach(Availability):
    """People can answer since a time that the test sets."""

    def __init__(self) -> None:
        super().__init__(lambda: 0.0)
        self.since = 0.0
        self.shown_since: Callable[[], float] = lambda: 0.0

    def connected_since(self, table: Stored) -> float:
        return self.since

    def reachable_since(self, table: Stored) -> float:
        return max(self.since, self.shown_since())


class Hosting(Events):
    """A service, and the events that it reports."""

    def __init__(self, store: SqliteStore) -> None:
        self.store = store
        self.now = OPENED
        self.reach = Reach()
        self.service = TableService(store, lambda: self.now, ThinkingTime(0, 0), self.reach, self)
        self.service.rng = Random(1)
        self.stored: list[str] = []
        """The tables that have changed."""
        self.seen: list[str] = []
        """The tables with a public change."""
        self.clicks = _clicks

    def table_changed(
        self, table: str, due: float | None, pages: ChangedPages | None, *, asked: bool
    ) -> None:
        self.stored.append(table)
        if pages:
            self.seen.append(table)

    def clock_jumped(self) -> None:
        self.reach.since = self.now

    async def open(self, table: str = "blue", channel: int = 0, **facts: object) -> str:
        """Anna opens a table."""
        usual = {"language": "en", "opened": self.now, "secret": SECRET, "chairs": [Chair()]}
        made = Table(id=table, **usual | facts)  # pyright: ignore[reportArgumentType] - facts by name
        await self.service.open(
            made, ANNA, GUILD, channel or crc32(table.encode()), next(self.clicks)
        )
        return table

    async def start(
        self,
        table: str = "blue",
        persons: int = 2,
        computers: int = 0,
        goal: int = 50,
        level: str = RANDOM,
        message: str = START,
    ) -> str:
        """A game that has just begun."""
        await self.open(table)
        await self.do(ANNA, "setting", f"goal={goal}", table)
        for user in USERS[1:persons]:
            await self.do(user, "join", "", table)
        for _ in range(computers):
            await self.do(ANNA, "add_computer", level, table)
        await self.do(ANNA, "start", message, table)
        return table

    async def do(
        self, user: int, name: str, arguments: str = "", table: str = "blue"
    ) -> TableState:
        action = Action(name, arguments)
        return await self.service.do(table, action, user=user, interaction=next(self.clicks))

    async def table(self, table: str = "blue") -> Table:
        return (await self.service.read(table)).table

    async def version(self, table: str = "blue") -> int:
        return (await self.service.read(table)).stored.version

    async def a_move(self, table: str = "blue") -> TableState:
        """The first seat that is asked makes its first legal move."""
        known = (await self.service.look(table)).table
        seat = known.running.waiting[0]
        move = f"{known.running.legal(seat)[0]}"
        return await self.service.do(table, Action("move", move), seat=seat)

    async def painted(self, table: str = "blue") -> None:
        """Mark all pending pages as delivered."""
        version = await self.version(table)
        for page in await self.store.pages_to_paint(table):
            await self.store.record_painted(table, page, version, None)

    async def everything(self, table: str = "blue") -> tuple[object, ...]:
        """Return all stored data of a table."""
        log, stored = await self.store.log(table), await self.store.table(table)
        return log, stored, await self.store.pages_to_paint(table)


@asynccontextmanager
async def hosting(file: Path) -> AsyncIterator[Hosting]:
    """The service on this file, until it is closed."""
    store = SqliteStore(file, clock=lambda: hosted.now)
    hosted = Hosting(store)
    await store.open()
    yield hosted
    await store.close()
