"""Boscalumia: a city off the line, two legs behind Barbadahl."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from engine import events, moves
from engine.box import BARBADAHL, BOSCALUMIA, GAP
from engine.cards.parts import Parts
from engine.moves import Move
from engine.table.act import START, Act, who
from engine.table.state import SHIP
from engine.table.step import Step

if TYPE_CHECKING:
    from engine.table.table import Table


@who("cannot_steer")
def may_steer(table: Table) -> tuple[int, ...]:
    """The ship's captain at Barbadahl, while Boscalumia is dark and no dice lie there."""
    leg = table.leg
    at_barbadahl = leg.craft == SHIP and leg.city == BARBADAHL
    return (leg.captain,) if at_barbadahl and not table.lit and not table.ship.kept else ()


class Steering(Act):
    """A captain who starts a leg at Barbadahl may steer for Boscalumia, until it is lit."""

    kind = moves.Steer.kind
    when = (START,)
    who = may_steer

    def moves(self, table: Table, seat: int) -> tuple[Move, ...]:
        return _STEER

    def effect(self, table: Table, seat: int, on: str, using: str) -> Step | None:
        table.leg.target = GAP
        table.tell(events.Steered, seat, GAP)
        return None


_STEER = (moves.Steer(),)


class LightUp(Step):
    """Boscalumia shines: everyone aboard gets a token, and the ship's journey is over."""

    __slots__ = ()
    kind: ClassVar[str] = "light_up"

    def open(self, table: Table) -> None:
        landing = table.captain_first()
        table.lit = True
        for seat in landing:
            table.seats[seat].tokens += 1
            table.disembark(seat)
        table.tell(events.Lit, landing)


PARTS = Parts(
    acts=(Steering(),),
    arrivals={BOSCALUMIA: LightUp()},
    steps=(LightUp,),
)
