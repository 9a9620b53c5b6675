"""Matryoshburg: after a crash each seat chooses what to exchange."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from engine import events
from engine.box import CITY_OF
from engine.cards.parts import Parts
from engine.flow.treasure import TakeTreasure, aids, spend_aid
from engine.moves import Discard, Done, Draw, Exchange, Move
from engine.table.step import Step
from engine.table.table import without

if TYPE_CHECKING:
    from engine.table.table import Table


class Matryoshburg(Step):
    """After a crash each seat draws a card, exchanges cards, or exchanges a treasure.

    All choose at once: what is laid aside stays part of the hand until everybody has chosen.
    """

    __slots__ = ()
    kind: ClassVar[str] = "matryoshburg"

    def open(self, table: Table) -> None:
        table.ask(self, table.clockwise(table.captain))

    def legal(self, table: Table, seat: int) -> tuple[Move, ...]:
        me = table.seats[seat]
        rest = sorted(set(without(me.hand, me.laid)))
        cards = tuple([Discard(card) for card in rest])
        if me.laid:
            return (Done(), *cards)
        mine = [name for name in sorted(set(me.treasures)) if table.piles[CITY_OF[name]]]
        swaps = [Exchange(treasure, aid) for treasure in mine for aid in aids(table, seat)]
        return (Draw(), *cards, *swaps)

    def answer(self, table: Table, seat: int, move: Move) -> None:
        me = table.seats[seat]
        match move:
            case Discard(card):
                me.laid += (card,)
                table.tell(events.Laid, seat, card)
                return
            case Exchange(treasure, using):
                me.laid = (treasure, *filter(None, (using,)))
                table.tell(events.Laid, seat, treasure)
            case _:
                pass
        table.waiting = tuple([other for other in table.waiting if other != seat])
        if not table.waiting:
            table.agenda.pop()
            self._all_have_chosen(table)

    def _all_have_chosen(self, table: Table) -> None:
        choices = [_choice(seat.laid) for seat in table.seats]
        table.tell(events.Chosen, tuple(choices))
        taking: list[Step] = []
        for seat in table.clockwise(table.captain):
            laid = table.seats[seat].laid
            table.seats[seat].laid = ()
            if choices[seat] == "draw":
                table.draw(seat, 1)
            elif choices[seat] == "treasure":
                taking.append(_exchange(table, seat, *laid))
            else:
                table.spend(seat, laid)
                table.tell(events.Discarded, seat, laid)
                table.draw(seat, len(laid))
        table.agenda.extend(reversed(taking))


def _choice(laid: tuple[str, ...]) -> str:
    """What was chosen, by what was laid aside for it."""
    if not laid:
        return "draw"
    return "treasure" if laid[0] in CITY_OF else "cards"


def _exchange(table: Table, seat: int, treasure: str, using: str = "") -> Step:
    spend_aid(table, seat, using)
    table.put_under(seat, treasure)
    return TakeTreasure(seat, CITY_OF[treasure], own=True, using=using)


PARTS = Parts(after_crash=Matryoshburg(), steps=(Matryoshburg,))
