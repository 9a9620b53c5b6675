"""Rolling dice again."""

from __future__ import annotations

from itertools import combinations
from typing import ClassVar, cast

from engine import moves
from engine.moves import Move, Reroll
from engine.state.game_state import GameState
from engine.state.pieces import Leg
from engine.state.step import Step


def rerollable(leg: Leg) -> tuple[str, ...]:
    """The faces of the dice that may be rolled again."""
    if not leg.fixed:
        return leg.dice
    return tuple([face for face in leg.dice if face not in leg.fixed])


class PickDice(Step):
    """The captain picks the dice to roll again: at least one, unless a house rule
    allows none; then the captain's word stands.
    """

    __slots__ = ()
    kind: ClassVar[str] = "pick_dice"

    def open(self, state: GameState) -> None:
        state.ask(self, self.whom(state))

    def whom(self, state: GameState) -> tuple[int, ...]:
        return (state.leg.captain,)

    def legal(self, state: GameState, seat: int) -> tuple[Move, ...]:
        faces = sorted(rerollable(state.leg))
        sizes = range(0 if state.rules.options.reroll_none else 1, len(faces) + 1)
        picks = {pick for size in sizes for pick in combinations(faces, size)}
        return tuple([moves.reroll(pick) for pick in sorted(picks)])

    def answer(self, state: GameState, seat: int, move: Move) -> None:
        state.agenda.pop()
        state.waiting = ()
        state.reroll(cast(Reroll, move).dice)
