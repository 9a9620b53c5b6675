"""The crew variant, for two: each seat has three crew members aboard."""

from __future__ import annotations

from engine import events, moves
from engine.box import CITY
from engine.cards.parts import Parts
from engine.moves import Move
from engine.state.act import START, Act, captain
from engine.state.game_state import GameState
from engine.state.step import Step


class Preparing(Act):
    """Set down one crew member, never the last, and draw as many cards as the city has dice."""

    kind = moves.Prepare.kind
    when = (START,)
    who = captain

    def possible(self, state: GameState) -> bool:
        leg = state.leg
        return state.seats[leg.captain].crew > 1 and CITY[leg.city].dice > 0

    def moves(self, state: GameState, seat: int) -> tuple[Move, ...]:
        return _PREPARE

    def effect(self, state: GameState, seat: int, on: str, using: str) -> Step | None:
        me = state.seats[seat]
        me.crew -= 1
        state.tell(events.Prepared, seat, me.crew)
        state.draw(seat, CITY[state.leg.city].dice)
        return None


_PREPARE = (moves.Prepare(),)

PARTS = Parts(acts=(Preparing(),))
