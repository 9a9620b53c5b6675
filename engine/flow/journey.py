"""Journeys: from the first city until neither craft flies, and on to the end of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine import events
from engine.box import ROWBOATS
from engine.flow.leg import LastStop, LegEnd, Start
from engine.table import scores
from engine.table.state import BOAT, SHIP, Craft, Leg
from engine.table.step import Step

if TYPE_CHECKING:
    from engine.table.table import Table


class Journey(Step):
    """Everybody boards at the first city that still has treasures, unless the game is over."""

    __slots__ = ()
    kind: ClassVar[str] = "journey"

    def open(self, table: Table) -> None:
        first = table.next_stop(0)
        if first is None or (table.journey and table.rules.is_won(table)):
            table.agenda.append(GameEnd("empty" if first is None else table.rules.won_by))
            table.agenda.extend(table.rules.before_end)
            return
        table.agenda.append(Turn())
        if table.journey:
            table.captain = (table.captain + 1) % len(table.seats)
            after_crash = table.rules.after_crash if table.crashed else None
            table.agenda.append(after_crash or Provisions())
        table.journey += 1
        table.crashed = False
        for seat in table.seats:
            seat.crew = table.rules.crew
        table.in_ship = table.clockwise(0)
        table.in_boat = ()
        table.ship = Craft(city=first)
        table.boat = Craft()
        table.leg = Leg(captain=table.captain, city=first, target=first)
        table.tell(events.JourneyBegan, table.journey, table.captain, first)


class Provisions(Step):
    """Every seat draws one card, the new captain first."""

    __slots__ = ()
    kind: ClassVar[str] = "provisions"

    def open(self, table: Table) -> None:
        for seat in table.clockwise(table.captain):
            table.draw(seat, 1)


class Turn(Step):
    """First the ship, then the boat, while either flies."""

    __slots__ = ()
    kind: ClassVar[str] = "turn"

    def open(self, table: Table) -> None:
        if table.in_ship or table.in_boat:
            table.agenda += (Turn(), BoatLeg())
            ShipLeg().open(table)
        else:
            table.agenda.append(Journey())


class ShipLeg(Step):
    """The ship's part of a turn."""

    __slots__ = ()
    kind: ClassVar[str] = "ship_leg"

    def open(self, table: Table) -> None:
        if table.in_ship:
            _begin(table, SHIP, table.captain, ())


class BoatLeg(Step):
    """The boat's part of a turn: alone, and one symbol is of no account."""

    __slots__ = ()
    kind: ClassVar[str] = "boat_leg"

    def open(self, table: Table) -> None:
        for seat in table.in_boat:
            _begin(table, BOAT, seat, (ROWBOATS[table.boat.card],))


def _begin(table: Table, craft: str, captain: int, ignored: tuple[str, ...]) -> None:
    """Set a craft off, or land it where no city with treasures lies ahead."""
    here = table.ship if craft == SHIP else table.boat
    ahead = here.course or table.next_stop(here.city)
    table.leg = Leg(craft, captain, here.city, ahead or here.city, ignored=ignored)
    table.agenda.append(LegEnd())
    if ahead is None:
        table.agenda.append(LastStop())
    else:
        table.agenda.append(Start())
        table.tell(events.LegBegan, craft, captain, here.city, ahead)


@dataclass(frozen=True, slots=True)
class GameEnd(Step):
    """The scores are final; nothing is left on the agenda."""

    kind: ClassVar[str] = "game_end"
    reason: str

    def open(self, table: Table) -> None:
        table.agenda.clear()
        final = scores.final(table)
        totals = tuple([score.total for score in final])
        winners = tuple([score.seat for score in final if score.rank == 1])
        table.tell(events.GameEnded, self.reason, totals, winners)
