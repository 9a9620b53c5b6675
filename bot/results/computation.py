"""Computes the result of a game from the log of its table."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace

from bot.results.result import LARGEST, Deeds, GameResult, SeatResult
from bot.results.standing import UNRATED, ladder_of
from bot.tables import presence
from bot.tables.actions import Entry, replayed
from bot.tables.table import Table
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


def result_of(log: Iterable[Entry]) -> GameResult | None:
    """Return the result of a logged game; None if it has not begun or not ended."""
    began: frozenset[int] = frozenset()
    table: Table | None = None
    for _, table in replayed(log):
        if not began and table.game is not None:
            began = frozenset(table.persons)
    if table is None or table.game is None or table.open:
        return None
    return _result(table, began)


def _result(table: Table, began: frozenset[int]) -> GameResult:
    game, tally = table.running, Tally(len(table.chairs))
    for event in table.told:
        tally.count_event(event)
    characters = [seat.character for seat in game.view(None).seats]
    seats = [
        SeatResult(
            seat=number,
            rank=score.rank,
            points=score.total,
            treasures=score.cards,
            character=characters[number],
            computer=table.chairs[number].computer,
            person=number in began,
            left=number in began and _is_gone(table, number),
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
        seats=tuple(seats),
    )


def _is_gone(table: Table, seat: int) -> bool:
    return not table.is_person(seat) or presence.is_substituted(table, seat)


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
