"""Krismastri: rolls of blanks collect gifts, which are given away at the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, cast

from engine import events
from engine.box import POINTS
from engine.cards.parts import Parts
from engine.moves import Give, Move
from engine.table import memory, scores
from engine.table.state import SHIP
from engine.table.step import Step

if TYPE_CHECKING:
    from engine.table.table import Table


class AddGift(Step):
    """Only blanks: the top treasure of the ship's city goes face down to the gifts."""

    __slots__ = ()
    kind: ClassVar[str] = "add_gift"

    def open(self, table: Table) -> None:
        city = table.leg.city
        pile = table.piles[city]
        if table.leg.craft == SHIP and pile:
            memory.treasure_drawn(table, city, pile[-1], taker=None)
            table.piles[city] = pile[:-1]
            table.gifts += (pile[-1],)
            table.tell(events.GiftAdded, city)


class ShowGifts(Step):
    """At the end the seat with most points turns the gifts over, to give them away."""

    __slots__ = ()
    kind: ClassVar[str] = "show_gifts"

    def open(self, table: Table) -> None:
        if not table.gifts:
            return
        best = {score.seat for score in scores.final(table) if score.rank == 1}
        # a shared lead: the first to the left of the last captain gives
        order = table.clockwise((table.captain + 1) % len(table.seats))
        giver = next(seat for seat in order if seat in best)
        table.gifts_shown = True
        table.gifts = tuple(sorted(table.gifts, key=lambda gift: (POINTS[gift], gift)))
        table.tell(events.GiftsShown, giver, table.gifts)
        table.agenda.append(GiveGifts(giver, table.clockwise(giver)[1:]))


@dataclass(frozen=True, slots=True)
class GiveGifts(Step):
    """The highest gift that is left goes to a seat that has none yet, of the giver's choice."""

    kind: ClassVar[str] = "give_gifts"
    giver: int
    to: tuple[int, ...]

    def open(self, table: Table) -> None:
        if len(self.to) > 1 and table.gifts:
            table.ask(self, self.whom(table))
        elif self.to and table.gifts:
            self._give(table, self.to[0])

    def whom(self, table: Table) -> tuple[int, ...]:
        return (self.giver,)

    def legal(self, table: Table, seat: int) -> tuple[Move, ...]:
        return tuple([Give(other) for other in self.to])

    def answer(self, table: Table, seat: int, move: Move) -> None:
        to = cast(Give, move).to
        table.waiting = ()
        rest = tuple([other for other in self.to if other != to])
        table.agenda[-1] = GiveGifts(self.giver, rest)
        self._give(table, to)

    def _give(self, table: Table, to: int) -> None:
        *rest, gift = table.gifts
        table.gifts = tuple(rest)
        table.seats[to].treasures += (gift,)
        memory.all_know_treasure(table, to, gift)
        table.tell(events.Gave, self.giver, to, gift)


PARTS = Parts(
    after_blanks=(AddGift(),),
    before_end=(ShowGifts(),),
    steps=(AddGift, ShowGifts, GiveGifts),
)
