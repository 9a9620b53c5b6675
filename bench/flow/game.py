"""Games from the deal to the end, through the host, on a clock of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from random import Random
from typing import Final, cast

from bench.flow.people import Person, When
from bot.events import Events
from bot.hosting.action import Action
from bot.hosting.availability import Availability
from bot.hosting.service import TableService
from bot.reminders.reminder import TOLD, UNTOLD, Wait, Wishes, told
from bot.store.data import Awaited, Change, Stored
from bot.store.leases import WHOLE
from bot.store.store import Store
from bot.tables import autoplay
from bot.tables.absence import Absence
from bot.tables.actions import BY_ORDER, DECIDES, Entry
from bot.tables.table import Chair, PaceName, Table
from engine.options import BOXES
from players.roster import NORMAL
from players.stay_order import StayOrder

USER: Final = 1001
TEMPO: Final = autoplay.ThinkingTime(1.0, 2.5)
"""The bot's own setting."""
DAY: Final = 24 * 3600
WAKING_HOURS: Final = range(8 * 3600, 23 * 3600)
"""The seconds of a day at which people are awake."""
VISIT_LENGTH: Final = 180.0  # seconds
VISIT_SHIFTS: Final = 4
"""People visit at different times: each seat a quarter of the interval after the one before."""
BEGINS: Final = 20_000.0 * DAY + 18 * 3600  # six in the evening of some day


@dataclass(frozen=True, slots=True)
class Evening:
    """The figures of one game."""

    seconds: float
    legs: int
    messages: int
    """Public messages that were posted, without the lobby's."""
    clicks: dict[str, int]
    """The clicks of all people, by kind."""
    persons: int
    missed: int
    """Cards that came too late."""
    asked: int
    """Questions to people, and their plays."""
    blind: int
    """Those at which their own hand was out of sight."""
    decided: int
    """Answers of people: by click, sealed, or by order."""
    by_order: int
    """Answers that the bot gave by a person's order to stay or to fly on."""
    pings: int
    """Reminders of people at a slow table."""


class Present:
    """A store of reminders in which no user is absent."""

    async def absences(self, users: Iterable[int], now: float) -> dict[int, Absence]:
        return {}


class MemoryStore:
    """As much of a store as a game needs, in memory."""

    def __init__(self) -> None:
        self.stored: Stored | None = None
        self.posted: set[object] = set()
        """The public messages of the game so far."""
        self.entries: list[Entry] = []
        self.waits: dict[int, Wait] = {}
        """The pending decision of each user at a slow table."""
        self.sent: dict[int, list[float]] = {}
        """The times at which each user was reminded."""
        self.pings: Counter[int] = Counter()
        self.share = WHOLE
        self.reminders: Final = Present()

    async def table(self, table: str, interaction: int | None = None) -> Stored | None:
        return self.stored

    async def log(self, table: str) -> list[Entry]:
        return [*self.entries]

    async def commit(self, change: Change) -> None:
        self.posted |= {page for page in change.paint if page.kind != "lobby"}
        self.entries += change.entries
        if change.awaited is not None:
            self._note(change.awaited)
        self.stored = Stored(
            *(change.table, change.guild, change.channel, change.stage, change.version + 1),
            *(change.snapshot, True, change.people),
        )

    def _note(self, awaited: Awaited) -> None:
        """Store the pending decisions, as `bot.store.sql.waits` does in a database."""
        waits = dict[int, Wait]()
        for user, ends in awaited.ends.items():
            fresh = Wait("flow", awaited.at, ends, TOLD if user == awaited.user else UNTOLD)
            known = fresh if user == awaited.user else self.waits.get(user, fresh)
            waits[user] = replace(known, ends=ends)
        self.waits = waits

    @property
    def next_ping(self) -> float | None:
        """The time of the next reminder, with the default settings."""
        times = [Wishes().next_at([it], self.sent.get(user, ())) for user, it in self.waits.items()]
        return min([at for at in times if at is not None], default=None)

    def remind(self, now: float) -> None:
        """Count a reminder for each user who is due for one."""
        for user, wait in self.waits.items():
            sent = self.sent.setdefault(user, [])
            if Wishes().to_tell([wait], sent, now):
                (self.waits[user],) = told([wait])
                sent.append(now)
                self.pings[user] += 1


