"""The Instructor: pick a treasure from its pile instead of taking the top one."""

from __future__ import annotations

from typing import cast

from engine.cards.parts import Parts
from engine.flow.treasure import ChooseTreasure, TakeTreasure
from engine.state.act import TREASURE, Card, who
from engine.state.game_state import GameState
from engine.state.step import Step


@who("not_your_treasure")
def may_instruct(state: GameState) -> tuple[int, ...]:
    """The seat that takes a treasure, unless its own move could already name the card; by a house
    rule, anyone."""
    taking = cast(TakeTreasure, state.agenda[-1])
    asked = state.clockwise(0) if state.rules.options.instructor_for_all else (taking.seat,)
    return tuple([seat for seat in asked if seat != taking.seat or not taking.own])


class Instructor(Card):
    """Look through the pile, pick the treasure that is taken, and shuffle the rest."""

    kind = "instructor"
    when = (TREASURE,)
    who = may_instruct

    def effect(self, state: GameState, seat: int, on: str, using: str) -> Step | None:
        taking = cast(TakeTreasure, state.agenda[-1])
        self.play(state, seat, on)
        return ChooseTreasure(seat, taking.seat, taking.city)


PARTS = Parts(acts=(Instructor(),))
