"""A leg, phase by phase: read it from the top to the bottom."""

from __future__ import annotations

from typing import ClassVar, cast

from engine import events, moves
from engine.box import CITY, TURBO
from engine.flow.question import Question, Window
from engine.flow.treasure import take
from engine.moves import Declare, Move, Pay, Roll, Stay
from engine.state import act, bounds, payment
from engine.state.game_state import GameState, in_turn
from engine.state.pieces import BOAT, SHIP
from engine.state.step import Step

# 1. The captain's start.


class Start(Question):
    """The captain may do something else before rolling, or instead of it."""

    __slots__ = ()
    kind: ClassVar[str] = "start"
    moment: ClassVar[str] = act.START
    default: ClassVar[tuple[Move]] = (Roll(),)

    def open(self, state: GameState) -> None:
        if self.may_speak(state, state.leg.captain):
            state.ask(self, self.whom(state))
        else:
            _set_off(state).open(state)

    def whom(self, state: GameState) -> tuple[int, ...]:
        return (state.leg.captain,)

    def answer(self, state: GameState, seat: int, move: Move) -> None:
        if type(move) is Roll:
            state.waiting = ()
            state.agenda[-1] = _set_off(state)
        else:
            self.do(state, seat, move, after=_set_off(state))


def _set_off(state: GameState) -> Step:
    return CastDice() if state.craft.kept else BeforeRoll()


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

    def open(self, state: GameState) -> None:
        leg = state.leg
        state.agenda.append(Spoken())
        if leg.craft == SHIP:
            leg.undecided = state.captain_first()[1:]
            state.agenda.append(Decisions())
        craft = state.craft
        if craft.kept:
            leg.dice = craft.kept
            state.craft = craft._replace(kept=(), course=0)
            state.tell(events.DiceKept, leg.captain, leg.dice)
        else:
            state.roll(max(0, CITY[leg.target].dice + leg.extra))


# 4. Decisions.


class Decisions(Question):
    """Clockwise from the captain's left, each passenger stays or leaves.

    A passenger who has no choice by public facts is not asked.
    """

    __slots__ = ()
    kind: ClassVar[str] = "decisions"
    moment: ClassVar[str] = act.DECISION
    default: ClassVar[tuple[Move]] = (Stay(),)

    def open(self, state: GameState) -> None:
        while next_one := self.whom(state):
            if self.may_speak(state, next_one[0]):
                state.ask(self, next_one)
                return
            self._stay(state, next_one[0])

    def whom(self, state: GameState) -> tuple[int, ...]:
        return state.leg.undecided[:1]

    def answer(self, state: GameState, seat: int, move: Move) -> None:
        if type(move) is Stay:
            state.waiting = ()
            self._stay(state, seat)
            if not state.leg.undecided:
                state.agenda.pop()
        else:
            state.leg.undecided = state.leg.undecided[1:]
            self.do(state, seat, move, after=self)

    def _stay(self, state: GameState, seat: int) -> None:
        leg = state.leg
        leg.undecided = leg.undecided[1:]
        leg.decide(seat, stays=True)
        state.tell(events.Stayed, seat)


# 5. All have spoken.


class Spoken(Window):
    """All passengers have spoken, the captain not yet."""

    __slots__ = ()
    kind: ClassVar[str] = "spoken"
    moment: ClassVar[str] = act.SPOKEN

    def open(self, state: GameState) -> None:
        state.leg.spoken = True
        super().open(state)

    def then(self) -> Step:
        return Declaration()


# 6. The declaration.


class Declaration(Step):
    """The captain says truthfully whether the craft flies on."""

    __slots__ = ()
    kind: ClassVar[str] = "declaration"

    def open(self, state: GameState) -> None:
        state.take_back_laid()
        answer = payment.public_answer(state)
        if answer is None:
            state.ask(self, self.whom(state))
        else:
            self._say(state, answer)

    def whom(self, state: GameState) -> tuple[int, ...]:
        return (state.leg.captain,)

    def legal(self, state: GameState, seat: int) -> tuple[Move, ...]:
        return _DECLARATIONS[payment.answers(state, state.seats[seat].hand)]

    def answer(self, state: GameState, seat: int, move: Move) -> None:
        state.agenda.pop()
        state.waiting = ()
        self._say(state, cast(Declare, move).answer)

    def _say(self, state: GameState, answer: str) -> None:
        leg = state.leg
        leg.said = answer
        if answer == "cannot":
            bounds.cannot_pay(state.seats[leg.captain], payment.to_face(leg))
        state.tell(events.Declared, leg.captain, answer)
        (Can() if answer == "can" else Cannot()).open(state)


_CAN, _CANNOT = Declare("can"), Declare("cannot")
_DECLARATIONS: dict[tuple[str, ...], tuple[Move, ...]] = {
    ("can",): (_CAN,),
    ("can", "cannot"): (_CAN, _CANNOT),
    ("cannot",): (_CANNOT,),
}


# 7. After the declaration.


class Declared(Window):
    """A window that opens while the captain's word stands; else the captain declares afresh."""

    __slots__ = ()

    def open(self, state: GameState) -> None:
        if state.leg.said:
            super().open(state)
        else:
            Declaration().open(state)


# 7a. After "we can".


class Can(Declared):
    """The captain can, and has not paid yet."""

    __slots__ = ()
    kind: ClassVar[str] = "can"
    moment: ClassVar[str] = act.CAN

    def then(self) -> Step:
        return Payment()