class Room:
    """A table, its people, and their clock."""

    def __init__(
        self,
        number: int,
        boxes: Sequence[str],
        people: Sequence[Person],
        pace: PaceName,
        computers: int = 0,
    ) -> None:
        self.now = BEGINS
        self.store = MemoryStore()
        self.people = people
        self.service = TableService(
            cast("Store", self.store),
            lambda: self.now,
            TEMPO,
            Availability(lambda: 0.0),
            Events(),
        )
        self.service.rng = Random(f"house {number}")
        self._clicks = count(1)
        self._table = Table(
            *("flow", "en", self.now, f"{number:064x}"), pace=pace, chairs=[Chair()]
        )
        self._boxes = ",".join(boxes)
        self._computers = computers

    async def play(self) -> Evening:
        """Play until the game is over, and return its figures."""
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
            messages=len(self.store.posted),
            clicks=dict(clicks),
            persons=len(self.people),
            missed=sum(person.missed for person in self.people),
            asked=sum(person.asked for person in self.people),
            blind=sum(person.blind for person in self.people),
            decided=self._count(*DECIDES, BY_ORDER),
            by_order=self._count(BY_ORDER),
            pings=sum(self.store.pings.values()),
        )

    def _count(self, *actions: str) -> int:
        persons = range(len(self.people))
        return sum(it.action in actions and it.seat in persons for it in self.store.entries)

    async def _next(self, table: Table) -> None:
        """Act for the person or the bot, whichever is due first."""
        wishing = [person for person in self.people if person.wish is not None]
        first = min(wishing, key=lambda it: it.wish.at if it.wish else 0.0, default=None)
        at = first.wish.at if first and first.wish else None
        pings, nearest = self.store.next_ping, min(filter(None, [at, table.due]), default=None)
        if pings is not None and (nearest is None or pings <= nearest):
            self.now = max(self.now, pings)
            self.store.remind(self.now)
        elif table.due is not None and (at is None or table.due <= at):
            self.now = max(self.now, table.due)
            await self.service.attend("flow")
        elif first is not None and first.wish is not None and at is not None:
            self.now = max(self.now, at)
            await self._do(first)
        else:
            raise RuntimeError(f"neither the people nor the bot act on {table.question}")

    async def _do(self, person: Person) -> None:
        wish = person.wish
        person.acted(self.now)
        if wish is not None and wish.command:
            await self._click(person.seat, wish.command, wish.arguments)

    async def _click(self, seat: int, name: str, arguments: str = "") -> None:
        action, user = Action(name, arguments), USER + seat
        await self.service.do("flow", action, user=user, interaction=next(self._clicks))

    async def _deal(self) -> None:
        await self.service.open(self._table, USER, 1, 2, next(self._clicks))
        if self._boxes:
            await self._click(0, "setting", f"boxes={self._boxes}")
        for person in self.people[1:]:
            await self._click(person.seat, "join")
        for _ in range(self._computers):
            await self._click(0, "add_computer", NORMAL)
        await self._click(0, "start", "7")


def visits(seat: int, looks: int) -> When:
    """Return a function from a time to the person's next visit; ``looks``: visits in a day."""
    awake = WAKING_HOURS.stop - WAKING_HOURS.start
    interval = awake / looks
    starts = [WAKING_HOURS.start + it * interval for it in range(looks)]

    def when(at: float) -> float:
        midnight = at - at % DAY
        for day in (midnight - DAY, midnight, midnight + DAY):
            for start in starts:
                begins = day + start + seat * interval / VISIT_SHIFTS
                if at < begins + VISIT_LENGTH:
                    return max(at, begins)
        raise RuntimeError("the day has no visits")

    return when


async def relaxed(
    number: int,
    boxes: Sequence[str],
    persons: int = 4,
    pace: PaceName = "relaxed",
    looks: int = 4,
    *,
    stays: str = "",
) -> Evening:
    """Play a game of people who visit ``looks`` times a day, and answer in advance.

    ``stays``: the order to stay that all of them give; "" for none.
    """
    whens = [visits(seat, looks) for seat in range(persons)]
    people = [Person(seat, Random(f"{number} {seat}"), when) for seat, when in enumerate(whens)]
    for person in people:
        person.orders, person.stays = True, stays
    return await Room(number, boxes, people, pace).play()


async def live(
    number: int,
    boxes: Sequence[str],
    persons: int = 4,
    computers: int = 0,
    *,
    ahead: bool = False,
    stays: str = "",
) -> Evening:
    """Play a game of people who stay at the table.

    They may answer before their turns, and give an order to stay.
    """
    people = [Person(seat, Random(f"{number} {seat}")) for seat in range(persons)]
    for person in people:
        person.ahead, person.stays = ahead, stays
    return await Room(number, boxes, people, "live", computers).play()


async def without_clock(number: int, boxes: Sequence[str], persons: int = 4) -> Evening:
    """Play a game of people whose windows wait for all of them."""
    people = [Person(seat, Random(f"{number} {seat}")) for seat in range(persons)]
    return await Room(number, boxes, people, "none").play()


ORDER: Final = f"{StayOrder(until=4, cards=3, goal=True, turbos=1)}"
"""An order to stay while a leg is short and the captain has cards, and to fly on by a Turbo."""

KINDS: Final[Mapping[str, Callable[[int], Awaitable[Evening]]]] = {
    "base": lambda number: live(number, ()),
    "base, ahead": lambda number: live(number, (), ahead=True),
    "every box": lambda number: live(number, BOXES),
    "every box, ahead": lambda number: live(number, BOXES, ahead=True),
    "base, no clock": lambda number: without_clock(number, ()),
    "every box, no clock": lambda number: without_clock(number, BOXES),
    "alone": lambda number: live(number, (), persons=1, computers=3),
    "alone, with an order": lambda number: live(number, (), 1, 3, stays=ORDER),
    "base, with an order": lambda number: live(number, (), ahead=True, stays=ORDER),
    "relaxed, 4 looks": lambda number: relaxed(number, ()),
    "relaxed, 4 looks, with an order": lambda number: relaxed(number, (), stays=ORDER),
    "relaxed, 2 looks, with an order": lambda number: relaxed(number, (), looks=2, stays=ORDER),
    "every box, 4 looks, with an order": lambda number: relaxed(number, BOXES, stays=ORDER),
    "every box, 2 looks, with an order": lambda number: relaxed(
        number, BOXES, looks=2, stays=ORDER
    ),
}
Evenings = Mapping[str, Sequence[Evening]]


async def play(games: int) -> Evenings:
    """Play this many games of each kind; the same number gives the same games."""
    return {kind: [await play(number) for number in range(games)] for kind, play in KINDS.items()}
