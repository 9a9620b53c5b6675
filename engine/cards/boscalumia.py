"""Boscalumia: a city off the line, two legs behind Barbadahl."""

from __future__ import annotations

from typing import ClassVar

from engine import events, moves
from engine.box import BARBADAHL, BOSCALUMIA, GAP
from engine.cards.parts import Parts
from engine.moves import Move
from engine.state.act import START, Act, who
from engine.state.game_state import GameState
from engine.state.pieces import SHIP
from engine.state.step import Step


@who("cannot_steer")
def may_steer(state: GameState) -> tuple[int, ...]:
    """The ship's captain at Barbadahl, while Boscalumia is dark and no dice lie there."""
    leg = state.leg
    at_barbadahl = leg.craft == SHIP and leg.city == BARBADAHL
    return (leg.captain,) if at_barbadahl and not state.lit and not state.ship.kept else ()


class Steering(Act):
    """A captain who starts a leg at Barbadahl may steer for Boscalumia, until it is lit."""

    kind = moves.Steer.kind
    when = (START,)
    who = may_steer

    def moves(self, state: GameState, seat: int) -> tuple[Move, ...]:
        return _STEER

    def effect(self, state: GameState, seat: int, on: str, using: str) -> Step | None:
        state.leg.target = GAP
        state.tell(events.Steered, seat, GAP)
        return None


_STEER = (moves.Steer(),)


class LightUp(Step):
    """Boscalumia shines: everyone aboard gets a token, and the ship's journey is over."""

    __slots__ = ()
    kind: ClassVar[str] = "light_up"

    def open(self, state: GameState) -> None:
        landing = state.captain_first()
        state.lit = True
        for seat in landing:
            state.seats[seat].tokens += 1
            state.disembark(seat)
        state.tell(events.Lit, landing)


PARTS = Parts(acts=(Steering(),), arrivals={BOSCALUMIA: LightUp()}, steps=(LightUp,))
