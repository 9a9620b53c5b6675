"""Operations without a bot: the parts are as a test wants them, and asked over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp
from aiohttp import TraceConfig
from prometheus_client.parser import text_string_to_metric_families

from bot.board.boards import Boards
from bot.events import Events
from bot.operations.gauges import ProcessShards, ShardFigures
from bot.operations.server import Operations
from bot.store.data import OpenTables
from bot.store.store import Store


def no_boards() -> Boards:
    """Boards that deliver nothing."""
    nothing: Any = None
    return Boards(nothing, nothing, nothing, 0, Events())


@dataclass
class Parts:
    """As much of a bot as is looked at."""

    shards: ProcessShards = field(
        default_factory=lambda: ProcessShards([ShardFigures(0, True, 0.04)], 1, 1)
    )
    fault: Exception | None = None
    """How the store fails."""
    hangs: asyncio.Event | None = None
    """Until this is set, the store does not answer."""
    asked: int = 0
    """How often the store was asked whether it is there."""
    tables: OpenTables = field(default_factory=lambda: OpenTables(0, 0))
    boards: Boards = field(default_factory=no_boards)

    def block(self, reasons: Mapping[str, str]) -> None:
        """Have the boards of these tables not be shown, for these reasons."""
        for table, reason in reasons.items():
            self.boards.block(table, reason)

    async def fact(self, name: str) -> str | None:
        self.asked += 1
        if self.hangs is not None:
            await self.hangs.wait()
        if self.fault is not None:
            raise self.fault
        return None

    async def open_tables(self) -> OpenTables:
        await self.fact("")
        return self.tables


class Asked:
    """Request a path over HTTP."""

    def __init__(self, operations: Operations, session: aiohttp.ClientSession) -> None:
        self.operations = operations
        self._session = session

    async def get(self, path: str) -> aiohttp.ClientResponse:
        async with self._session.get(path) as answer:
            await answer.read()
            return answer

    async def health(self) -> tuple[int, dict[str, str]]:
        answer = await self.get("/health")
        return answer.status, await answer.json()

    async def scrape(self) -> Scrape:
        answer = await self.get("/metrics")
        assert answer.status == 200
        return Scrape(await answer.text())


class Scrape:
    """Return the text of `/metrics`."""

    def __init__(self, text: str) -> None:
        self.text = text
        families = [*text_string_to_metric_families(text)]
        self.names = {family.name for family in families}
        self.samples = [sample for family in families for sample in family.samples]

    def __call__(self, name: str, **labels: str) -> float:
        """The sum of all samples of this name that have these labels."""
        found = [
            it.value
            for it in self.samples
            if it.name == f"celestia_{name}" and labels.items() <= it.labels.items()
        ]
        return sum(found)

    def labels_of(self, name: str) -> set[str]:
        """The names of the labels that samples of this name have."""
        return {label for it in self.samples if it.name == name for label in it.labels}

    @property
    def labels(self) -> set[tuple[str, str]]:
        """Every label there is, with each of its values."""
        return {label for it in self.samples for label in it.labels.items()}


@asynccontextmanager
async def asking(parts: Parts, store: Store | None = None) -> AsyncIterator[Asked]:
    """The operations of these parts, or with this store, on a free port of loopback."""
    stored: Any = store or parts
    operations = Operations(
        ("127.0.0.1", 0), parts.boards, stored, lambda: parts.shards, TraceConfig()
    )
    await operations.start()
    async with aiohttp.ClientSession(f"http://127.0.0.1:{operations.port}") as session:
        yield Asked(operations, session)
    await operations.close()
