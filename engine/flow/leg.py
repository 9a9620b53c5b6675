"""A leg, phase by phase: read it from the top to the bottom."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, cast

from engine import events
from engine.box import CITY
from engine.flow.question import Question, Window
from engine.flow.treasure import TakeTreasure
from engine.moves import Declare, Move, Pay, Roll, Stay
from engine.table import act, payment
from engine.table.state import BOAT, SHIP
from engine.table.step import Step

if TYPE_CHECKING:
    from engine.table.table import Table


# 1. The captain's start.


class Start(Question):
    """The captain may do something else before rolling, or instead of it."""

    __slots__ = ()
    kind: ClassVar[str] = "start"
    moment: ClassVar[str] = act.START
    default: ClassVar[tuple[Move]] = (Roll(),)

    def open(self, table: Table) -> None:
        if self.may_speak(table, table.leg.captain):
            table.ask(self, self.whom(table))
        else:
            _set_off(table).open(table)

    def whom(self, table: Table) -> tuple[int, ...]:
        return (table.leg.captain,)

    def answer(self, table: Table, seat: int, move: Move) -> None:
        if type(move) is Roll:
            table.waiting = ()
            table.agenda[-1] = _set_off(table)
        else:
            self.do(table, seat, move, after=_set_off(table))


def _set_off(table: Table) -> Step:
    return CastDice() if table.craft.kept else BeforeRoll()


# 2. Before the roll.


class BeforeRoll(Window):
    """Before the captain rolls."""

    __slots__ = ()
    kind: ClassVar[str] = "before_roll"
    moment: ClassVar[str] = act.BEFORE_ROLL

    def then(self) -> Step:
        return CastDice()


# 3. The roll.


class CastDice(Step):
    """As many dice as the target's tile says, more or fewer for what was played."""

    __slots__ = ()
    kind: ClassVar[str] = "cast_dice"

    def open(self, table: Table) -> None:
        leg = table.leg
        table.agenda.append(Spoken())
        if leg.craft == SHIP:
            leg.undecided = table.captain_first()[1:]
            table.agenda.append(Decisions())
        craft = table.craft
        if craft.kept:
            leg.dice = craft.kept
            table.craft = replace(craft, kept=(), course=0)
            table.tell(events.DiceKept, leg.captain, leg.dice)
        else:
            table.roll(max(0, CITY[leg.target].dice + leg.extra))


# 4. Decisions.


class Decisions(Question):
    """Clockwise from the captain's left, each passenger stays or leaves.

    Where everybody can see that a passenger has no choice, nothing is asked.
    """

    __slots__ = ()
    kind: ClassVar[str] = "decisions"
    moment: ClassVar[str] = act.DECISION
    default: ClassVar[tuple[Move]] = (Stay(),)

    def open(self, table: Table) -> None:
        while next_one := self.whom(table):
            if self.may_speak(table, next_one[0]):
                table.ask(self, next_one)
                return
            self._stay(table, next_one[0])

    def whom(self, table: Table) -> tuple[int, ...]:
        return table.leg.undecided[:1]

    def answer(self, table: Table, seat: int, move: Move) -> None:
        if type(move) is Stay:
            table.waiting = ()
            self._stay(table, seat)
            if not table.leg.undecided:
                table.agenda.pop()
        else:
            table.leg.undecided = table.leg.undecided[1:]
            self.do(table, seat, move, after=self)

    def _stay(self, table: Table, seat: int) -> None:
        leg = table.leg
        leg.undecided = leg.undecided[1:]
        leg.decide(seat, stays=True)
        table.tell(events.Stayed, seat)


# 5. All have spoken.


class Spoken(Window):
    """All passengers have spoken, the captain not yet."""

    __slots__ = ()
    kind: ClassVar[str] = "spoken"
    moment: ClassVar[str] = act.SPOKEN

    def open(self, table: Table) -> None:
        table.leg.spoken = True
        super().open(table)

    def then(self) -> Step:
        return Declaration()


# 6. The declaration.


class Declaration(Step):
    """The captain says whether the craft flies on, and it is always true."""

    __slots__ = ()
    kind: ClassVar[str] = "declaration"

    def open(self, table: Table) -> None:
        table.take_back_laid()
        table.leg.said = ""
        answer = payment.public_answer(table)
        if answer is None:
            table.ask(self, self.whom(table))
        else:
            self._say(table, answer)

    def whom(self, table: Table) -> tuple[int, ...]:
        return (table.leg.captain,)

    def legal(self, table: Table, seat: int) -> tuple[Move, ...]:
        return _DECLARATIONS[payment.answers(table, table.seats[seat].hand)]

    def answer(self, table: Table, seat: int, move: Move) -> None:
        table.agenda.pop()
        table.waiting = ()
        self._say(table, cast(Declare, move).answer)

    def _say(self, table: Table, answer: str) -> None:
        leg = table.leg
        leg.said = answer
        table.tell(events.Declared, leg.captain, answer)
        if answer == "can":
            Can().open(table)
        else:
            if leg.help:
                table.drop(leg.help)
                leg.help = ()
            Cannot().open(table)


_CAN, _CANNOT = Declare("can"), Declare("cannot")
_DECLARATIONS: dict[tuple[str, ...], tuple[Move, ...]] = {
    ("can",): (_CAN,),
    ("can", "cannot"): (_CAN, _CANNOT),
    ("cannot",): (_CANNOT,),
}


# 7a. After "we can".


