"""Steps: what happens next, as data.

A step is a frozen value with a stable ``kind``. It is taken from the agenda and opened; either it
does its work and puts its successors on the agenda, or it asks some seats and stays there until
they have answered.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from engine.moves import Move
from engine.state.game_state import GameState


@dataclass(frozen=True, slots=True, init=False)
class Step(ABC):
    """One entry of the agenda. Steps of one kind with the same fields are equal."""

    kind: ClassVar[str]

    @abstractmethod
    def open(self, state: GameState) -> None:
        """Do the step's work, or ask seats."""

    def whom(self, state: GameState) -> tuple[int, ...]:
        """Return the seats that must be asked; () if the step alone does not determine them."""
        return ()

    def legal(self, state: GameState, seat: int) -> tuple[Move, ...]:
        """Return every legal answer of a waiting seat; () for a step that never asks."""
        return ()

    def answer(self, state: GameState, seat: int, move: Move) -> None:
        """Carry out a legal move of a waiting seat."""
        # not abstract: most steps never ask, so nothing is legal there and no move gets here
        raise TypeError(self.kind)  # a step that asks must define this


class Over(Step):
    """Nothing follows here: the step below goes on."""

    __slots__ = ()
    kind: ClassVar[str] = "over"

    def open(self, state: GameState) -> None:
        pass
