"""The five bonus boxes, each to be added alone or with any other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, cast

from engine import events, moves
from engine.box import BARBADAHL, BOSCALUMIA, CITY_OF, GAP, POINTS
from engine.cards.little_help import come_back
from engine.cards.parts import Parts
from engine.flow.treasure import ChooseTreasure, TakeTreasure, aids, spend_aid
from engine.moves import Discard, Done, Draw, Exchange, Give, Move
from engine.table import memory, scores
from engine.table.act import CAN, START, TREASURE, Act, Card, who
from engine.table.state import SHIP
from engine.table.step import Step
from engine.table.table import without

if TYPE_CHECKING:
    from engine.table.table import Table


# --- Grappling hook ------------------------------------------------------------------------


@who("did_not_leave")
def left_in_this_leg(table: Table) -> tuple[int, ...]:
    """Those who left or were ejected in this leg."""
    return table.leg.took


class GrapplingHook(Card):
    """Whoever left in this leg puts the treasure back under its pile and is aboard again."""

    kind = "grappling_hook"
    when = (CAN,)
    who = left_in_this_leg

    def effect(self, table: Table, seat: int, on: str, using: str) -> Step | None:
        self.play(table, seat, on)
        come_back(table, seat)
        return None


# --- Instructor ----------------------------------------------------------------------------


@who("not_your_treasure")
def may_instruct(table: Table) -> tuple[int, ...]:
    """The seat that takes a treasure, where its own move has not settled that already; by a
    house rule, anyone."""
    taking = cast(TakeTreasure, table.agenda[-1])
    asked = table.clockwise(0) if table.rules.options.instructor_for_all else (taking.seat,)
    return tuple([seat for seat in asked if seat != taking.seat or not taking.own])


class Instructor(Card):
    """Look through the pile, pick the treasure that is taken, and shuffle the rest."""

    kind = "instructor"
    when = (TREASURE,)
    who = may_instruct

    def effect(self, table: Table, seat: int, on: str, using: str) -> Step | None:
        taking = cast(TakeTreasure, table.agenda[-1])
        self.play(table, seat, on)
        return ChooseTreasure(seat, taking.seat, taking.city)


# --- Krismastri ----------------------------------------------------------------------------


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


# --- Matryoshburg --------------------------------------------------------------------------


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


# --- Boscalumia ----------------------------------------------------------------------------


@who("cannot_steer")
def may_steer(table: Table) -> tuple[int, ...]:
    """The ship's captain at Barbadahl, while Boscalumia is dark and no dice lie there."""
    leg = table.leg
    at_barbadahl = leg.craft == SHIP and leg.city == BARBADAHL
    return (leg.captain,) if at_barbadahl and not table.lit and not table.ship.kept else ()


class Steering(Act):
    """A captain who starts a leg at Barbadahl may steer for Boscalumia, until it is lit."""

    kind = moves.Steer.kind
    when = (START,)
    who = may_steer

    def moves(self, table: Table, seat: int) -> tuple[Move, ...]:
        return _STEER

    def effect(self, table: Table, seat: int, on: str, using: str) -> Step | None:
        table.leg.target = GAP
        table.tell(events.Steered, seat, GAP)
        return None


_STEER = (moves.Steer(),)


class LightUp(Step):
    """Boscalumia shines: everyone aboard gets a token, and the ship's journey is over."""

    __slots__ = ()
    kind: ClassVar[str] = "light_up"

    def open(self, table: Table) -> None:
        landing = table.captain_first()
        table.lit = True
        for seat in landing:
            table.seats[seat].tokens += 1
            table.disembark(seat)
        table.tell(events.Lit, landing)


GRAPPLING_HOOK = Parts(acts=(GrapplingHook(),))
INSTRUCTOR = Parts(acts=(Instructor(),))
KRISMASTRI = Parts(
    after_blanks=(AddGift(),),
    before_end=(ShowGifts(),),
    steps=(AddGift, ShowGifts, GiveGifts),
)
MATRYOSHBURG = Parts(after_crash=Matryoshburg(), steps=(Matryoshburg,))
BOSCALUMIA_BOX = Parts(
    acts=(Steering(),),
    arrivals={BOSCALUMIA: LightUp()},
    steps=(LightUp,),
)
