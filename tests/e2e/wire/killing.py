"""Kills the bot again and again while people play, and checks each time what it has left."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from statistics import median
from typing import Final

from bot.tables.table import Table
from bot.words import catalogue
from tests.client.messages import Shown
from tests.client.offers import action
from tests.e2e.wire.faulty import ORIGINAL
from tests.e2e.wire.journal import Journal
from tests.e2e.wire.regulars import Regulars
from tests.e2e.wire.server import PATIENCE
from tests.e2e.wire.trials import Trial
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
BEGINS: Final = (catalogue("en")("game-begins", seats="").strip(), catalogue("en")("game-shuffles"))
"""Texts of the two messages with which a game begins."""

Moment = Callable[["Killer"], Awaitable[None]]


class Killer(Trial):
    """Kills the bot at a moment, checks its database, and starts it again."""

    def __init__(
        self, wire: Wire, parties: list[Regulars], journal: Journal, patience: int = 20
    ) -> None:
        super().__init__(wire.discord, wire.bot.kept, journal, parties, patience)
        self.wire: Final = wire
        self.patience: Final = patience
        """Upper limit of the clicks before a kill."""
        self.states: Final[Counter[str]] = Counter()
        """States in which tables were killed."""
        self.restarts: Final[list[float]] = []
        """Seconds from the start of the process to the first answer."""
        self.end: Callable[[], Awaitable[object]] = wire.bot.kill
        """Ends the bot; tests of a shutdown replace it."""

    def __str__(self) -> str:
        return (
            f"{self.strikes.total()} kills: {dict(self.strikes)}\n"
            f"in the middle of: {dict(self.states.most_common())}\n"
            f"without an answer: {dict(self.unanswered)}\n"
            f"first answer after p50 {median(self.restarts):.2f} s, max {max(self.restarts):.2f} s"
        )

    async def kills(self, name: str) -> None:
        """Kill it at this moment, and check what is stored."""
        async with self.playing():
            try:
                await self.clicks(self.rng.randrange(self.patience), within=LONGEST)
                await MOMENTS[name](self)
            finally:
                await self.end()
        self.discord.lift_faults()
        self.strikes[name] += 1
        await self.looks()

    async def looks(self) -> None:
        """Compare what a dead bot has left with the journal and the boards."""
        await self.discord.settled()
        self.hear()
        tables = self.judge(party.last for party in self.parties)
        self.states.update(it for table in tables.values() for it in states(table))

    async def clicks(self, more: int, within: float = COMES_WITHIN) -> None:
        """Wait for this number of further clicks."""
        clicks, most = self.journal.clicks, len(self.journal.clicks) + more
        await self.comes(lambda: len(clicks) >= most, within)

    async def starts(self) -> None:
        """Start it again: what was pressed in vain is answered now, and boards catch up."""
        with self.discord.acknowledged_within(IN_VAIN):
            vain = [(party, await party.press_in_vain()) for party in self.parties]
        begun = time.monotonic()
        await self.wire.bot.start()
        again = [party.does(act) for party, act in vain if act is not None]
        answers = await asyncio.gather(*again or [self.parties[0].people[0].runs("rules")])
        assert all(answer.acknowledged for answer in answers)
        first = min(answer.interaction.at + (answer.after or 0.0) for answer in answers)
        self.restarts.append(first - begun)
        await self._tell_again()
        await self.boards_catch_up()
        await self.comes(lambda: not any(map(_superfluous, self.parties)), PATIENCE)
        for party in self.parties:
            left = _superfluous(party)
            assert not left, [it.text for it in left]

    async def _tell_again(self) -> None:
        """Deliver clicks once more that were carried out; the next look finds what came of it."""
        for party in self.parties:
            mine = {person.id for person in party.people}
            done = [it for it in self.journal.clicks if it.done and it.user in mine]
            for click in done[-TOLD_AGAIN:]:
                assert click.answer is not None
                await self.discord.repeat(click.answer.interaction)


def _superfluous(party: Regulars) -> list[Shown]:
    """Return messages that the bot does not know, and old boards that still have buttons.

    Messages with which a game should begin may stand below its lobby: the next start finds them.
    """
    shown = party.people[0].discord.messages_in(party.people[0].channel)
    waits = any(action(it) == "start" for shown_one in shown for it in shown_one.buttons)
    unknown = [it for it in party.unknown if not (waits and any(one in it.text for one in BEGINS))]
    open_ones = [it for it in shown if any(action(one) == "say" for one in it.buttons)]
    return [*unknown, *open_ones[:-1]]


def states(table: Table) -> Iterator[str]:
    """Yield the states that a table is in."""
    yield table.question or table.stage
    if table.stage == "playing":
        yield from [name for name, holds in STATES.items() if holds(table)]


# --- moments ---------------------------------------------------------------------------------


def _around_a_click(*delays: float) -> Moment:
    """Return a moment at most this number of seconds after a click."""

    async def comes(killer: Killer) -> None:
        await killer.clicks(1)
        await asyncio.sleep(killer.rng.choice(delays))

    return comes


async def _at_a_request(killer: Killer) -> None:
    """When the bot has made this number of requests."""
    requests, more = killer.discord.requests, killer.rng.randrange(1, 60)
    most = len(requests) + more
    await killer.comes(lambda: len(requests) >= most, COMES_WITHIN)


async def _at_the_start(killer: Killer) -> None:
    """When somebody wants the cards dealt, or opens a table, or sits down."""
    clicks, before = killer.journal.clicks, len(killer.journal.clicks)
    wanted = killer.rng.choice(["start", "start", "new", "join"])
    await killer.comes(lambda: any(it.action == wanted for it in clicks[before:]), COMES_WITHIN)
    await asyncio.sleep(killer.rng.random() * 0.04)


def _held(method: str, path: str, *, after: bool) -> Moment:
    """Return the moment when a request of this kind is on its way, and up to some clicks later.

    It takes effect before the bot gets the answer (``after``), or not at all.
    """

    async def comes(killer: Killer) -> None:
        fault = killer.discord.fault(method, path, held=True, drop=True, after=after)
        hits = fault.hits
        await killer.comes(lambda: any(it.status or not after for it in hits), COMES_WITHIN)
        await killer.clicks(killer.rng.choice([0, 0, 1, 3]), within=0.5)

    return comes


MOMENTS: Final[dict[str, Moment]] = {
    "a game begins": _at_the_start,
    "anywhen": _around_a_click(0.01, 0.02, 0.04, 0.07, 0.1),
    "as a click is sent": _around_a_click(0.0, 0.002, 0.004, 0.008),
    "an answer gets lost": _held("POST", "/callback$", after=False),
    "an edit gets lost": _held("PATCH", EDIT, after=False),
    "at some request": _at_a_request,
    "an answer is given": _held("POST", "/callback$", after=True),
    "an edit is made": _held("PATCH", EDIT, after=True),
    "a page gets lost": _held("POST", BOARD + "$", after=False),
    "a page is hung up": _held("POST", BOARD + "$", after=True),
}
