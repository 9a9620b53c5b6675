"""Computes the result of a game from the log of its table."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Final, NamedTuple

from bot.results.result import LARGEST, Deeds, GameResult, SeatResult
from bot.results.standing import UNRATED, ladder_of
from bot.tables import presence
from bot.tables.actions import DECIDES, Entry, replayed
from bot.tables.play import is_kick
from bot.tables.presence import PASS
from bot.tables.table import FEWEST, Table
from engine import Event
from engine.box import ROWBOATS
from engine.events import (
    CaptainChanged,
    Crashed,
    JourneyBegan,
    Left,
    LegBegan,
    Moved,
    Played,
    Returned,
    Stayed,
)
from engine.state.pieces import SHIP

COUNTS_WHOLLY: Final = 2 / 3
"""Share of the goal from which on a game that is broken off counts for its losers like a whole one.
Were it 1, closing the games that begin badly would pay."""


def result_of(log: Iterable[Entry]) -> GameResult | None:
    """Return the result of a logged game; None if it has not begun or not ended."""
    entries = [*log]
    attendance, table = Attendance(), None
    for (_, table), following in zip_longest(replayed(entries), entries[1:]):
        if following is not None:
            attendance.count_entry(table, following)
    if table is None or table.game is None or table.open:
        return None
    return _result(table, attendance)


def _result(table: Table, attendance: Attendance) -> GameResult:
    game, tally = table.running, Tally(len(table.chairs))
    for event in table.told:
        tally.count_event(event)
    characters = [seat.character for seat in game.view(None).seats]
    share, gone = share_now(table), attendance.gone(table)
    seats = [
        SeatResult(
            seat=number,
            rank=score.rank,
            points=score.total,
            treasures=score.cards,
            character=characters[number],
            computer=table.chairs[number].computer,
            person=number in attendance.began,
            left=number in gone,
            kicked_at=attendance.kicked[number].place if number in attendance.kicked else 0,
            share=attendance.kicked[number].share if number in attendance.kicked else share,
            **tally.deeds[number].deeds,
        )
        for number, score in enumerate(game.standings)
    ]
    return GameResult(
        table=table.id,
        guild=table.guild,
        ending=table.stage,
        ladder=ladder_of(table.options) if table.is_rated else UNRATED,
        options=json.dumps(table.options.to_json(), separators=(",", ":")),
        journeys=tally.journeys,
        legs=tally.legs,
        can_gain=(
            table.stage == "over"
            and not attendance.kicked
            and len(attendance.began - gone) >= FEWEST
        ),
        seats=tuple(seats),
    )


def share_now(table: Table) -> float:
    """Return the share of the game that counts if it is broken off now, by the best score."""
    if table.stage == "over":
        return 1.0
    best = max(score.total for score in table.running.standings)
    return min(max(best / (COUNTS_WHOLLY * table.options.goal), 0.0), 1.0)


class Kicked(NamedTuple):
    """The standing of a person who was kicked though present, at that moment."""

    place: int
    """Among the people who began the game; behind those with as many points."""
    share: float


@dataclass
class Attendance:
    """Follows who plays: who was kicked, who let a computer decide, and who never came back."""

    began: frozenset[int] = frozenset()
    """The people who began the game."""
    kicked: dict[int, Kicked] = field(default_factory=dict[int, Kicked])
    _decided: Counter[int] = field(default_factory=Counter[int])
    _missed: Counter[int] = field(default_factory=Counter[int])
    _waited_for: tuple[int, ...] = ()
    """The people for whom the game waited when it was given up."""
    _last: int | None = None
    """The last person, with whose leaving the table was closed."""

    def count_entry(self, table: Table, entry: Entry) -> None:
        """Add a line of the log; the table is as it was before that line."""
        if table.game is None:
            self.began = frozenset(table.persons)  # a line in the lobby may be the start
            return
        seat = entry.seat
        if entry.action == "expire":
            self._waited_for = presence.asked(table)
        if seat is None or not table.is_person(seat):
            return
        if entry.action == "concede":
            self._concedes(table, seat, is_kicked=is_kick(entry.arguments))
        elif entry.arguments != PASS:
            self._decided[seat] += entry.action in DECIDES
            self._missed[seat] += entry.action == "stand_in"

    def _concedes(self, table: Table, seat: int, *, is_kicked: bool) -> None:
        if is_kicked and not presence.has_kept_waiting(table, seat):
            ranks = [score.rank for score in table.running.standings]
            not_behind = [it for it in self.began if ranks[it] <= ranks[seat]]
            self.kicked[seat] = Kicked(len(not_behind), share_now(table))
        if len(table.persons) == 1:
            self._last = seat

    def gone(self, table: Table) -> frozenset[int]:
        """Return the people who were not there in the end, or let a computer play most of it."""
        return frozenset([seat for seat in self.began if self._is_gone(table, seat)])

    def _is_gone(self, table: Table, seat: int) -> bool:
        if not table.is_person(seat):
            return seat != self._last  # the last to leave comes before those who left earlier
        absent = presence.is_substituted(table, seat) or seat in self._waited_for
        return absent or self._missed[seat] > self._decided[seat]


@dataclass
class Tally:
    """Adds up the deeds of a game from all its events in their full form."""

    seats: int
    journeys: int = 0
    legs: int = 0
    deeds: list[Deeds] = field(init=False)
    _captain: int = 0
    in_ship: set[int] = field(default_factory=set[int])
    in_boat: set[int] = field(default_factory=set[int])
    _gone: set[int] = field(default_factory=set[int])
    """Seats that left this leg of their own will."""
    _sent: bool = False
    """A card was just played: a seat that leaves now is sent away by it."""

    def __post_init__(self) -> None:
        self.deeds = [Deeds() for _ in range(self.seats)]

    def count_event(self, event: Event) -> None:
        """Add one event."""
        match event:
            case JourneyBegan(journey=journey):
                self.journeys = journey
                self.in_ship, self.in_boat = {*range(self.seats)}, set()
            case LegBegan(captain=captain):
                self.legs += 1
                self._captain = captain
                self._gone.clear()
                self._did(captain, captained=1)
            case CaptainChanged(captain=captain):  # also in the middle of a leg
                self._captain = captain
            case Moved(craft=craft, city=city):
                for seat in self.in_ship if craft == SHIP else self.in_boat:
                    self._did(seat, farthest=city)
            case Played(seat=seat, card=card):
                self._played(seat, card)
            case _:
                self._count_passengers(event)
        self._sent = isinstance(event, Played)

    def _count_passengers(self, event: Event) -> None:
        match event:
            case Stayed(seat=seat) if seat != self._captain:
                self._did(self._captain, trusted=1)
            case Left(seat=seat):
                self._left(seat)
            case Returned(seat=seat):
                self.in_ship.add(seat)
                self._gone.discard(seat)
            case Crashed(craft=craft, seats=seats):
                self._crashed(craft, seats)
            case _:
                pass

    def _did(self, seat: int, **more: int) -> None:
        known = self.deeds[seat]
        for name, amount in more.items():
            before: int = getattr(known, name)
            more[name] = max(before, amount) if name in LARGEST else before + amount
        self.deeds[seat] = replace(known, **more)

    def _played(self, seat: int, card: str) -> None:
        self._did(seat, cards=1)
        if card in ROWBOATS:
            self.in_ship.discard(seat)
            self.in_boat = {seat}

    def _left(self, seat: int) -> None:
        self.in_ship.discard(seat)
        self.in_boat.discard(seat)
        if self._sent:
            return
        self._gone.add(seat)
        if seat != self._captain:
            self._did(self._captain, doubted=1)

    def _crashed(self, craft: str, seats: Collection[int]) -> None:
        self._did(self._captain, crashes=1)
        for seat in seats:
            self._did(seat, falls=int(seat != self._captain), largest_crash=len(seats))
        for seat in self._gone:
            self._did(seat, escapes=1)
        # seats that were saved are ashore, too
        (self.in_ship if craft == SHIP else self.in_boat).clear()
