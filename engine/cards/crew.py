"""The crew variant, for two: each seat has three crew members aboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import events, moves
from engine.box import CITY
from engine.cards.parts import Parts
from engine.moves import Move
from engine.table.act import START, Act, captain
from engine.table.step import Step

if TYPE_CHECKING:
    from engine.table.table import Table


class Preparing(Act):
    """Set down one crew member, never the last, and draw as many cards as the city has dice."""

    kind = moves.Prepare.kind
    when = (START,)
    who = captain

    def possible(self, table: Table) -> bool:
        leg = table.leg
        return table.seats[leg.captain].crew > 1 and CITY[leg.city].dice > 0

    def moves(self, table: Table, seat: int) -> tuple[Move, ...]:
        return _PREPARE

    def effect(self, table: Table, seat: int, on: str, using: str) -> Step | None:
        me = table.seats[seat]
        me.crew -= 1
        table.tell(events.Prepared, seat, me.crew)
        table.draw(seat, CITY[table.leg.city].dice)
        return None


_PREPARE = (moves.Prepare(),)

PARTS = Parts(acts=(Preparing(),))
