"""Operations without a bot: the parts are as a test wants them, and asked over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from types import SimpleNamespace
from typing import Any, get_args

import aiohttp
from aiohttp import TraceConfig
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from bot.board.boards import Boards
from bot.board.messages import NEEDS_PEOPLE
from bot.board.responses import Outcome
from bot.discord.incoming import Kind
from bot.events import Commit, Events
from bot.hosting.repeats import Superfluous
from bot.operations.gauges import ProcessShards, ShardFigures
from bot.operations.metrics import LEVEL_NAMES, LIMITS, Metrics
from bot.operations.server import Operations
from bot.store.data import OpenTables, PostedMessage
from bot.store.errors import ChannelTaken, DiskFull, LeaseLost, Outdated, Repeated
from bot.store.store import Store
from bot.tables.refusals import Refused, Stale
from engine.errors import IllegalMove
from tests.bot.store.changes import change, leg


class Scrape:
    """The text of ``/metrics``."""

    def __init__(self, text: str) -> None:
        self.text = text
        families = [*text_string_to_metric_families(text)]
        self.names = {family.name for family in families}
        self.samples = [sample for family in families for sample in family.samples]

    @classmethod
    def of(cls, metrics: Metrics) -> Scrape:
        return cls(generate_latest(metrics.registry).decode())

    def __call__(self, name: str, **labels: str) -> float:
        """The sum of all samples of this name that have these labels."""
        found = [it for it in self.samples if it.name == f"celestia_{name}"]
        return sum(it.value for it in found if labels.items() <= it.labels.items())

    def labels_of(self, name: str) -> set[str]:
        """The names of the labels that samples of this name have."""
        return {label for it in self.samples if it.name == name for label in it.labels}

    @property
    def labels(self) -> set[tuple[str, str]]:
        """Every label there is, with each of its values."""
        return {label for it in self.samples for label in it.labels.items()}


class Asked:
    """Requests paths over HTTP."""

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


ONE = ProcessShards([ShardFigures(0, True, 0.04)], 1, 1)
TWO_OF_16 = ProcessShards(
    [ShardFigures(0, True, 0.04), ShardFigures(5, False, float("nan"))], 16, 2, 1.5
)


@dataclass
class Parts:
    """The parts of a bot whose figures are shown."""

    shards: ProcessShards = ONE
    fault: Exception | None = None
    """How the store fails."""
    hangs: asyncio.Event | None = None
    """Until this is set, the store does not answer."""
    asked: int = 0
    """Number of requests to the store."""
    tables: OpenTables = field(default_factory=lambda: OpenTables(0, 0))
    boards: Boards = field(default_factory=lambda: no_boards())

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


def no_boards() -> Boards:
    """Boards that deliver nothing."""
    nothing: Any = None
    return Boards(nothing, nothing, nothing, 0, Events())


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


# --- figures ---------------------------------------------------------------------------------


def click(
    metrics: Metrics,
    fault: Exception | None = None,
    kind: str = "press",
    outcome: str = "sent",
    took: float | None = 0.1,
) -> None:
    """Answer a click."""
    pressed: Any = SimpleNamespace(kind=kind, outcome=outcome, answered_in=took)
    metrics.clicked(pressed, fault)


def commit(
    metrics: Metrics, fault: BaseException | None = None, before: str = "playing", **about: Any
) -> None:
    """Commit a change, or fail to."""
    metrics.committed(Commit(change(**about), before, 0.002, fault))


FAULTS = (
    *(None, Refused("too_fast"), Stale("moment_passed"), Superfluous(Refused("not_asked"))),
    *(IllegalMove("not_aboard", seat=2), DiskFull(), ValueError("a fault")),
)
FAILURES = (DiskFull(), Repeated(), Outdated(), LeaseLost(), ChannelTaken(), KeyboardInterrupt())


def exercise(metrics: Metrics) -> None:
    """Count everything there is to count."""
    for kind in get_args(Kind):
        for fault in FAULTS:
            click(metrics, fault, kind=kind)
    for outcome in Outcome:
        click(metrics, outcome=outcome.name.lower())
    click(metrics, outcome="", took=None)
    for failure in FAILURES:
        commit(metrics, failure)
    for stage in ("playing", "over", "cancelled", "expired", "frozen"):
        commit(metrics, stage=stage)
    commit(metrics, before="lobby", posted=PostedMessage(leg(1), 70, 5000), interaction=12)
    metrics.board_shown(0.4)
    for by in ("bot", "click"):
        for outcome in ("taken", "refused", "limited", "broken", "lost"):
            metrics.requested(by, outcome, 0.1)
    for scope in LIMITS:
        metrics.limited(scope)
    for level in LEVEL_NAMES.values():
        metrics.logged(level)


@cache
def everything() -> Scrape:
    """A scrape in which each figure and each label has a sample."""

    async def scraped() -> Scrape:
        parts = Parts(TWO_OF_16)
        parts.boards.of("blue").note_change(1, [])
        for number, reason in enumerate(NEEDS_PEOPLE.values()):
            parts.boards.block(f"table {number}", reason)
        async with asking(parts) as asked:
            exercise(asked.operations.metrics)
            return await asked.scrape()

    return asyncio.run(scraped())


@cache
def fresh() -> Scrape:
    """The first scrape of a process."""

    async def scraped() -> Scrape:
        async with asking(Parts()) as asked:
            return await asked.scrape()

    return asyncio.run(scraped())
