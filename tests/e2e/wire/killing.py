"""Kills the bot again and again while people play, and looks each time at what it leaves behind."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from statistics import median
from typing import Final

from bot.tables.table import Table
from bot.words import catalogue
from tests.client.messages import Shown
from tests.client.offers import action
from tests.e2e.wire.boards import newest, table_of, was_stored
from tests.e2e.wire.faulty import ORIGINAL
from tests.e2e.wire.journal import Audit, Journal
from tests.e2e.wire.kept import Kept
from tests.e2e.wire.people import Answer
from tests.e2e.wire.regulars import Regulars
from tests.e2e.wire.wire import Wire
from tests.host.test_restarts import STATES

BOARD: Final = r"/channels/\d+/messages"
EDIT: Final = rf"{BOARD}/|{ORIGINAL}"
"""By the bot's token, or by that of a click."""
COMES_WITHIN: Final = 3.0
"""Seconds for the right moment to come; then it is killed at whatever moment this is."""
LONGEST: Final = 20.0
"""Seconds for the clicks before."""
IN_VAIN: Final = 0.05
"""Seconds after which people who click while there is no bot give up."""
TOLD_AGAIN: Final = 3
"""Number of each table's last clicks that are delivered again."""

BEGINS: Final = catalogue("en")("game-begins", seats="").strip()
"""Beginning of the message that opens a game."""

Moment = Callable[["Killer"], Awaitable[None]]


@dataclass
class Figures:
    """Results of all kills."""

    kills: Counter[str] = field(default_factory=Counter)
    """By the moment that was waited for."""
    states: Counter[str] = field(default_factory=Counter)
    """States in which tables were killed."""
    restarts: list[float] = field(default_factory=list)
    """Seconds from the start of the process to the first answer."""
    kept: int = 0
    """Clicks that nobody was told of, and that were stored."""
    gone: int = 0
    """Clicks that nobody was told of, and that were not."""
    again: int = 0
    """Clicks that were delivered once more."""

    def __str__(self) -> str:
        return "\n".join(
            [
                f"{self.kills.total()} kills: {dict(self.kills)}",
                f"in the middle of: {dict(self.states.most_common())}",
                f"never heard of, {self.kept} stored, {self.gone} not; {self.again} told again",
                f"first answer after p50 {median(self.restarts):.2f} s, "
                f"max {max(self.restarts):.2f} s",
            ]
        )


class Killer:
    """Has people play, kills the bot at a moment, looks at the database, and starts it again."""

    def __init__(
        self, wire: Wire, parties: list[Regulars], journal: Journal, patience: int = 20
    ) -> None:
        self.wire: Final = wire
        self.parties: Final = parties
        self.journal: Final = journal
        self.patience: Final = patience
        """Upper limit of the clicks before a kill."""
        self.rng: Final = Random(f"killer {patience}")
        self.figures: Final = Figures()
        self.faults: Final[list[str]] = []
        """Clicks that were lost, stored twice or invented."""
        self.end: Callable[[], Awaitable[object]] = wire.bot.kill
        """Ends the bot; tests of a shutdown replace it."""

    async def kills(self, name: str) -> None:
        """Kill it at this moment, and look at what is stored."""
        playing = [asyncio.ensure_future(party.goes_on()) for party in self.parties]
        try:
            await _clicks(self, self.rng.randrange(self.patience), within=LONGEST)
            await MOMENTS[name](self)
        finally:
            await self.end()
            for task in playing:
                task.cancel()
            ended = await asyncio.gather(*playing, return_exceptions=True)
            self.wire.discord.lift_faults()
        for fault in ended:
            if isinstance(fault, Exception):
                raise fault
        self.figures.kills[name] += 1
        await self.looks()

    async def looks(self) -> None:
        """Hold what a dead bot has left against the journal and the boards."""
        await self.wire.discord.settled()
        for click in self.journal.clicks:
            if click.done is None and click.answer is not None:
                click.heard()
        open_ = [it for it in self.journal.clicks if it.done is None and not it.void]
        unknown = [it for it in open_ if not it.may_be_needless]
        with self.wire.bot.kept.left_behind() as db:
            audit = Audit(db, self.journal)
            self.faults.extend(audit.faults)
            self.journal.settle(db)
            stood = newest(db)
        self._were_stored(audit)
        self.figures.kept += sum(it.done is True for it in unknown)
        self.figures.gone += sum(it.done is False for it in unknown)
        self.figures.states.update(it for table in stood.values() for it in states(table))

    def _were_stored(self, audit: Audit) -> None:
        """Check that the boards shown at its death are stored."""
        for board in filter(None, [party.last for party in self.parties]):
            if not was_stored(board, audit.scenes.get(table_of(board), ())):
                self.faults.append(f"lost: what was to be seen:\n{board.text}")

    async def starts(self) -> None:
        """Start it again: what was pressed in vain is answered now, and boards catch up."""
        with self.wire.discord.acknowledged_within(IN_VAIN):
            vain = [(party, await party.press_in_vain()) for party in self.parties]
        begun = time.monotonic()
        await self.wire.bot.start()
        again = [(party, act) for party, act in vain if act is not None]
        answers = [party.does(act) for party, act in again]
        answers = await asyncio.gather(*answers) if again else [await self._asks()]
        assert all(answer.acknowledged for answer in answers)
        first = min(answer.interaction.at + (answer.after or 0.0) for answer in answers)
        self.figures.restarts.append(first - begun)
        await self._tell_again()
        await self._boards_catch_up()

    async def _asks(self) -> Answer:
        return await self.parties[0].people[0].runs("rules")

    async def _tell_again(self) -> None:
        """Deliver clicks once more that were carried out; the next look finds what came of it."""
        for party in self.parties:
            mine = {person.id for person in party.people}
            done = [it for it in self.journal.clicks if it.done and it.user in mine]
            for click in done[-TOLD_AGAIN:]:
                assert click.answer is not None
                self.figures.again += 1
                await self.wire.discord.repeat(click.answer.interaction)

    async def _boards_catch_up(self) -> None:
        for party in self.parties:
            await party.catches_up()
        with suppress(TimeoutError):
            await self.wire.discord.until(lambda: not any(map(_superfluous, self.parties)))
        for party in self.parties:
            left = _superfluous(party)
            assert not left, ([it.text for it in left], _waits(self.wire.bot.kept))


