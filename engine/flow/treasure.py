"""Taking treasures: blindly, or with a look."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, cast

from engine import events
from engine.flow.question import Window
from engine.moves import Keep, Move
from engine.table import act, memory
from engine.table.step import Step
from engine.table.table import without

if TYPE_CHECKING:
    from engine.table.table import Table


NO_AID = ("",)


def aids(table: Table, seat: int) -> tuple[str, ...]:
    """The cards with which a seat may take a treasure of its own accord; "" is none."""
    cards = table.rules.moments[act.TREASURE].cards
    return ("", *sorted(cards.intersection(table.seats[seat].hand))) if cards else NO_AID


def spend_aid(table: Table, seat: int, using: str) -> None:
    """Play the card that is to help with a treasure."""
    if using:
        table.tell(events.Played, seat, using, "")
        table.spend(seat, (using,))


@dataclass(frozen=True, slots=True)
class TakeTreasure(Window):
    """A seat takes the top treasure of a city, if there is one.

    Whoever may change which one it is is asked first, whatever they hold.
    """

    kind: ClassVar[str] = "take_treasure"
    moment: ClassVar[str] = act.TREASURE
    seat: int
    city: int
    own: bool = False
    """It came about by the seat's own move."""
    using: str = ""
    """The card that was played with that move."""

    def open(self, table: Table) -> None:
        if not table.piles[self.city]:
            return
        if self.using:
            table.agenda.append(ChooseTreasure(self.seat, self.seat, self.city))
            return
        Window.open(self, table)

    def then(self) -> Step:
        return DrawTreasure(self.seat, self.city)


@dataclass(frozen=True, slots=True)
class DrawTreasure(Step):
    """Take the top treasure; with a crew, as many as came off, to keep one of them."""

    kind: ClassVar[str] = "draw_treasure"
    seat: int
    city: int

    def open(self, table: Table) -> None:
        me = table.seats[self.seat]
        pile = table.piles[self.city]
        count = min(me.crew, len(pile))
        if count == 1:
            table.take_top(self.seat, self.city)
            return
        me.drawn = pile[-count:]
        for treasure in reversed(me.drawn):
            memory.treasure_drawn(table, self.city, treasure, taker=None)
        table.piles[self.city] = pile[:-count]
        table.tell(events.LookedThrough, self.seat, self.city, me.drawn)
        table.ask(self, self.whom(table))

    def whom(self, table: Table) -> tuple[int, ...]:
        return (self.seat,)

    def legal(self, table: Table, seat: int) -> tuple[Move, ...]:
        return tuple([Keep(treasure) for treasure in sorted(set(table.seats[seat].drawn))])

    def answer(self, table: Table, seat: int, move: Move) -> None:
        table.agenda.pop()
        table.waiting = ()
        kept = cast(Keep, move).treasure
        me = table.seats[seat]
        rest = without(me.drawn, (kept,))
        me.drawn = ()
        table.piles[self.city] += rest
        memory.saw_put_back(table, seat, self.city, rest)
        table.shuffle_pile(self.city)
        table.give_treasure(seat, self.city, kept)


@dataclass(frozen=True, slots=True)
class ChooseTreasure(Step):
    """A seat looks through a pile and picks the treasure that somebody takes."""

    kind: ClassVar[str] = "choose_treasure"
    chooser: int
    seat: int
    city: int

    def open(self, table: Table) -> None:
        pile = table.piles[self.city]
        memory.saw_in_pile(table, self.chooser, self.city, pile)
        table.tell(events.LookedThrough, self.chooser, self.city, tuple(sorted(pile)))
        table.ask(self, self.whom(table))

    def whom(self, table: Table) -> tuple[int, ...]:
        return (self.chooser,)

    def legal(self, table: Table, seat: int) -> tuple[Move, ...]:
        return tuple([Keep(treasure) for treasure in sorted(set(table.piles[self.city]))])

    def answer(self, table: Table, seat: int, move: Move) -> None:
        table.agenda.pop()
        table.waiting = ()
        kept = cast(Keep, move).treasure
        pile = table.piles[self.city]
        memory.treasure_drawn(table, self.city, kept, taker=self.seat, chosen_by=seat)
        table.piles[self.city] = without(pile, (kept,))
        table.give_treasure(self.seat, self.city, kept)
        if seat != self.seat:
            memory.saw_treasure(table, seat, self.seat, kept)
        table.shuffle_pile(self.city)
