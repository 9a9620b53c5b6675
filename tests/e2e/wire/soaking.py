"""Samples what processes of the bot cost and how late they are, and lays it out as a table.

async with Samples(ground, journal, address) as samples:
    ...                                     # people play
    samples.slice("10 min")                 # a line of the table: since the last one
print(samples)
"""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Final, Self

import aiohttp
import asyncpg

from tests.bot.operations.scraping import Scrape
from tests.e2e.wire.journal import Click, Journal
from tests.e2e.wire.process import BotProcess
from tests.e2e.wire.sharded import Sharded

EVERY: Final = 5
"""Seconds between two samples."""
MIB: Final = 1 << 20
_OURS: Final = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'celestia'"


@dataclass(frozen=True, slots=True)
class Slice:
    """Figures of some minutes."""

    name: str
    clicks: Sequence[Click]
    strikes: Counter[str]
    elder: float
    """MiB of the process that is never struck, at the end."""
    largest: float
    """MiB of the largest of all, at most."""
    connections: int
    """Of all processes to the database, at most."""
    holdup: float
    """Seconds for which an event loop stood still, at most."""
    waiting: float
    """Seconds for which a board waited, at most, when Discord and the store were there."""

    @property
    def row(self) -> tuple[str, ...]:
        """As the table has it."""
        took = [it.answer.after for it in self.clicks if it.answer and it.answer.after is not None]
        cuts = quantiles(took, n=100) if len(took) > 1 else [0.0] * 99
        strikes = ", ".join(f"{count} {what}" for what, count in self.strikes.items())
        return (
            *(self.name, f"{len(took)}", f"{len(self.clicks) - len(took)}", strikes or "-"),
            *(f"{1000 * cuts[49]:.0f}", f"{1000 * cuts[98]:.0f}", f"{1000 * self.holdup:.0f}"),
            *(f"{self.waiting:.1f}", f"{self.elder:.0f}", f"{self.largest:.0f}"),
            f"{self.connections}",
        )


HEADINGS: Final = (
    *("until", "answered", "unheard", "struck", "p50 ms", "p99 ms", "hold-up ms", "board s"),
    *("elder MiB", "largest MiB", "connections"),
)


@dataclass
class _Seen:
    """The most of everything since the last slice."""

    largest: float = 0.0
    connections: int = 0
    holdup: float = 0.0
    waiting: float = 0.0


@dataclass
class Samples:
    """Looks at all processes every few seconds."""

    ground: Sharded
    journal: Journal
    address: str
    strikes: Counter[str]
    """The striker's count of strikes."""
    slices: list[Slice] = field(default_factory=list[Slice])
    _seen: _Seen = field(default_factory=_Seen)
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
        clicks = self.journal.clicks[self._clicks :]
        strikes = self.strikes - self._before
        self._clicks, self._before = len(self.journal.clicks), Counter(self.strikes)
        elder = memory(self.ground.running[0])
        seen, self._seen = self._seen, _Seen()
        most = max(seen.largest, elder)
        made = Slice(
            *(name, clicks, strikes, elder, most, seen.connections, seen.holdup, seen.waiting)
        )
        self.slices.append(made)
        return made

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
                        self._seen.largest = max(self._seen.largest, memory(process))
                    await self._asks(session, process)
                await self._counts()
                self._sweeps()

    def _sweeps(self) -> None:
        """Keep the Discord of the test quick, which remembers all that it was ever asked.

        Else it stands still for seconds in the end, whenever Python looks for garbage in it.
        """
        self.ground.discord.requests.clear()
        gc.freeze()

    async def _asks(self, session: aiohttp.ClientSession, process: BotProcess) -> None:
        """Read its figures, if it has come so far."""
        url = f"http://127.0.0.1:{process.settings['operations']}/metrics"
        with suppress(aiohttp.ClientError, TimeoutError):
            async with asyncio.timeout(EVERY), session.get(url) as answer:
                scrape = Scrape(await answer.text())
                self._seen.holdup = max(self._seen.holdup, scrape("loop_holdup_seconds"))
                if scrape("store_up") and scrape("connected"):
                    waited = scrape("boards_waiting_seconds")
                    self._seen.waiting = max(self._seen.waiting, waited)

    async def _counts(self) -> None:
        """Count the connections, if there is a database just now."""
        with suppress(OSError, asyncpg.PostgresError):
            connection = await asyncpg.connect(self.address, timeout=EVERY)
            try:
                found = await connection.fetchval(_OURS)
            finally:
                await connection.close()
            self._seen.connections = max(self._seen.connections, found)


def memory(process: BotProcess) -> float:
    """MiB that it has in memory."""
    pages = int(Path(f"/proc/{process.pid}/statm").read_text("ascii").split()[1])
    return pages * 4096 / MIB