def _waits(kept: Kept) -> list[tuple[object, ...]]:
    """Return the rows of the outbox."""
    with kept.reading() as db:
        return db.execute("SELECT * FROM outbox").fetchall()


def _superfluous(party: Regulars) -> list[Shown]:
    """What hangs though the bot knows nothing of it, and old boards that still have buttons.

    A message with which a game should begin may hang below its lobby: the next start finds it.
    """
    shown = party.people[0].discord.messages_in(party.people[0].channel)
    waits = any(action(it) == "start" for shown_one in shown for it in shown_one.buttons)
    unknown = [it for it in party.unknown if not (waits and BEGINS in it.text)]
    open_ones = [it for it in shown if any(action(one) == "say" for one in it.buttons)]
    return [*unknown, *open_ones[:-1]]


# --- moments ---------------------------------------------------------------------------------


async def _anywhen(killer: Killer) -> None:
    """At any time around a click."""
    await _clicks(killer, 1)
    await asyncio.sleep(killer.rng.random() * 0.1)


async def _at_once(killer: Killer) -> None:
    """In the very moment in which a click was sent, or hardly later."""
    await _clicks(killer, 1)
    await asyncio.sleep(killer.rng.choice([0.0, 0.002, 0.004, 0.008]))


async def _at_a_request(killer: Killer) -> None:
    """When the bot has asked Discord for something so many times."""
    requests, more = killer.wire.discord.requests, killer.rng.randrange(1, 60)
    most = len(requests) + more
    await _comes(killer, lambda: len(requests) >= most)


async def _at_the_start(killer: Killer) -> None:
    """When somebody wants the cards dealt, or opens a table, or sits down."""
    clicks, before = killer.journal.clicks, len(killer.journal.clicks)
    wanted = killer.rng.choice(["start", "start", "new", "join"])
    await _comes(killer, lambda: any(it.action == wanted for it in clicks[before:]))
    await asyncio.sleep(killer.rng.random() * 0.04)


def _held(method: str, path: str, *, after: bool) -> Moment:
    """When a request of this kind is on its way, and up to some clicks later.

    It takes effect before the bot hears of that (``after``), or not at all.
    """

    async def comes(killer: Killer) -> None:
        fault = killer.wire.discord.fault(method, path, held=True, drop=True, after=after)
        await _comes(killer, lambda: any(it.status or not after for it in fault.hits))
        await _clicks(killer, killer.rng.choice([0, 0, 1, 3]), within=0.5)

    return comes


MOMENTS: Final[dict[str, Moment]] = {
    "a game begins": _at_the_start,
    "anywhen": _anywhen,
    "as a click is sent": _at_once,
    "an answer gets lost": _held("POST", "/callback$", after=False),
    "an edit gets lost": _held("PATCH", EDIT, after=False),
    "at some request": _at_a_request,
    "an answer is given": _held("POST", "/callback$", after=True),
    "an edit is made": _held("PATCH", EDIT, after=True),
    "a page gets lost": _held("POST", BOARD + "$", after=False),
    "a page is hung up": _held("POST", BOARD + "$", after=True),
}


async def _clicks(killer: Killer, more: int, within: float = COMES_WITHIN) -> None:
    """Wait until somebody has clicked so many more times."""
    clicks, most = killer.journal.clicks, len(killer.journal.clicks) + more
    await _comes(killer, lambda: len(clicks) >= most, within)


async def _comes(killer: Killer, holds: Callable[[], bool], within: float = COMES_WITHIN) -> None:
    with suppress(TimeoutError):
        await killer.wire.discord.until(holds, within)


# --- what is left ----------------------------------------------------------------------------


def states(table: Table) -> Iterator[str]:
    """Yield the states that a table is in."""
    yield table.question or table.stage
    if table.stage == "playing":
        yield from [name for name, holds in STATES.items() if holds(table)]
