"""Acts, in the words of the rulebook: who, when, effect.

An act is a card, a character's power, or something that any seat may do. *Who* may do it, whether
it is *possible* at all and what it can be *aimed* at are public facts; only ``has`` looks into a
hand. So all players can tell which seats may be asked, and none can tell which cards they hold.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import ClassVar, Final, Literal, NamedTuple

from engine import events, moves
from engine.moves import Move
from engine.state.game_state import GameState
from engine.state.pieces import SHIP
from engine.state.step import Step

# The moments at which seats may act, in the order of a leg.
START: Final = "start"
BEFORE_ROLL: Final = "before_roll"
DECISION: Final = "decision"
SPOKEN: Final = "spoken"
CAN: Final = "can"
CANNOT: Final = "cannot"
CRASHING: Final = "crashing"
CARDS_DOWN: Final = "cards_down"
TREASURE: Final = "treasure"

WINDOWS: Final = (BEFORE_ROLL, SPOKEN, CAN, CANNOT, CRASHING, CARDS_DOWN)
"""The moments at which several seats may act until each has passed."""


class Who(NamedTuple):
    """The seats that may act, by public facts; the code names the refusal of all others."""

    code: str
    seats: Callable[[GameState], tuple[int, ...]]


def who(code: str) -> Callable[[Callable[[GameState], tuple[int, ...]]], Who]:
    """Make a `Who` of the function below it."""
    return lambda seats: Who(code, seats)


@who("nobody")
def anyone(state: GameState) -> tuple[int, ...]:
    """Every seat, wherever it is."""
    return state.clockwise(0)


@who("not_aboard")
def aboard(state: GameState) -> tuple[int, ...]:
    """In the craft of this leg, its captain included."""
    return state.aboard


@who("not_aboard_the_ship")
def aboard_the_ship(state: GameState) -> tuple[int, ...]:
    """In the ship, while it is the ship's leg."""
    return state.in_ship if state.leg.craft == SHIP else ()


@who("not_captain")
def captain(state: GameState) -> tuple[int, ...]:
    """The captain of this leg."""
    return (state.leg.captain,)


@who("not_passenger")
def passenger(state: GameState) -> tuple[int, ...]:
    """Aboard the ship, but not its captain; the seat in the boat is no passenger."""
    leg = state.leg
    if leg.craft != SHIP:
        return ()
    return tuple([seat for seat in state.in_ship if seat != leg.captain])


class Act(ABC):
    """Something that a seat may do."""

    kind: str
    when: ClassVar[tuple[str, ...]]
    who: ClassVar[Who]
    since: int = 1
    """The edition of its box that added it."""
    window: ClassVar[Literal["opens_again", "stays_open", "counts_as_pass"]] = "opens_again"
    """The effect of a play on its window, unless `effect` returns a step."""

    def possible(self, state: GameState) -> bool:
        """Return whether any seat could do it now, by public facts."""
        return True

    @abstractmethod
    def effect(self, state: GameState, seat: int, on: str, using: str) -> Step | None:
        """Do it, and return the step that follows; None: the usual one."""

    def has(self, state: GameState, seat: int) -> bool:
        """Return whether this seat has it."""
        return True

    def able(self, state: GameState, seats: tuple[int, ...]) -> tuple[int, ...]:
        """Return the seats in reach that could do it, by public facts, when it is possible."""
        return seats

    def moves(self, state: GameState, seat: int) -> tuple[Move, ...]:
        """Return the moves by which a seat that has it may do it now."""
        return (moves.play(self.kind),)


class Aimed(Act):
    """An act that is aimed at a seat or at a treasure."""

    @abstractmethod
    def aims(self, state: GameState, seat: int) -> tuple[str, ...]:
        """Return the possible aims of this seat; without one the act is impossible."""

    def able(self, state: GameState, seats: tuple[int, ...]) -> tuple[int, ...]:
        seats = super().able(state, seats)
        return tuple([seat for seat in seats if self.aims(state, seat)])

    def moves(self, state: GameState, seat: int) -> tuple[Move, ...]:
        return tuple([moves.play(self.kind, on) for on in self.aims(state, seat)])


class Card(Act):
    """A special card of the action deck."""

    copies: int = 2

    def possible(self, state: GameState) -> bool:
        return state.discard.get(self.kind, 0) < state.rules.copies[self.kind]

    def able(self, state: GameState, seats: tuple[int, ...]) -> tuple[int, ...]:
        every = state.seats
        return tuple([seat for seat in seats if every[seat].hand])

    def has(self, state: GameState, seat: int) -> bool:
        return self.kind in state.seats[seat].hand

    def play(self, state: GameState, seat: int, on: str = "") -> None:
        """Show the card and put it into the discard."""
        state.tell(events.Played, seat, self.kind, on)
        state.spend(seat, (self.kind,))


class Power(Act):
    """A character's power, to be used once in the game."""

    def possible(self, state: GameState) -> bool:
        return any(seat.power and seat.character == self.kind for seat in state.seats)

    def able(self, state: GameState, seats: tuple[int, ...]) -> tuple[int, ...]:
        return tuple([seat for seat in seats if self.has(state, seat)])

    def has(self, state: GameState, seat: int) -> bool:
        me = state.seats[seat]
        return me.power and me.character == self.kind

    def use(self, state: GameState, seat: int, on: str = "") -> None:
        """Use the power up."""
        state.seats[seat].power = False
        state.tell(events.Played, seat, self.kind, on)
