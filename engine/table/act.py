"""What a seat may do at a moment, said the way the rulebook says it: who, when, effect.

An act is a card, a character's power, or something that everybody may do. *Who*, whether it is
*possible* at all and what it can be *aimed* at are public facts; only ``has`` looks into a hand.
So everybody can tell who may be asked, and nobody can tell who holds what.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, Final, Literal, NamedTuple

from engine import events, moves
from engine.moves import Move
from engine.table.state import SHIP
from engine.table.step import Step

if TYPE_CHECKING:
    from engine.table.table import Table

# The moments at which somebody may act, in the order of a leg.
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
    seats: Callable[[Table], tuple[int, ...]]


def who(code: str) -> Callable[[Callable[[Table], tuple[int, ...]]], Who]:
    """Make a `Who` of the function below it."""
    return lambda seats: Who(code, seats)


@who("nobody")
def anyone(table: Table) -> tuple[int, ...]:
    """Every seat, wherever it is."""
    return table.clockwise(0)


@who("not_aboard")
def aboard(table: Table) -> tuple[int, ...]:
    """In the craft of this leg, its captain included."""
    return table.aboard


@who("not_aboard_the_ship")
def aboard_the_ship(table: Table) -> tuple[int, ...]:
    """In the ship, while it is the ship's leg."""
    return table.in_ship if table.leg.craft == SHIP else ()


@who("not_captain")
def captain(table: Table) -> tuple[int, ...]:
    """The captain of this leg."""
    return (table.leg.captain,)


@who("not_passenger")
def passenger(table: Table) -> tuple[int, ...]:
    """Aboard the ship and not its captain; whoever sits in the boat is no passenger."""
    leg = table.leg
    if leg.craft != SHIP:
        return ()
    return tuple([seat for seat in table.in_ship if seat != leg.captain])


class Act(ABC):
    """Something that a seat may do."""

    kind: str
    when: ClassVar[tuple[str, ...]]
    who: ClassVar[Who]
    window: ClassVar[Literal["opens_again", "stays_open", "counts_as_pass"]] = "opens_again"
    """What becomes of the window in which it is played, unless the effect says otherwise."""

    def possible(self, table: Table) -> bool:
        """Could anybody at all do it now, as far as all can see?"""
        return True

    @abstractmethod
    def effect(self, table: Table, seat: int, on: str, using: str) -> Step | None:
        """Do it. The answer is what follows; None: whatever follows anyway."""

    def has(self, table: Table, seat: int) -> bool:
        """Does this seat have it?"""
        return True

    def speakers(self, table: Table) -> tuple[int, ...]:
        """The seats that might do it, as far as all can see, when it is possible."""
        return self.who.seats(table)

    def moves(self, table: Table, seat: int) -> tuple[Move, ...]:
        """The moves with which a seat that has it may do it now."""
        return (moves.play(self.kind),)


class Aimed(Act):
    """An act that is aimed at a seat or at a treasure."""

    @abstractmethod
    def aims(self, table: Table, seat: int) -> tuple[str, ...]:
        """What this seat can aim it at now; with nothing to aim at it cannot be done."""

    def speakers(self, table: Table) -> tuple[int, ...]:
        seats = super().speakers(table)
        return tuple([seat for seat in seats if self.aims(table, seat)])

    def moves(self, table: Table, seat: int) -> tuple[Move, ...]:
        return tuple([moves.play(self.kind, on) for on in self.aims(table, seat)])


class Card(Act):
    """A special card of the action deck."""

    copies: int = 2

    def possible(self, table: Table) -> bool:
        return table.discard.get(self.kind, 0) < table.rules.copies[self.kind]

    def speakers(self, table: Table) -> tuple[int, ...]:
        seats = table.seats
        return tuple([seat for seat in self.who.seats(table) if seats[seat].hand])

    def has(self, table: Table, seat: int) -> bool:
        return self.kind in table.seats[seat].hand

    def play(self, table: Table, seat: int, on: str = "") -> None:
        """Show the card and put it into the discard."""
        table.tell(events.Played, seat, self.kind, on)
        table.spend(seat, (self.kind,))


class Power(Act):
    """A character's power, to be used once in the game."""

    def possible(self, table: Table) -> bool:
        return any(seat.power and seat.character == self.kind for seat in table.seats)

    def speakers(self, table: Table) -> tuple[int, ...]:
        return tuple([seat for seat in self.who.seats(table) if self.has(table, seat)])

    def has(self, table: Table, seat: int) -> bool:
        me = table.seats[seat]
        return me.power and me.character == self.kind

    def use(self, table: Table, seat: int, on: str = "") -> None:
        """Use the power up."""
        table.seats[seat].power = False
        table.tell(events.Played, seat, self.kind, on)
