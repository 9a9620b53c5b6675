"""The Grappling hook: a seat that has just left comes back aboard."""

from __future__ import annotations

from engine.cards.little_help import come_back
from engine.cards.parts import Parts
from engine.state.act import CAN, Card, who
from engine.state.game_state import GameState
from engine.state.step import Step


@who("did_not_leave")
def left_in_this_leg(state: GameState) -> tuple[int, ...]:
    """Those who left or were ejected in this leg."""
    return state.leg.took


class GrapplingHook(Card):
    """A seat that left in this leg puts its treasure under the pile and is aboard again."""

    kind = "grappling_hook"
    when = (CAN,)
    who = left_in_this_leg

    def effect(self, state: GameState, seat: int, on: str, using: str) -> Step | None:
        self.play(state, seat, on)
        come_back(state, seat)
        return None


PARTS = Parts(acts=(GrapplingHook(),))
