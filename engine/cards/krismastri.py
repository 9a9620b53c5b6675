"""Krismastri: rolls of blanks collect gifts, which are given away at the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, cast

from engine import events
from engine.box import POINTS
from engine.cards.parts import Parts
from engine.moves import Give, Move
from engine.state import memory, scores
from engine.state.game_state import GameState
from engine.state.pieces import SHIP
from engine.state.step import Step


class AddGift(Step):
    """Only blanks: the top treasure of the ship's city goes face down to the gifts."""

    __slots__ = ()
    kind: ClassVar[str] = "add_gift"

    def open(self, state: GameState) -> None:
        city = state.leg.city
        pile = state.piles[city]
        if state.leg.craft == SHIP and pile:
            memory.treasure_drawn(state.seats, city, pile, pile[-1], taker=None)
            state.piles[city] = pile[:-1]
            state.gifts += (pile[-1],)
            state.tell(events.GiftAdded, city)


class ShowGifts(Step):
    """At the end the seat whose treasures reached the goal turns the gifts over and gives them.

    Penalties come later and do not count, nor do the ties of the final scores. Of several that
    reached it the richest gives, of equals the first to the last captain's left. So the richest
    seat always gives, even if the treasures ran out before any seat reached the goal.
    """

    __slots__ = ()
    kind: ClassVar[str] = "show_gifts"

    def open(self, state: GameState) -> None:
        if not state.gifts:
            return
        from_the_left = state.clockwise((state.captain + 1) % len(state.seats))
        giver = max(from_the_left, key=lambda seat: scores.riches(state.seats[seat]))
        state.gifts_shown = True
        state.gifts = tuple(sorted(state.gifts, key=lambda gift: (POINTS[gift], gift)))
        state.tell(events.GiftsShown, giver, state.gifts)
        state.agenda.append(GiveGifts(giver, state.clockwise(giver)[1:]))


@dataclass(frozen=True, slots=True)
class GiveGifts(Step):
    """The giver chooses who gets the highest gift left, among the seats without one."""

    kind: ClassVar[str] = "give_gifts"
    giver: int
    to: tuple[int, ...]

    def open(self, state: GameState) -> None:
        if len(self.to) > 1 and state.gifts:
            state.ask(self, self.whom(state))
        elif self.to and state.gifts:
            self._give(state, self.to[0])

    def whom(self, state: GameState) -> tuple[int, ...]:
        return (self.giver,)

    def legal(self, state: GameState, seat: int) -> tuple[Move, ...]:
        return tuple([Give(other) for other in self.to])

    def answer(self, state: GameState, seat: int, move: Move) -> None:
        to = cast(Give, move).to
        state.waiting = ()
        rest = tuple([other for other in self.to if other != to])
        state.agenda[-1] = GiveGifts(self.giver, rest)
        self._give(state, to)

    def _give(self, state: GameState, to: int) -> None:
        *rest, gift = state.gifts
        state.gifts = tuple(rest)
        state.seats[to].treasures += (gift,)
        memory.all_know_treasure(state.seats, to, gift)
        state.tell(events.Gave, self.giver, to, gift)


PARTS = Parts(
    after_blanks=(AddGift(),), before_end=(ShowGifts(),), steps=(AddGift, ShowGifts, GiveGifts)
)
