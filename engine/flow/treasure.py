"""Taking treasures: the top one, or one of a pile that was looked at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, cast

from engine import events, moves
from engine.flow.question import Window
from engine.moves import Keep, Move, interned
from engine.state import act, memory
from engine.state.game_state import GameState, without
from engine.state.step import Step

NO_AID = ("",)


def aids(state: GameState, seat: int) -> tuple[str, ...]:
    """The cards that may help a seat with a treasure it chooses to take; "" is none."""
    cards = state.rules.moments[act.TREASURE].cards
    return ("", *sorted(cards.intersection(state.seats[seat].hand))) if cards else NO_AID


def spend_aid(state: GameState, seat: int, using: str) -> None:
    """Play the card that helps with a treasure."""
    if using:
        state.tell(events.Played, seat, using, "")
        state.spend(seat, (using,))


@dataclass(frozen=True, slots=True)
class TakeTreasure(Window):
    """A seat takes the top treasure of a city, if there is one.

    The seats that may change which treasure it is are asked first, whatever they hold.
    """

    kind: ClassVar[str] = "take_treasure"
    moment: ClassVar[str] = act.TREASURE
    seat: int
    city: int
    own: bool = False
    """The seat's own move led to it."""
    using: str = ""
    """The card that was played with that move."""

    def open(self, state: GameState) -> None:
        if not state.piles[self.city]:
            return
        if self.using:
            state.agenda.append(ChooseTreasure(self.seat, self.seat, self.city))
            return
        Window.open(self, state)

    def then(self) -> Step:
        return _draw(self.seat, self.city)


take: Final = interned(TakeTreasure)


@dataclass(frozen=True, slots=True)
class DrawTreasure(Step):
    """Take the top treasure; with a crew, one for each crew member, to keep one of them."""

    kind: ClassVar[str] = "draw_treasure"
    seat: int
    city: int

    def open(self, state: GameState) -> None:
        me = state.seats[self.seat]
        pile = state.piles[self.city]
        count = min(me.crew, len(pile))
        if count == 1:
            state.take_top(self.seat, self.city)
            return
        me.drawn = pile[-count:]
        for treasure in reversed(me.drawn):
            memory.treasure_drawn(state.seats, self.city, pile, treasure, taker=None)
        state.piles[self.city] = pile[:-count]
        state.tell(events.LookedThrough, self.seat, self.city, me.drawn)
        state.ask(self, self.whom(state))

    def whom(self, state: GameState) -> tuple[int, ...]:
        return (self.seat,)

    def legal(self, state: GameState, seat: int) -> tuple[Move, ...]:
        return tuple([moves.keep(treasure) for treasure in sorted(set(state.seats[seat].drawn))])

    def answer(self, state: GameState, seat: int, move: Move) -> None:
        state.agenda.pop()
        state.waiting = ()
        kept = cast(Keep, move).treasure
        me = state.seats[seat]
        rest = without(me.drawn, (kept,))
        me.drawn = ()
        state.piles[self.city] += rest
        memory.saw_put_back(state.seats, seat, self.city, rest)
        state.shuffle_pile(self.city)
        state.give_treasure(seat, self.city, kept)


_draw: Final = interned(DrawTreasure)


@dataclass(frozen=True, slots=True)
class ChooseTreasure(Step):
    """A seat looks through a pile and picks the treasure that another seat or itself takes."""

    kind: ClassVar[str] = "choose_treasure"
    chooser: int
    seat: int
    city: int

    def open(self, state: GameState) -> None:
        pile = state.piles[self.city]
        memory.saw_in_pile(state.seats, self.chooser, self.city, pile)
        state.tell(events.LookedThrough, self.chooser, self.city, tuple(sorted(pile)))
        state.ask(self, self.whom(state))

    def whom(self, state: GameState) -> tuple[int, ...]:
        return (self.chooser,)

    def legal(self, state: GameState, seat: int) -> tuple[Move, ...]:
        return tuple([moves.keep(treasure) for treasure in sorted(set(state.piles[self.city]))])

    def answer(self, state: GameState, seat: int, move: Move) -> None:
        state.agenda.pop()
        state.waiting = ()
        kept = cast(Keep, move).treasure
        pile = state.piles[self.city]
        memory.treasure_drawn(state.seats, self.city, pile, kept, taker=self.seat, chosen_by=seat)
        state.piles[self.city] = without(pile, (kept,))
        state.give_treasure(self.seat, self.city, kept)
        if seat != self.seat:
            memory.saw_treasure(state.seats, seat, self.seat, kept)
        state.shuffle_pile(self.city)
