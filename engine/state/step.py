"""Steps: what happens next, as data.

A step is a frozen value of a stable ``kind``. It is taken from the agenda and opened; either it
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
        """The step's turn has come."""

    def whom(self, state: GameState) -> tuple[int, ...]:
        """The seats that nobody else can answer for; () where that is not certain."""
        return ()

    def legal(self, state: GameState, seat: int) -> tuple[Move, ...]:
        """All that a seat that is waited for may answer; a step that never asks takes none."""
        return ()

    def answer(self, state: GameState, seat: int, move: Move) -> None:
        """A seat has answered with one of its legal moves."""
        # not abstract, for most steps never ask: nothing is legal there, and no move comes so far
        raise NotImplementedError(self.kind)  # no gap: a step that asks and lacks this is at fault


class Over(Step):
    """Nothing more of this: the step below goes on."""

    __slots__ = ()
    kind: ClassVar[str] = "over"

    def open(self, state: GameState) -> None:
        pass
