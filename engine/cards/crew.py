"""The crew variant, for two: each seat has three crew members aboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import events, moves
from engine.box import CITY
from engine.cards.parts import Parts
from engine.flow.act import NO_WAY, ONE_WAY, START, Act, captain
from engine.flow.step import Step
from engine.moves import Move

if TYPE_CHECKING:
    from engine.table.table import Table


class Preparing(Act):
    """Set down one crew member, never the last, and draw as many cards as the city has dice."""

    kind = moves.Prepare.kind
    when = (START,)
    who = captain

    def ways(self, table: Table, seat: int) -> tuple[str, ...]:
        spare = table.seats[seat].crew > 1 and CITY[table.leg.city].dice
        return ONE_WAY if spare else NO_WAY

    def moves(self, table: Table, seat: int) -> tuple[Move, ...]:
        return _PREPARE if self.ways(table, seat) else ()

    def effect(self, table: Table, seat: int, on: str, using: str) -> Step | None:
        me = table.seats[seat]
        me.crew -= 1
        table.tell(events.Prepared, seat, me.crew)
        table.draw(seat, CITY[table.leg.city].dice)
        return None


_PREPARE = (moves.Prepare(),)

PARTS = Parts(acts=(Preparing(),))
