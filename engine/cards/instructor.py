"""The Instructor: a treasure is picked from its pile instead of taken blindly."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.cards.parts import Parts
from engine.flow.treasure import ChooseTreasure, TakeTreasure
from engine.table.act import TREASURE, Card, who
from engine.table.step import Step

if TYPE_CHECKING:
    from engine.table.table import Table


@who("not_your_treasure")
def may_instruct(table: Table) -> tuple[int, ...]:
    """The seat that takes a treasure, where its own move has not settled that already; by a
    house rule, anyone."""
    taking = cast(TakeTreasure, table.agenda[-1])
    asked = table.clockwise(0) if table.rules.options.instructor_for_all else (taking.seat,)
    return tuple([seat for seat in asked if seat != taking.seat or not taking.own])


class Instructor(Card):
    """Look through the pile, pick the treasure that is taken, and shuffle the rest."""

    kind = "instructor"
    when = (TREASURE,)
    who = may_instruct

    def effect(self, table: Table, seat: int, on: str, using: str) -> Step | None:
        taking = cast(TakeTreasure, table.agenda[-1])
        self.play(table, seat, on)
        return ChooseTreasure(seat, taking.seat, taking.city)


PARTS = Parts(acts=(Instructor(),))