class Can(Window):
    """The captain can, and has not paid yet."""

    __slots__ = ()
    kind: ClassVar[str] = "can"
    moment: ClassVar[str] = act.CAN

    def then(self) -> Step:
        return Payment()


# 7b. After "we cannot".


class Cannot(Window):
    """The captain cannot, but somebody may still avert the crash."""

    __slots__ = ()
    kind: ClassVar[str] = "cannot"
    moment: ClassVar[str] = act.CANNOT

    def then(self) -> Step:
        return TurnOver()


class TurnOver(Step):
    """All that was laid face down is turned over at once."""

    __slots__ = ()
    kind: ClassVar[str] = "turn_over"

    def open(self, table: Table) -> None:
        laid = [(n, card) for n in table.by_priority() for card in table.seats[n].laid]
        if not laid:
            table.agenda.append(Crashing())
            return
        leg = table.leg
        leg.helped = True
        leg.help = tuple([card for _, card in laid])
        for seat in table.in_ship:
            table.show(seat, table.seats[seat].laid)
        table.tell(events.HelpShown, tuple([seat for seat, _ in laid]), leg.help)
        table.agenda.append(Declaration())


# 7c. The crash is certain.


class Crashing(Window):
    """Nothing can avert the crash."""

    __slots__ = ()
    kind: ClassVar[str] = "crashing"
    moment: ClassVar[str] = act.CRASHING

    def then(self) -> Step:
        return Crash()


class Crash(Step):
    """Those on jetpacks land in the city that was left; the others get nothing."""

    __slots__ = ()
    kind: ClassVar[str] = "crash"

    def open(self, table: Table) -> None:
        leg = table.leg
        order = table.by_priority()
        jumpers = sorted(leg.jumpers, key=lambda jumper: order.index(jumper[0]))
        room = len(table.piles[leg.city])
        for seat, *cards in jumpers[room:]:
            for card in filter(None, cards):
                table.take_back(seat, card)
        served = jumpers[:room]
        leg.jumpers = ()
        for seat, _, using in reversed(served):
            table.disembark(seat)
            table.agenda.append(TakeTreasure(seat, leg.city, own=True, using=using))
        doomed = table.captain_first()
        for seat in doomed:
            table.disembark(seat)
        table.crashed |= leg.craft == SHIP
        table.tell(events.Crashed, leg.craft, doomed)


# 8. Paying.


class Payment(Step):
    """The captain shows cards that cover every event, with none that could be left out.

    Only upgraded equipment makes a choice of it, so without that box nothing is asked.
    """

    __slots__ = ()
    kind: ClassVar[str] = "payment"

    def open(self, table: Table) -> None:
        if table.rules.payment_is_choice and payment.to_face(table.leg):
            table.ask(self, self.whom(table))
        else:
            (cards,) = payment.payments(table, table.seats[table.leg.captain].hand)
            self._pay(table, cards)

    def whom(self, table: Table) -> tuple[int, ...]:
        return (table.leg.captain,)

    def legal(self, table: Table, seat: int) -> tuple[Move, ...]:
        return tuple([Pay(cards) for cards in payment.payments(table, table.seats[seat].hand)])

    def answer(self, table: Table, seat: int, move: Move) -> None:
        table.agenda.pop()
        table.waiting = ()
        self._pay(table, cast(Pay, move).cards)

    def _pay(self, table: Table, cards: tuple[str, ...]) -> None:
        leg = table.leg
        leg.said = ""
        leg.paid = cards
        table.spend(leg.captain, cards)
        table.tell(events.Paid, leg.captain, cards)
        CardsDown().open(table)


class CardsDown(Window):
    """The captain's cards lie on the table; the craft has not moved yet."""

    __slots__ = ()
    kind: ClassVar[str] = "cards_down"
    moment: ClassVar[str] = act.CARDS_DOWN

    def then(self) -> Step:
        return Arrival()


# 9. Moving on.


class Arrival(Step):
    """The craft reaches its target. At the last stop everybody aboard takes a treasure."""

    __slots__ = ()
    kind: ClassVar[str] = "arrival"

    def open(self, table: Table) -> None:
        leg = table.leg
        table.craft = table.craft.moved(leg.target)
        table.tell(events.Moved, leg.craft, leg.target)
        special = table.rules.arrivals.get(leg.target)
        if special is not None:
            table.agenda.append(special)
        elif table.next_stop(leg.target) is None:
            table.agenda.append(LastStop())


class LastStop(Step):
    """Captain first, then clockwise, each takes a treasure while there are any."""

    __slots__ = ()
    kind: ClassVar[str] = "last_stop"

    def open(self, table: Table) -> None:
        landing = table.captain_first()
        city = table.craft.city
        for seat in reversed(landing):
            table.agenda.append(TakeTreasure(seat, city))
        for seat in landing:
            table.disembark(seat)


class LegEnd(Step):
    """The table is cleared for the next leg, and the ship's captaincy goes on."""

    __slots__ = ()
    kind: ClassVar[str] = "leg_end"

    def open(self, table: Table) -> None:
        leg = table.leg
        table.take_back_laid()
        if leg.help or leg.turned:
            table.drop(leg.help + leg.turned)
            leg.help = leg.turned = ()
        leg.said = ""
        if leg.craft == BOAT:
            table.boat = replace(table.boat, fresh=False)
            return
        if table.in_ship:
            heir = next(seat for seat in table.by_priority() if seat in table.in_ship)
            if heir != table.captain:
                table.hand_over(heir)
