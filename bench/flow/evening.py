"""One game from the deal to its end, through the host, by a clock of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Final, cast

from bench.flow.people import Person, When
from bot.hosting.command import Command
from bot.hosting.service import TableService
from bot.store.leases import WHOLE
from bot.store.protocol import Change, Store, Stored
from bot.tables import autoplay
from bot.tables.entry import Entry
from bot.tables.table import Chair, PaceName, Table

USER: Final = 1001
TEMPO: Final = autoplay.ThinkingTime(1.0, 2.5)
"""As the bot is set up."""
DAY: Final = 24 * 3600
AWAKE: Final = range(8 * 3600, 23 * 3600)
"""The seconds of a day at which people are awake."""
EVERY: Final = 2 * 3600
VISIT: Final = 180.0
"""How often those at a relaxed table look in, and for how long."""
SPREAD: Final = 4
"""They do not come at the same time, but so many parts of the two hours apart."""
BEGINS: Final = 20_000.0 * DAY + 18 * 3600
"""A day at six in the evening."""


@dataclass(frozen=True, slots=True)
class Evening:
    """What a game took."""

    seconds: float
    legs: int
    messages: int
    """Public messages that were posted, the lobby's left out."""
    clicks: dict[str, int]
    """What all people clicked, by its kind."""
    persons: int
    missed: int
    """Cards that came too late."""

    @property
    def each(self) -> float:
        """Clicks a person."""
        return sum(self.clicks.values()) / self.persons


class Kept:
    """As much of a store as a game needs, which is kept in memory."""

    def __init__(self) -> None:
        self.stored: Stored | None = None
        self.posted: set[object] = set()
        """Every public message there ever was."""
        self.entries: list[Entry] = []
        self.share = WHOLE

    async def table(self, table: str, interaction: int | None = None) -> Stored | None:
        return self.stored

    async def log(self, table: str) -> list[Entry]:
        return [*self.entries]

    async def commit(self, change: Change) -> None:
        self.posted |= {page for page in change.paint if page.kind != "lobby"}
        self.entries += change.entries
        self.stored = Stored(
            *(change.table, change.guild, change.channel, change.stage, change.version + 1),
            *(change.snapshot, True, change.people),
        )


class Room:
    """A table, its people, and the clock on the wall."""

    def __init__(
        self, number: int, boxes: Sequence[str], people: Sequence[Person], pace: PaceName
    ) -> None:
        self.now = BEGINS
        self.kept = Kept()
        self.people = people
        self.service = TableService(cast("Store", self.kept), lambda: self.now, TEMPO)
        self.service.rng = Random(f"house {number}")
        self._clicks = count(1)
        self._table = Table(
            *("flow", "en", self.now, f"{number:064x}"), pace=pace, chairs=[Chair()]
        )
        self._boxes = ",".join(boxes)

    async def play(self) -> Evening:
        """Play until the game is over."""
        await self._deal()
        begun = self.now
        table = (await self.service.look("flow")).table
        while table.stage == "playing":
            for person in self.people:
                person.look(table, self.now)
            await self._next(table)
            table = (await self.service.look("flow")).table
        clicks = sum((person.clicks for person in self.people), Counter[str]())
        legs = table.page.number - 1
        return Evening(
            seconds=self.now - begun,
            legs=legs,
            messages=len(self.kept.posted),
            clicks=dict(clicks),
            persons=len(self.people),
            missed=sum(person.missed for person in self.people),
        )

    async def _next(self, table: Table) -> None:
        """Whoever is first: one of the people, or the house."""
        wishing = [person for person in self.people if person.wish is not None]
        first = min(wishing, key=lambda it: it.wish.at if it.wish else 0.0, default=None)
        at = first.wish.at if first and first.wish else None
        if table.due is not None and (at is None or table.due <= at):
            self.now = max(self.now, table.due)
            await self.service.attend("flow")
        elif first is not None and first.wish is not None and at is not None:
            self.now = max(self.now, at)
            await self._do(first)
        else:
            raise RuntimeError(f"nobody does anything about {table.question}")

    async def _do(self, person: Person) -> None:
        wish = person.wish
        person.acted(self.now)
        if wish is not None and wish.command:
            await self._click(person.seat, wish.command, wish.arguments)

    async def _click(self, seat: int, name: str, arguments: str = "") -> None:
        command, user = Command(name, arguments), USER + seat
        await self.service.do("flow", command, user=user, interaction=next(self._clicks))

    async def _deal(self) -> None:
        await self.service.open(self._table, USER, 1, 2, next(self._clicks))
        if self._boxes:
            await self._click(0, "setting", f"boxes={self._boxes}")
        for person in self.people[1:]:
            await self._click(person.seat, "join")
        await self._click(0, "start", "7")


def visits(seat: int) -> When:
    """When somebody can act who looks in every two hours of the day for a few minutes."""

    def when(at: float) -> float:
        midnight = at - at % DAY
        for day in (midnight, midnight + DAY):
            for start in range(AWAKE.start, AWAKE.stop, EVERY):
                begins = day + start + seat * EVERY / SPREAD
                if at < begins + VISIT:
                    return max(at, begins)
        raise RuntimeError("nobody ever wakes")

    return when


async def relaxed(number: int, boxes: Sequence[str], persons: int = 4) -> Evening:
    """A game of people who look in now and then, and who have left standing orders."""
    people = [Person(seat, Random(f"{number} {seat}"), visits(seat)) for seat in range(persons)]
    for person in people:
        person.orders = True
    return await Room(number, boxes, people, "relaxed").play()


async def live(number: int, boxes: Sequence[str], persons: int = 4) -> Evening:
    """A game of people who sit at it."""
    people = [Person(seat, Random(f"{number} {seat}")) for seat in range(persons)]
    return await Room(number, boxes, people, "live").play()
