"""Journeys: from the first city until neither craft flies, and on to the end of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine import events
from engine.box import ROWBOATS
from engine.flow.leg import LastStop, LegEnd, Start
from engine.state import scores
from engine.state.game_state import GameState
from engine.state.pieces import BOAT, SHIP, Craft, Leg
from engine.state.step import Step


class Journey(Step):
    """A new journey from the first city that still has treasures, unless the game is over."""

    __slots__ = ()
    kind: ClassVar[str] = "journey"

    def open(self, state: GameState) -> None:
        # still part of the journey that has ended
        exchange = state.rules.after_crash if state.crashed and state.next_stop(0) else None
        if exchange is not None and state.rules.options.exchanges_first:
            state.agenda += (Departure(), exchange)
            return
        first = _next_journey(state)
        if first is None:
            return
        if exchange is not None:
            state.agenda += (Boarding(first), exchange)
            return
        if state.journey:
            state.agenda.append(Provisions())
        Boarding(first).open(state)


class Departure(Step):
    """A new journey after an exchange, which has replaced the draw, unless the game is over."""

    __slots__ = ()
    kind: ClassVar[str] = "departure"

    def open(self, state: GameState) -> None:
        first = _next_journey(state)
        if first is not None:
            Boarding(first).open(state)


def _next_journey(state: GameState) -> int | None:
    """Return the first city of the next journey and name its captain, or end the game."""
    first = state.next_stop(0)
    if first is None or (state.journey and state.rules.is_won(state)):
        state.agenda.append(GameEnd("empty" if first is None else state.rules.won_by))
        state.agenda.extend(state.rules.before_end)
        return None
    state.agenda.append(Turn())
    if state.journey:
        state.captain = (state.captain + 1) % len(state.seats)
    return first


@dataclass(frozen=True, slots=True)
class Boarding(Step):
    """All seats board the ship at this city."""

    kind: ClassVar[str] = "boarding"
    first: int

    def open(self, state: GameState) -> None:
        first = self.first
        state.journey += 1
        state.crashed = False
        for seat in state.seats:
            seat.crew = state.rules.crew
        state.in_ship = state.clockwise(0)
        state.ship = Craft(city=first)
        state.tell(events.JourneyBegan, state.journey, state.captain, first)


class Provisions(Step):
    """Every seat draws one card, the new captain first."""

    __slots__ = ()
    kind: ClassVar[str] = "provisions"

    def open(self, state: GameState) -> None:
        for seat in state.clockwise(state.captain):
            state.draw(seat, 1)


class Turn(Step):
    """First the ship, then the boat, while either flies."""

    __slots__ = ()
    kind: ClassVar[str] = "turn"

    def open(self, state: GameState) -> None:
        if state.in_ship or state.in_boat:
            state.agenda += (Turn(), BoatLeg())
            ShipLeg().open(state)
        else:
            state.agenda.append(Journey())


class ShipLeg(Step):
    """The ship's part of a turn."""

    __slots__ = ()
    kind: ClassVar[str] = "ship_leg"

    def open(self, state: GameState) -> None:
        if state.in_ship:
            _begin(state, SHIP, state.captain, ())


class BoatLeg(Step):
    """The boat's part of a turn: one seat alone, and one symbol is ignored."""

    __slots__ = ()
    kind: ClassVar[str] = "boat_leg"

    def open(self, state: GameState) -> None:
        for seat in state.in_boat:
            _begin(state, BOAT, seat, (ROWBOATS[state.boat.card],))


def _begin(state: GameState, craft: str, captain: int, ignored: tuple[str, ...]) -> None:
    """Set a craft off, or land it where no city with treasures lies ahead."""
    here = state.ship if craft == SHIP else state.boat
    ahead = here.course or state.next_stop(here.city)
    state.leg = Leg(craft, captain, here.city, ahead or here.city, ignored=ignored)
    state.agenda.append(LegEnd())
    if ahead is None:
        state.agenda.append(LastStop())
    else:
        state.agenda.append(Start())
        state.tell(events.LegBegan, craft, captain, here.city, ahead)


@dataclass(frozen=True, slots=True)
class GameEnd(Step):
    """The scores are final; nothing is left on the agenda."""

    kind: ClassVar[str] = "game_end"
    reason: str

    def open(self, state: GameState) -> None:
        state.agenda.clear()
        if state.told is None:  # no event is made, so the scores are not needed
            return
        final = scores.final(state)
        totals = tuple([score.total for score in final])
        winners = tuple([score.seat for score in final if score.rank == 1])
        state.tell(events.GameEnded, self.reason, totals, winners)
