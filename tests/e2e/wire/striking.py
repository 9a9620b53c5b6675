"""Strikes at processes that share a bot while people play on every shard.

    striker = Striker(ground, seed)
    async with striker.playing():
        await striker.clicks(20)
        await striker.kills(striker.any_process())
    await striker.looks()
    assert striker.faults == []

Nobody stops playing when a process dies: those on its shards press in vain until another one has
taken them over.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Collection, Iterator
from itertools import cycle
from statistics import median
from typing import Final

from tests.e2e.wire.journal import Journal
from tests.e2e.wire.process import BotProcess
from tests.e2e.wire.regulars import Mix, Regulars
from tests.e2e.wire.sharded import Sharded
from tests.e2e.wire.trials import Trial

LEASE: Final = 15.0
"""Seconds after which the shards of a dead process are free."""
OWNED_WITHIN: Final = LEASE + 5.0
"""Seconds in which another process has them, unless the machine is busy."""
HEARD_WITHIN: Final = 120.0
"""Seconds after which shards of a struck process count as lost."""
SLACK: Final = 2.0
LATE: Final = 120.0
"""Seconds in which every table is attended to that fell due while nobody had its shard."""
PATIENCE: Final = 20.0
GOES_ON_WITHIN: Final = 120.0  # seconds
LIVE: Final[Mix] = {"goal": 25, "pace": "live"}
MIXES: Final[tuple[tuple[Mix, ...], ...]] = (
    (LIVE | {"computers": 1}, {"goal": 25, "boxes": "little_help"}),
    (LIVE | {"boxes": "initiative"}, {"goal": 25, "boxes": "boscalumia"}),
)
"""The games of even and of odd shards, in their order."""
_DUE: Final = "SELECT id, ? - due FROM tables WHERE is_open = 1 AND due IS NOT NULL AND due < ?"


class Striker(Trial):
    """Has people play at a table on every shard, and strikes at processes meanwhile."""

    def __init__(self, ground: Sharded, seed: object = 0) -> None:
        journal = Journal()
        parties = [_seated(ground, journal, shard) for shard in range(ground.shards)]
        super().__init__(ground.discord, ground.kept, journal, parties, seed)
        self.ground: Final = ground
        self.again: Final[list[float]] = []
        """Seconds until a session had a shard again, for each that was struck."""

    def __str__(self) -> str:
        return (
            f"{dict(self.strikes)}; {len(self.again)} shards heard again after"
            f" p50 {median(self.again or [0.0]):.1f} s, max {max(self.again, default=0.0):.1f} s;"
            f" clicks without an answer: {dict(self.unanswered)}"
        )

    async def clicks(self, more: int, within: float = PATIENCE) -> None:
        """Wait for this number of further answers, or for these seconds."""
        most = self.answered + more
        await self.comes(lambda: self.answered >= most, within)

    @property
    def answered(self) -> int:
        return sum(click.done is not None for click in self.journal.clicks)

    def any_process(self) -> BotProcess:
        """Return one of those that have any shard."""
        return self.rng.choice([it for it in self.ground.running if it.shards])

    async def all_go_on(self, within: float = GOES_ON_WITHIN) -> None:
        """Wait until at every table somebody was told once more that a click was done."""
        before = self._done()
        await self.comes(lambda: not self._resting(before), within)
        for party in self._resting(before):
            people = {it.id for it in party.people}
            clicks = [it for it in self.journal.clicks if it.user in people][-8:]
            told = [f"{it}: {it.answer.text[:200] if it.answer else None!r}" for it in clicks]
            board = party.last.text if party.last else "no board"
            self.faults.append("\n".join(["nobody plays on", board, *told]))

    def _resting(self, before: Counter[int]) -> list[Regulars]:
        """The parties at whose tables nothing was done since then."""
        done = self._done()
        return [it for it in self.parties if all(done[p.id] == before[p.id] for p in it.people)]

    def _done(self) -> Counter[int]:
        """Return the number of done clicks of each person."""
        return Counter(click.user for click in self.journal.clicks if click.done)

    # --- strikes -----------------------------------------------------------------------------

    async def kills(self, process: BotProcess, within: float = HEARD_WITHIN) -> None:
        """Kill it and start another one; all its shards are to be heard of again."""
        held, since = process.shards, time.monotonic()
        await process.kill()
        await self.ground.adds()
        await self.heard_again("killed", held, since, within)

    async def stops(self, process: BotProcess) -> None:
        """Stop it; all its shards are to be heard of again."""
        held, since = process.shards, time.monotonic()
        assert await process.stop() == 0
        await self.heard_again("stopped", held, since)

    async def stalls(self, process: BotProcess, seconds: float) -> None:
        """Let it stand still for so long, and go on; meanwhile its shards are taken over."""
        held, since = process.shards, time.monotonic()
        process.stalls()
        await self.heard_again("stalled", held, since)
        await asyncio.sleep(max(0.0, since + seconds - time.monotonic()))
        process.goes_on()

    async def heard_again(
        self, what: str, held: Collection[int], since: float, within: float = HEARD_WITHIN
    ) -> None:
        self.strikes[what] += 1
        again = self.ground.heard_again
        left = within - (time.monotonic() - since)
        await self.comes(lambda: len(again(held, since)) == len(held), left)
        found = again(held, since)
        self.again.extend(found.values())
        if missing := sorted({*held} - {*found}):
            self.faults.append(f"{what}: of shards {missing} nobody heard for {within} s")

    # --- looks -------------------------------------------------------------------------------

    async def looks(self, *, at_log_alone: bool = False) -> None:
        """Compare what is stored with the journal, clocks and boards; nobody plays meanwhile."""
        asked = [it.answer for it in self.journal.clicks if it.done is None]
        await asyncio.gather(*[answer.comes() for answer in asked if answer is not None])
        await self.discord.settled()
        self.hear()
        if not at_log_alone:
            await self._all_attended()
        self.judge(party.last for party in self.parties if not at_log_alone)

    async def _all_attended(self) -> None:
        """Wait until the bot has done what fell due, at every table."""
        end = time.monotonic() + LATE
        while late := self._late():
            if time.monotonic() > end:
                self.faults.extend(f"table {it} is late by {late[it]:.0f} s" for it in late)
                return
            await asyncio.sleep(0.2)

    def _late(self) -> dict[str, float]:
        """Return the tables that are late, and by how many seconds."""
        now = time.time()
        with self.kept.reading() as db:
            return dict(db.execute(_DUE, (now, now - SLACK)).fetchall())

    async def clocks_go_on(self, within: float) -> None:
        """Check that every live table in play changes by itself without clicks."""
        async with asyncio.timeout(within):
            while not (before := dict(self._versions())):
                await asyncio.sleep(1.0)
            while [it for it, version in self._versions() if before.get(it) == version]:
                await asyncio.sleep(1.0)

    def _versions(self) -> Iterator[tuple[str, int]]:
        """The versions of the tables at which something will happen by itself."""
        asks = "SELECT id, version FROM tables WHERE stage = 'playing' AND due < ?"
        with self.kept.reading() as db:
            yield from db.execute(asks, (time.time() + PATIENCE,)).fetchall()


def _seated(ground: Sharded, journal: Journal, shard: int) -> Regulars:
    people = ground.join("Ann", shard), ground.join("Bob", shard, locale="fr")
    mixes = cycle([dict(mix) for mix in MIXES[shard % len(MIXES)]])
    return Regulars(people, ground.kept, journal, mixes)
