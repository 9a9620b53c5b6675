"""What a seat may do at a moment, said the way the rulebook says it: who, when, effect.

An act is a card, a character's power, or something that everybody may do. *Who* and the *ways*
are public facts; only ``has`` looks into a hand. So everybody can tell who may be asked, and
nobody can tell who holds what.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, Final, Literal, NamedTuple

from engine import events, moves
from engine.flow.step import Step
from engine.moves import Move
from engine.table.state import SHIP

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


class Who(NamedTuple):
    """Which seats may act, by public facts; the code names the refusal."""

    code: str
    test: Callable[[Table, int], bool]


def who(code: str) -> Callable[[Callable[[Table, int], bool]], Who]:
    """Make a `Who` of the test below it."""
    return lambda test: Who(code, test)


@who("nobody")
def anyone(_table: Table, _seat: int) -> bool:
    """Every seat, wherever it is."""
    return True


@who("not_aboard")
def aboard(table: Table, seat: int) -> bool:
    """In the craft of this leg, its captain included."""
    return table.seats[seat].place == table.leg.craft


@who("not_aboard_the_ship")
def aboard_the_ship(table: Table, seat: int) -> bool:
    """In the ship while it is the ship's leg."""
    return table.leg.craft == SHIP and table.seats[seat].place == SHIP


@who("not_captain")
def captain(table: Table, seat: int) -> bool:
    """The captain of this leg."""
    return seat == table.leg.captain


@who("not_passenger")
def passenger(table: Table, seat: int) -> bool:
    """Aboard the ship and not its captain; whoever sits in the boat is no passenger."""
    leg = table.leg
    return leg.craft == SHIP and seat != leg.captain and table.seats[seat].place == SHIP


ONE_WAY: Final = ("",)
NO_WAY: Final = ()


class Act:
    """Something that a seat may do."""

    kind: str
    when: ClassVar[tuple[str, ...]]
    who: ClassVar[Who]
    window: ClassVar[Literal["opens_again", "stays_open", "counts_as_pass"]] = "opens_again"
    """What becomes of the window in which it is played, unless the effect says otherwise."""

    def ways(self, table: Table, seat: int) -> tuple[str, ...]:
        """What it can be aimed at now; none: it cannot be played."""
        return ONE_WAY

    def effect(self, table: Table, seat: int, on: str, using: str) -> Step | None:
        """Do it. The answer is what follows; None: whatever follows anyway."""
        raise NotImplementedError(self.kind)

    def in_play(self, table: Table) -> bool:
        """Could anybody at all have it, as far as all can see?"""
        return True

    def may_have(self, table: Table, seat: int) -> bool:
        """Could this seat have it, as far as all can see?"""
        return True

    def has(self, table: Table, seat: int) -> bool:
        """Does this seat have it?"""
        return True

    def moves(self, table: Table, seat: int) -> tuple[Move, ...]:
        """The moves with which a seat that has it may do it now."""
        return tuple([moves.play(self.kind, way) for way in self.ways(table, seat)])


class Card(Act):
    """A special card of the action deck."""

    copies: int = 2

    def in_play(self, table: Table) -> bool:
        return table.discard.get(self.kind, 0) < table.rules.copies[self.kind]

    def may_have(self, table: Table, seat: int) -> bool:
        return bool(table.seats[seat].hand)

    def has(self, table: Table, seat: int) -> bool:
        return self.kind in table.seats[seat].hand

    def play(self, table: Table, seat: int, on: str = "") -> None:
        """Show the card and put it into the discard."""
        table.tell(events.Played, seat, self.kind, on)
        table.spend(seat, (self.kind,))


class Power(Act):
    """A character's power, to be used once in the game."""

    def in_play(self, table: Table) -> bool:
        return any(seat.power and seat.character == self.kind for seat in table.seats)

    def may_have(self, table: Table, seat: int) -> bool:
        me = table.seats[seat]
        return me.power and me.character == self.kind

    has = may_have

    def use(self, table: Table, seat: int, on: str = "") -> None:
        """Use the power up."""
        table.seats[seat].power = False
        table.tell(events.Played, seat, self.kind, on)
