"""Samples the costs and the delays of processes of the bot, as a table.

async with Samples(ground, journal, address, striker.strikes) as samples:
    ...                                     # people play
    samples.slice("10 min")                 # a line of the table: since the last one
print(samples)
"""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Final, Self

import aiohttp
import asyncpg

from tests.bot.operations.scraping import Scrape
from tests.e2e.wire.journal import Journal
from tests.e2e.wire.process import BotProcess
from tests.e2e.wire.sharded import Sharded

EVERY: Final = 5
"""Seconds between two samples."""
MIB: Final = 1 << 20
_OURS: Final = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'celestia'"
HEADINGS: Final = (
    *("until", "answered", "unheard", "struck", "p50 ms", "p99 ms", "hold-up ms", "board s"),
    *("elder MiB", "largest MiB", "connections"),
)


@dataclass(slots=True)
class Slice:
    """Figures of some minutes; the most of each."""

    elder: float = 0.0
    """MiB of the process that is never struck, at the end."""
    largest: float = 0.0
    """MiB of the largest of all."""
    connections: int = 0
    """Of all processes to the database."""
    holdup: float = 0.0
    """Seconds for which an event loop stood still."""
    waiting: float = 0.0
    """Seconds for which a board waited, when Discord and the store were there."""
    row: tuple[str, ...] = ()
    """As the table has it."""


@dataclass
class Samples:
    """Looks at all processes every few seconds."""

    ground: Sharded
    journal: Journal
    address: str
    strikes: Counter[str]
    """The striker's count of strikes."""
    slices: list[Slice] = field(default_factory=list[Slice])
    _now: Slice = field(default_factory=Slice)
    _clicks: int = 0
    _before: Counter[str] = field(default_factory=Counter[str])
    _task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._looks())
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._task is not None
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    def slice(self, name: str) -> Slice:
        """Sum up what was seen since the last time."""
        assert self._task is not None
        if self._task.done():
            self._task.result()
        clicks, strikes = self.journal.clicks[self._clicks :], self.strikes - self._before
        self._clicks, self._before = len(self.journal.clicks), Counter(self.strikes)
        it, self._now = self._now, Slice()
        it.elder = memory(self.ground.running[0])
        it.largest = max(it.largest, it.elder)
        took = [it.answer.after for it in clicks if it.answer and it.answer.after is not None]
        cuts = quantiles(took, n=100) if len(took) > 1 else [0.0] * 99
        struck = ", ".join(f"{count} {what}" for what, count in strikes.items())
        it.row = (
            *(name, f"{len(took)}", f"{len(clicks) - len(took)}", struck or "-"),
            *(f"{1000 * cuts[49]:.0f}", f"{1000 * cuts[98]:.0f}", f"{1000 * it.holdup:.0f}"),
            *(f"{it.waiting:.1f}", f"{it.elder:.0f}", f"{it.largest:.0f}", f"{it.connections}"),
        )
        self.slices.append(it)
        return it

    def __str__(self) -> str:
        rows = [HEADINGS, *(it.row for it in self.slices)]
        widths = [max(len(row[n]) for row in rows) for n in range(len(HEADINGS))]
        lines = [" | ".join(it.rjust(w) for it, w in zip(row, widths, strict=True)) for row in rows]
        return "\n".join(lines)

    async def _looks(self) -> None:
        async with aiohttp.ClientSession() as session:
            while True:
                await asyncio.sleep(EVERY)
                for process in self.ground.running:
                    with suppress(FileNotFoundError, ProcessLookupError):  # it has just gone
                        self._now.largest = max(self._now.largest, memory(process))
                    await self._asks(session, process)
                await self._counts()
                # the wire remembers all requests, and would stand still in garbage collections
                self.ground.discord.requests.clear()
                gc.freeze()

    async def _asks(self, session: aiohttp.ClientSession, process: BotProcess) -> None:
        """Read its figures, if it has come so far."""
        url = f"http://127.0.0.1:{process.settings['operations']}/metrics"
        with suppress(aiohttp.ClientError, TimeoutError):
            async with asyncio.timeout(EVERY), session.get(url) as answer:
                scrape = Scrape(await answer.text())
                self._now.holdup = max(self._now.holdup, scrape("loop_holdup_seconds"))
                if scrape("store_up") and scrape("connected"):
                    waited = scrape("boards_waiting_seconds")
                    self._now.waiting = max(self._now.waiting, waited)

    async def _counts(self) -> None:
        """Count the connections, if there is a database just now."""
        with suppress(OSError, asyncpg.PostgresError):
            connection = await asyncpg.connect(self.address, timeout=EVERY)
            try:
                found = await connection.fetchval(_OURS)
            finally:
                await connection.close()
            self._now.connections = max(self._now.connections, found)


def memory(process: BotProcess) -> float:
    """Return the MiB that it has in memory."""
    pages = int(Path(f"/proc/{process.pid}/statm").read_text("ascii").split()[1])
    return pages * 4096 / MIB
