"""Strikes at processes that share a bot while people play on every shard, and looks what is lost.

    striker = Striker(ground, seed)
    async with striker.playing():
        await striker.clicks(20)
        await striker.kills(striker.any_process(), replaced=True)
    await striker.looks()
    assert striker.faults == []

Nobody stops playing when a process dies: those on its shards press in vain until another one has
taken them over.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import cycle
from random import Random
from statistics import median
from typing import Final

from tests.e2e.wire.boards import table_of, was_stored
from tests.e2e.wire.journal import Audit, Journal
from tests.e2e.wire.process import BotProcess
from tests.e2e.wire.regulars import Mix, Regulars
from tests.e2e.wire.sharded import Sharded

LEASE: Final = 15.0
"""Seconds after which the shards of a dead process are free."""
OWNED_WITHIN: Final = LEASE + 5.0
"""Seconds in which another process has them, unless the machine is busy."""
HEARD_WITHIN: Final = 120.0
"""Seconds after which shards of a struck process count as lost."""
SLACK: Final = 2.0
LATE: Final = 60.0
"""Seconds in which every table is attended to that fell due while nobody had its shard."""
PATIENCE: Final = 20.0
GOES_ON_WITHIN: Final = 120.0  # seconds
LIVE: Final[Mix] = {"goal": 25, "pace": "live"}
MIXES: Final[tuple[tuple[Mix, ...], ...]] = (
    (LIVE | {"computers": 1}, {"goal": 25, "boxes": "little_help"}),
    (LIVE | {"boxes": "initiative"}, {"goal": 25, "boxes": "boscalumia"}),
)
"""The games of even and of odd shards, in their order."""
PEOPLE: Final = ("Ann", "Bob")
_DUE: Final = "SELECT id, ? - due FROM tables WHERE is_open = 1 AND due IS NOT NULL AND due < ?"


@dataclass
class Strikes:
    """Results of all strikes."""

    done: Counter[str] = field(default_factory=Counter)
    """Strikes by kind."""
    again: list[float] = field(default_factory=list)
    """Seconds until somebody heard of a shard again, for each that was struck."""
    kept: int = 0
    """Clicks that nobody was told of, and that were stored."""
    gone: int = 0
    """Clicks that nobody was told of, and that were not."""
    attended: float = 0.0
    """Seconds until tables that were late were attended to, at most, when nobody clicked there."""

    def __str__(self) -> str:
        return (
            f"{dict(self.done)}; {len(self.again)} shards heard again after"
            f" p50 {median(self.again or [0.0]):.1f} s, max {max(self.again, default=0.0):.1f} s;"
            f" late tables attended to within {self.attended:.1f} s;"
            f" never heard of, {self.kept} clicks stored, {self.gone} not"
        )


class Striker:
    """Has people play at a table on every shard, and strikes at processes meanwhile."""

    def __init__(self, ground: Sharded, seed: object = 0) -> None:
        self.ground: Final = ground
        self.journal: Final = Journal()
        self.parties: Final = [self._seated(shard) for shard in range(ground.shards)]
        self.figures: Final = Strikes()
        self.faults: Final[list[str]] = []
        """Clicks lost, stored twice or invented, and tables whose clock stopped."""
        self.rng: Final = Random(f"striker {seed}")

    def _seated(self, shard: int) -> Regulars:
        languages = cycle(("en-US", "fr"))
        people = [self.ground.join(it, shard, locale=next(languages)) for it in PEOPLE]
        mixes = cycle([dict(mix) for mix in MIXES[shard % len(MIXES)]])
        return Regulars(tuple(people), self.ground.kept, self.journal, mixes)

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """They play meanwhile; whatever breaks for them is raised here."""
        tasks = [asyncio.ensure_future(party.goes_on()) for party in self.parties]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
        for fault in ended:
            if isinstance(fault, Exception):
                raise fault

    async def clicks(self, more: int, within: float = PATIENCE) -> None:
        """Wait until people have been answered so many more times, as far as they are at all."""
        most = self.answered + more
        with suppress(TimeoutError):
            await self.ground.discord.until(lambda: self.answered >= most, within)

    @property
    def answered(self) -> int:
        return sum(click.done is not None for click in self.journal.clicks)

    def any_process(self) -> BotProcess:
        """One of those that hear of any shard."""
        return self.rng.choice([it for it in self.ground.running if it.shards])

    async def all_go_on(self, within: float = GOES_ON_WITHIN) -> None:
        """Wait until at every table somebody was told once more that a click was done."""
        before = self._done()
        with suppress(TimeoutError):
            await self.ground.discord.until(lambda: not self._resting(before), within)
        for shard in self._resting(before):
            self.faults.append(f"shard {shard}: nobody plays on\n{self._course(shard)}")

    def _resting(self, before: Counter[int]) -> list[int]:
        """The shards at whose tables nothing was done since then."""
        done = self._done()
        people = [[it.id for it in party.people] for party in self.parties]
        return [n for n, who in enumerate(people) if all(done[it] == before[it] for it in who)]

    def _course(self, shard: int) -> str:
        """Return the board of a shard and its last clicks with their answers."""
        party = self.parties[shard]
        people = {it.id for it in party.people}
        clicks = [it for it in self.journal.clicks[-2000:] if it.user in people][-8:]
        told = [f"{it}: {it.answer.text[:200] if it.answer else None!r}" for it in clicks]
        board = party.last.text if party.last else "no board"
        return "\n".join([board, *told])

    def _done(self) -> Counter[int]:
        """Return the number of done clicks of each person."""
        return Counter(click.user for click in self.journal.clicks if click.done)

    # --- strikes -----------------------------------------------------------------------------

    async def kills(self, process: BotProcess, within: float = HEARD_WITHIN) -> None:
        """Kill it; another one is started, and all its shards are to be heard of again."""
        held, since = process.shards, time.monotonic()
        await process.kill()
        await self.ground.adds()
        await self._heard_again("killed", held, since, within)

    async def stops(self, process: BotProcess, within: float) -> dict[int, float]:
        """Tell it to stop; for how many seconds nobody heard of each of its shards."""
        held, since = process.shards, time.monotonic()
        assert await process.stop() == 0
        await self._heard_again("stopped", held, since, within)
        return self.ground.unheard(held, since)

    async def stalls(self, process: BotProcess, seconds: float) -> None:
        """Let it stand still for so long, and go on; meanwhile its shards are taken over."""
        held, since = process.shards, time.monotonic()
        process.stalls()
        await self._heard_again("stalled", held, since, HEARD_WITHIN)
        await asyncio.sleep(max(0.0, since + seconds - time.monotonic()))
        process.goes_on()

    async def _heard_again(
        self, what: str, held: Collection[int], since: float, within: float
    ) -> None:
        self.figures.done[what] += 1
        again = self.ground.heard_again
        with suppress(TimeoutError):
            left = within - (time.monotonic() - since)
            await self.ground.discord.until(lambda: len(again(held, since)) == len(held), left)
        found = again(held, since)
        self.figures.again += found.values()
        missing = sorted({*held} - {*found})
        if missing:
            self.faults.append(f"{what}: of shards {missing} nobody heard for {within} s")

    # --- looks -------------------------------------------------------------------------------

    async def looks(self, *, at_log_alone: bool = False) -> None:
        """Hold what is stored against the journal, clocks and boards; nobody plays meanwhile."""
        await self._all_answered()
        if not at_log_alone:
            await self._all_attended()
        open_ = [it for it in self.journal.clicks if it.done is None and not it.void]
        unknown = [it for it in open_ if not it.may_be_needless]
        boards = [party.last for party in self.parties if not at_log_alone]
        with self.ground.kept.left_behind() as db:
            audit = Audit(db, self.journal)
            self.faults.extend(audit.faults)
            self.journal.settle(db)
        for board in filter(None, boards):
            if not was_stored(board, audit.scenes.get(table_of(board), ())):
                self.faults.append(f"lost: what was to be seen:\n{board.text}")
        self.figures.kept += sum(it.done is True for it in unknown)
        self.figures.gone += sum(it.done is False for it in unknown)

    async def _all_attended(self) -> None:
        """Wait until the house has done what fell due, at every table."""
        begun = time.monotonic()
        while late := self._late():
            if time.monotonic() > begun + LATE:
                self.faults.extend(f"table {it} is late by {late[it]:.0f} s" for it in late)
                return
            await asyncio.sleep(0.2)
            self.figures.attended = max(self.figures.attended, time.monotonic() - begun)

    def _late(self) -> dict[str, float]:
        """The tables that are late, and by how many seconds."""
        now = time.time()
        with self.ground.kept.reading() as db:
            return dict(db.execute(_DUE, (now, now - SLACK)).fetchall())

    async def _all_answered(self) -> None:
        """Wait until every click is answered, or given up by Discord."""
        asked = [it.answer for it in self.journal.clicks if it.done is None]
        await asyncio.gather(*[answer.comes() for answer in asked if answer is not None])
        await self.ground.discord.settled()
        for click in self.journal.clicks:
            if click.done is None and click.answer is not None:
                click.heard()

    async def clocks_go_on(self, within: float) -> None:
        """Check that every live table in play changes by itself without clicks."""
        async with asyncio.timeout(within):
            while not (before := dict(self._versions())):
                await asyncio.sleep(1.0)
            while still := [it for it, version in self._versions() if before.get(it) == version]:
                await asyncio.sleep(1.0)
        assert not still

    def _versions(self) -> Iterator[tuple[str, int]]:
        """The versions of the tables at which something will happen by itself."""
        asks = "SELECT id, version FROM tables WHERE stage = 'playing' AND due < ?"
        with self.ground.kept.reading() as db:
            yield from db.execute(asks, (time.time() + PATIENCE,)).fetchall()

    async def boards_catch_up(self) -> None:
        """Wait until every board shows what is stored."""
        for party in self.parties:
            await party.catches_up()