# 7b. After "we cannot".


class Cannot(Declared):
    """The captain cannot, but a seat may still avert the crash."""

    __slots__ = ()
    kind: ClassVar[str] = "cannot"
    moment: ClassVar[str] = act.CANNOT

    def open(self, state: GameState) -> None:
        if not state.rules.options.help_stays:
            state.drop_failed_help()
        super().open(state)

    def then(self) -> Step:
        return TurnOver()


class TurnOver(Step):
    """All that was laid face down is turned over at once.

    Where it covers an event the captain declares afresh; else the captain's word stands.
    """

    __slots__ = ()
    kind: ClassVar[str] = "turn_over"

    def open(self, state: GameState) -> None:
        laid = [(n, card) for n in state.by_priority() for card in state.seats[n].laid]
        if not laid:
            state.agenda.append(Crashing())
            return
        leg = state.leg
        before = payment.left_to_face(leg)
        leg.helped = True
        leg.helpers = tuple([seat for seat, _ in laid])
        leg.help = tuple([card for _, card in laid])
        for seat in state.in_ship:
            state.show(seat, state.seats[seat].laid)
        state.take_back_laid()
        state.tell(events.HelpShown, leg.helpers, leg.help)
        payment.reconsider(leg, before)
        state.agenda.append(Cannot())


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

    def open(self, state: GameState) -> None:
        leg = state.leg
        order = state.by_priority()
        jumpers = sorted(leg.jumpers, key=lambda jumper: order.index(jumper[0]))
        room = len(state.piles[leg.city])
        for seat, *cards in jumpers[room:]:
            for card in filter(None, cards):
                state.take_back(seat, card)
        served = jumpers[:room]
        leg.jumpers = ()
        for seat, _, using in reversed(served):
            state.disembark(seat)
            state.agenda.append(take(seat, leg.city, own=True, using=using))
        doomed = state.captain_first()
        for seat in doomed:
            state.disembark(seat)
        state.crashed |= leg.craft == SHIP
        state.tell(events.Crashed, leg.craft, doomed)


# 8. Paying.


class Payment(Step):
    """The captain shows cards that cover every event, without any that could be left out.

    Only upgraded equipment gives a choice, so without that box nothing is asked.
    """

    __slots__ = ()
    kind: ClassVar[str] = "payment"

    def open(self, state: GameState) -> None:
        hand = state.seats[state.leg.captain].hand
        has_choice = bool(hand) or not state.rules.options.empty_hands_pay
        if state.rules.payment_is_choice and payment.to_face(state.leg) and has_choice:
            state.ask(self, self.whom(state))
        else:
            (cards,) = payment.payments(state, hand)
            self._pay(state, cards)

    def whom(self, state: GameState) -> tuple[int, ...]:
        return (state.leg.captain,)

    def legal(self, state: GameState, seat: int) -> tuple[Move, ...]:
        return tuple(
            [moves.pay(cards) for cards in payment.payments(state, state.seats[seat].hand)]
        )

    def answer(self, state: GameState, seat: int, move: Move) -> None:
        state.agenda.pop()
        state.waiting = ()
        self._pay(state, cast(Pay, move).cards)

    def _pay(self, state: GameState, cards: tuple[str, ...]) -> None:
        leg = state.leg
        leg.said = ""
        leg.paid = cards
        state.spend(leg.captain, cards)
        if TURBO in cards + leg.turned:  # without Turbos the payment reveals no bound
            bounds.has_paid(state.seats[leg.captain], payment.to_face(leg), cards)
        state.tell(events.Paid, leg.captain, cards)
        CardsDown().open(state)


class CardsDown(Window):
    """The captain's cards lie on the table; the craft has not moved yet."""

    __slots__ = ()
    kind: ClassVar[str] = "cards_down"
    moment: ClassVar[str] = act.CARDS_DOWN

    def then(self) -> Step:
        return Arrival()


# 9. Moving on.


class Arrival(Step):
    """The craft reaches its target. At the last stop all aboard take a treasure."""

    __slots__ = ()
    kind: ClassVar[str] = "arrival"

    def open(self, state: GameState) -> None:
        leg = state.leg
        state.craft = state.craft.moved(leg.target)
        state.tell(events.Moved, leg.craft, leg.target)
        special = state.rules.arrivals.get(leg.target)
        if special is not None:
            state.agenda.append(special)
        elif state.next_stop(leg.target) is None:
            state.agenda.append(LastStop())


class LastStop(Step):
    """Captain first, then clockwise, each takes a treasure while there are any."""

    __slots__ = ()
    kind: ClassVar[str] = "last_stop"

    def open(self, state: GameState) -> None:
        landing = state.captain_first()
        city = state.craft.city
        for seat in reversed(landing):
            state.agenda.append(take(seat, city))
        for seat in landing:
            state.disembark(seat)


class LegEnd(Step):
    """The table is cleared for the next leg, and the ship may get a new captain."""

    __slots__ = ()
    kind: ClassVar[str] = "leg_end"

    def open(self, state: GameState) -> None:
        leg = state.leg
        state.take_back_laid()
        if leg.help or leg.turned:
            state.drop(leg.help + leg.turned)
            leg.help = leg.helpers = leg.turned = ()
        leg.said = ""
        if leg.craft == BOAT:
            state.boat = state.boat._replace(fresh=False)
            return
        if state.in_ship:
            heir = in_turn(state.in_ship, leg.captain + 1)[0]
            if heir != state.captain:
                state.hand_over(heir)
