"""The measurements: rate, growth, start, cost, and how far boards lag behind."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from math import inf
from pathlib import Path
from statistics import median
from tempfile import mkdtemp
from typing import Final

from rich.console import Console

from bench.load.clicks import ONLY_MOVES
from bench.load.crowd import Crowd, Measured
from bench.load.database import Pace, fill, originals
from bench.load.ground import Pinned, ground, may_rest
from bench.load.report import Goal, boards, by_stage, mix, show
from bench.load.yardsticks import BARE, ITEMS, MINI
from bot.discord.limits import STEADY_REQUESTS

CALM: Final = 100.0
"""Clicks a second after a start."""
SPANS: Final = 10
"""Measurements after a start, each half as long as a turn."""
RATIO: Final = 0.8
SHOWN: Final = 1000.0
P99: Final = 100.0
P99_AFTER_A_START: Final = 150.0
MEGABYTES: Final = 120.0
FLAT: Final = 0.2
UP_WITHIN: Final = 2.0
CORE_UNTIL_THEN: Final = 2.0
BRISK, HALF = 0.8, 0.5
"""Shares of the top rate, or of what Discord takes."""
BY_BOT_A_CLICK: Final = 0.3
MOVES: Final = 150
"""Moves prepared of each game with their boards, which takes time."""
FEW: Final = 10
HOURS: Final = 3600.0
SETTLING: Final = 1.0


@dataclass(frozen=True)
class Load:
    """The size of a measurement."""

    folder: Path
    console: Console
    tables: int = 1000
    """Open tables with people."""
    many: int = 10_000
    """Stored tables."""
    in_flight: int = 16
    rounds: int = 5
    seconds: float = 4.0
    """Length of each turn of each bot."""
    clicks: int = 400
    """Clicks prepared for each table; four times as many where there are few."""
    originals: int = 24
    """Games that are played; all other tables are copies of them."""

    def room(self, name: str) -> Path:
        return Path(mkdtemp(prefix=f"{name} ", dir=self.folder))


Part = Callable[[Load], Coroutine[None, None, list[Goal]]]


@dataclass(frozen=True, slots=True)
class Rivals:
    """The bot and the yardsticks, each with the same tables on a Discord of its own."""

    ours: Crowd
    bare: Crowd
    items: Crowd
    bot: Pinned
    empty: float
    """Megabytes before the first click."""

    async def turns(self, load: Load) -> list[Measured]:
        """Let each click as fast as it can, one after the other; the others rest."""
        found: list[Measured] = []
        for crowd in (self.ours, self.items, self.bare):
            self.bot.rest(crowd is not self.ours)
            found.append(await crowd.saturate(load.seconds, load.in_flight))
        self.bot.rest(False)
        return found


@asynccontextmanager
async def rivals(load: Load) -> AsyncGenerator[Rivals]:
    """Start all of them and warm them up."""
    games = originals(Pace(began=time.time()), load.clicks, load.originals)
    folders = {name: load.room(name or "ours") for name in ("", BARE, ITEMS)}
    await fill(folders[""] / "celestia.db", games, 0, load.tables)
    async with AsyncExitStack() as stack:
        bots = {
            name: await stack.enter_async_context(
                ground(folder, games, load.tables, yardstick=name)
            )
            for name, folder in folders.items()
        }
        for bot in bots.values():
            await bot.start()
        await asyncio.sleep(SETTLING)
        empty = bots[""].memory
        crowds = {name: Crowd(bot, games, range(load.tables)) for name, bot in bots.items()}
        for crowd in crowds.values():
            await crowd.saturate(load.seconds / 2, load.in_flight)
        yield Rivals(crowds[""], crowds[BARE], crowds[ITEMS], bots[""], empty)


async def rate(load: Load) -> list[Goal]:
    """Measure all in turns, as fast as they can; then the bot at half its rate."""
    async with rivals(load) as found:
        fast = [await found.turns(load) for _ in range(load.rounds)]
        ours, items, bare = (Measured.together(it) for it in zip(*fast, strict=True))
        half = ours.rate / 2
        calm = Measured.together(
            [await found.ours.at_rate(half, load.seconds) for _ in range(load.rounds)]
        )
        its = await found.items.at_rate(half, load.seconds)
        full = found.bot.memory
    rows = [("the bot", ours), ("items: ten buttons", items), ("bare", bare)]
    rows += [(f"the bot, {half:.0f} a second", calm), (f"items, {half:.0f} a second", its)]
    show(load.console, f"{load.tables:,} open tables, {load.in_flight} clicks at once", rows)
    mix(load.console, ours)
    if not may_rest():
        load.console.print("the bot delivered boards in the others' turns: it could not rest")
    each = (full - found.empty) * 1024 / load.tables
    load.console.print(
        f"memory: {found.empty:.0f} MB before the first click, {full:.0f} MB after,"
        f" {each:.0f} kB for each table\n"
    )
    return [
        _ratio("rate, beside one with ten buttons", [(it[0].rate, it[1].rate) for it in fast]),
        _ratio("rate, beside a bare one", [(it[0].rate, it[2].rate) for it in fast]),
        _under("p99 at half the rate", calm.within(0.99), P99, "ms"),
        _under(f"memory with {load.tables:,} tables", full, MEGABYTES, "MB"),
    ]


def _ratio(name: str, pairs: Sequence[tuple[float, float]], least: float = RATIO) -> Goal:
    ratios = sorted(ours / its for ours, its in pairs)
    found = f"{median(ratios):.0%} ({ratios[0]:.0%} to {ratios[-1]:.0%})"
    return Goal(name, f"at least {least:.0%}", found, median(ratios) >= least)


def _under(name: str, found: float, most: float, unit: str) -> Goal:
    return Goal(name, f"under {most:g} {unit}", f"{found:.3g} {unit}", found < most)


async def growth(load: Load) -> list[Goal]:
    """Measure the same clicks with few tables stored and with many, in turns."""
    games = originals(Pace(began=time.time()), 4 * load.clicks, load.originals)
    small, large = load.room("small"), load.room("large")
    begun = time.monotonic()
    await fill(small / "celestia.db", games, 0, FEW)
    await fill(large / "celestia.db", games, 0, FEW)
    quiet = originals(Pace("none", began=time.time()), 0, load.originals)
    await fill(large / "celestia.db", quiet, FEW, load.many - FEW)
    load.console.print(f"filled with {load.many:,} tables in {time.monotonic() - begun:.0f} s")
    async with ground(small, games, FEW) as one, ground(large, games, FEW) as other:
        await one.start()
        await other.start()
        few, many = Crowd(one, games, range(FEW)), Crowd(other, games, range(FEW))
        await few.saturate(load.seconds / 2, FEW)
        await many.saturate(load.seconds / 2, FEW)
        turns = [
            (await few.saturate(load.seconds, FEW), await many.saturate(load.seconds, FEW))
            for _ in range(load.rounds)
        ]
        rows = [
            (f"{FEW} tables", Measured.together([pair[0] for pair in turns])),
            (f"{load.many:,} tables", Measured.together([pair[1] for pair in turns])),
        ]
        show(load.console, "few tables stored, and many with a hundred moves each", rows)
    ratios = sorted(mine.cost / its.cost for its, mine in turns)
    found = f"{median(ratios) - 1:+.0%} ({ratios[0] - 1:+.0%} to {ratios[-1] - 1:+.0%})"
    return [
        Goal(
            *("cost of a click", f"within {FLAT:.0%} of that with {FEW} tables"),
            *(found, median(ratios) <= 1 + FLAT),
        )
    ]


async def start(load: Load) -> list[Goal]:
    """Measure a start with many tables that are all due, with clicks from the first moment."""
    played = min(load.tables, 300)
    past = time.time() - HOURS
    games = originals(Pace(began=past), load.clicks, load.originals)
    folder = load.room("start")
    await fill(folder / "celestia.db", games, 0, played)
    late = originals(Pace("live", window=8, decision=45, began=past), 0, load.originals)
    await fill(folder / "celestia.db", late, played, load.many - played)
    async with (
        ground(folder, games, load.many) as bot,
        ground(load.room(BARE), games, played, yardstick=BARE) as bare,
    ):
        await bare.start()
        crowd, others = (Crowd(it, games, range(played)) for it in (bot, bare))
        begun = time.monotonic()
        await bot.start()
        up = time.monotonic() - begun
        first = await crowd.saturate(0.0, 1)
        answered = time.monotonic() - begun
        busy, span = bot.busy, load.seconds / 2
        spans = [
            await asyncio.gather(crowd.at_rate(CALM, span), others.at_rate(CALM, span))
            for _ in range(SPANS)
        ]
        load.console.print(
            f"a start with {load.many:,} tables, all due: welcomed after {up:.2f} s,"
            f" the first click was answered after {answered:.2f} s ({busy:.2f} s of a core),"
            f" {bot.memory:.0f} MB\n"
        )
    rows = [(f"{n * span:g} to {(n + 1) * span:g} s", it) for n, (it, _) in enumerate(spans)]
    rows.append(("bare meanwhile", Measured.together([it for _, it in spans])))
    show(load.console, f"{CALM:g} clicks a second from then on", rows)
    ours = Measured.together([it for it, _ in spans])
    assert not first.lost
    return [
        _under(f"start with {load.many:,} tables", answered, UP_WITHIN, "s"),
        _under("its core until then", busy, CORE_UNTIL_THEN, "s"),
        _under("p99 after such a start", ours.within(0.99), P99_AFTER_A_START, "ms"),
    ]


# --- boards ----------------------------------------------------------------------------------


@asynccontextmanager
async def beside_mini(load: Load, *, limited: bool) -> AsyncGenerator[tuple[Crowd, Crowd]]:
    """Start the bot and *mini*; every click changes the board, and no time runs out."""
    pace = Pace("none", began=time.time())
    games = originals(pace, _moves(load), load.originals, ONLY_MOVES)
    name = "limited" if limited else "free"
    one, other = load.room(name), load.room(f"{name} {MINI}")
    await fill(one / "celestia.db", games, 0, load.tables)
    async with (
        ground(one, games, load.tables, limited=limited) as bot,
        ground(other, games, load.tables, yardstick=MINI, limited=limited) as mini,
    ):
        await bot.start()
        await mini.start()
        await asyncio.sleep(SETTLING)
        crowds = [Crowd(it, games, range(load.tables)) for it in (bot, mini)]
        for crowd in crowds:
            await crowd.once_each(load.in_flight)
        yield crowds[0], crowds[1]


def _moves(load: Load) -> int:
    return min(load.clicks, MOVES)


async def cost(load: Load) -> list[Goal]:
    """Measure the cost of a click with every board delivered, in turns with *mini*.

    Discord has no limits here, so that no board is skipped; work that is left after a turn counts.
    """
    async with beside_mini(load, limited=False) as both:
        turns = [
            [await it.saturate(load.seconds, load.in_flight, to_the_end=True) for it in both]
            for _ in range(load.rounds)
        ]
    mine, its = (Measured.together(it) for it in zip(*turns, strict=True))
    rows = [("the bot", mine), (MINI, its)]
    show(load.console, "every click changes a board, and every board is painted", rows)
    boards(load.console, rows)
    ratios = sorted(one.per_second_used / other.per_second_used for one, other in turns)
    found = f"{median(ratios):.0%} ({ratios[0]:.0%} to {ratios[-1]:.0%})"
    return [
        Goal(
            "clicks per second of a core, beside mini", "at least 50%", found, median(ratios) >= 0.5
        )
    ]


async def stages(load: Load) -> list[Goal]:
    """Sample where the processor time of such a click goes."""
    games = originals(Pace("none", began=time.time()), _moves(load), load.originals, ONLY_MOVES)
    folder = load.room("sampled")
    await fill(folder / "celestia.db", games, 0, load.tables)
    async with ground(folder, games, load.tables, sampled=True, limited=False) as bot:
        await bot.start()
        await asyncio.sleep(SETTLING)
        crowd = Crowd(bot, games, range(load.tables))
        await crowd.once_each(load.in_flight)
        async with bot.sampling() as used:
            measured = await crowd.saturate(
                load.rounds * load.seconds, load.in_flight, to_the_end=True
            )
    by_stage(load.console, measured, used)
    return []


async def keeping_up(load: Load) -> list[Goal]:
    """Measure with Discord's limits: as fast as it can, at half of that, and at 80 %.

    The last is a share of what Discord takes, if that is less: a new leg costs a request by the
    bot's token.
    """
    async with beside_mini(load, limited=True) as (ours, _):
        turns = [
            await ours.saturate(load.seconds, load.in_flight, to_the_end=True)
            for _ in range(load.rounds)
        ]
        top, span = Measured.together(turns), load.rounds * load.seconds
        calm = await ours.at_rate(HALF * top.rate, span, to_the_end=True)
        asked = calm.asked_by_bot  # where no board was left out for a newer one
        limit = STEADY_REQUESTS / asked if asked else inf
        brisk = await ours.at_rate(BRISK * min(top.rate, limit), span, to_the_end=True)
    rows = [("as fast as it can", top), (f"{HALF:.0%} of that", calm)]
    rows.append((f"{BRISK:.0%} of that or of {limit:.0f}", brisk))
    show(load.console, "with Discord's limits", rows)
    boards(load.console, rows)
    asked = Measured.together([top, calm, brisk]).asked_by_bot
    return [
        _under("requests by the bot's token, a click", asked, BY_BOT_A_CLICK, "of them"),
        _under(
            f"p99 until the board shows it, at {BRISK:.0%}", brisk.shown_within(0.99), 1000, "ms"
        ),
        _under(f"p99 of the answer at {HALF:.0%}", calm.within(0.99), P99, "ms"),
    ]


PARTS: Final[dict[str, Part]] = {
    "rate": rate,
    "growth": growth,
    "start": start,
    "cost": cost,
    "stages": stages,
    "boards": keeping_up,
}
