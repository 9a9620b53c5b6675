"""Rolling dice again."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, ClassVar, cast

from engine.flow.leg import Declaration
from engine.moves import Move, Reroll
from engine.table.state import Leg
from engine.table.step import Step

if TYPE_CHECKING:
    from engine.table.table import Table


def rerollable(leg: Leg) -> tuple[str, ...]:
    """What the dice show that may be rolled again."""
    if not leg.fixed:
        return leg.dice
    return tuple([face for face in leg.dice if face not in leg.fixed])


def after_reroll(table: Table) -> Step | None:
    """A captain who had declared declares afresh; else the window opens again."""
    return Declaration() if table.leg.said else None


class PickDice(Step):
    """The captain picks the dice that are rolled again."""

    __slots__ = ()
    kind: ClassVar[str] = "pick_dice"

    def open(self, table: Table) -> None:
        table.ask(self, self.whom(table))

    def whom(self, table: Table) -> tuple[int, ...]:
        return (table.leg.captain,)

    def legal(self, table: Table, seat: int) -> tuple[Move, ...]:
        faces = sorted(rerollable(table.leg))
        picks = {pick for size in range(len(faces)) for pick in combinations(faces, size + 1)}
        return tuple([Reroll(pick) for pick in sorted(picks)])

    def answer(self, table: Table, seat: int, move: Move) -> None:
        table.agenda.pop()
        table.waiting = ()
        table.reroll(cast(Reroll, move).dice)
