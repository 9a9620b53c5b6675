"""A Little Help: upgraded equipment, help from passengers, two specials, six characters."""

from __future__ import annotations

from engine import box, events
from engine.box import PIRATES
from engine.cards.parts import Parts
from engine.flow.dice import rerollable
from engine.flow.treasure import take
from engine.state.act import (
    BEFORE_ROLL,
    CANNOT,
    CARDS_DOWN,
    SPOKEN,
    Aimed,
    Card,
    Power,
    aboard,
    anyone,
    passenger,
    who,
)
from engine.state.game_state import GameState
from engine.state.payment import left_to_face, reconsider
from engine.state.pieces import ASHORE, SHIP
from engine.state.step import Over, Step


class LittleHelp(Card):
    """Laid face down by passengers, any number, until all have passed; once in a leg.

    Each card covers one event of its symbol. It stays part of the hand until it is turned over,
    so that no other seat sees that it was laid.
    """

    when = (CANNOT,)
    who = passenger
    window = "stays_open"

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.copies = box.LITTLE_HELP[kind].copies
        self.since = box.LITTLE_HELP[kind].since

    def possible(self, state: GameState) -> bool:
        leg = state.leg
        refused = leg.usurper == leg.captain and not state.rules.options.blue_takes_help
        return not (leg.helped or refused) and Card.possible(self, state)

    def has(self, state: GameState, seat: int) -> bool:
        me = state.seats[seat]
        return me.hand.count(self.kind) > me.laid.count(self.kind)

    def effect(self, state: GameState, seat: int, on: str, using: str) -> Step | None:
        state.seats[seat].laid += (self.kind,)
        state.tell(events.Laid, seat, self.kind)
        return None


class Bandit(Card):
    """One die more."""

    kind = "bandit"
    when = (BEFORE_ROLL,)
    who = anyone

    def effect(self, state: GameState, seat: int, on: str, using: str) -> Step | None:
        self.play(state, seat, on)
        state.leg.extra += 1
        return None


class MooringLine(Card):
    """The craft stays where it is, though the captain's cards are gone.

    Not playable if no card had to be shown, nor in the gap before Boscalumia.
    """

    kind = "mooring_line"
    when = (CARDS_DOWN,)
    who = anyone

    def possible(self, state: GameState) -> bool:
        leg = state.leg
        return bool(leg.paid) and leg.city <= box.LAST and Card.possible(self, state)

    def effect(self, state: GameState, seat: int, on: str, using: str) -> Step | None:
        self.play(state, seat, on)
        state.tell(events.Moored, state.leg.craft, state.leg.city)
        if state.rules.options.mooring_keeps_dice:
            state.keep_dice()
        return Over()


class Red(Aimed, Power):
    """Give up a treasure for good, and all dice are rolled again."""

    kind = "red"
    when = (CANNOT,)
    who = aboard

    def possible(self, state: GameState) -> bool:
        return bool(rerollable(state.leg)) and Power.possible(self, state)

    def aims(self, state: GameState, seat: int) -> tuple[str, ...]:
        return tuple(sorted(set(state.seats[seat].treasures)))

    def effect(self, state: GameState, seat: int, on: str, using: str) -> Step | None:
        self.use(state, seat)
        state.remove_treasure(seat, on)
        state.reroll(rerollable(state.leg))
        return None


class Blue(Power):
    """A passenger becomes captain of this leg and must pay from their own hand.

    Their own help does not help them, even if it lies open by a house rule.
    """

    kind = "blue"
    when = (CANNOT,)
    who = passenger

    def effect(self, state: GameState, seat: int, on: str, using: str) -> Step | None:
        self.use(state, seat)
        seats = state.clockwise(seat)
        state.drop_help(seats[:1] if state.rules.options.blue_takes_help else seats)
        state.leg.usurper = seat
        state.hand_over(seat)
        return None


class Green(Power):
    """Pirates are ignored for this leg, and those dice are not rolled again."""

    kind = "green"
    when = (CANNOT,)
    who = aboard

    def effect(self, state: GameState, seat: int, on: str, using: str) -> Step | None:
        leg = state.leg
        self.use(state, seat)
        before = left_to_face(leg)
        leg.ignored += (PIRATES,)
        leg.fixed += (PIRATES,)
        reconsider(leg, before)
        return None


class Yellow(Power):
    """Two cards of the draw pile are turned up; those that cover events may be used."""

    kind = "yellow"
    when = (CANNOT,)
    who = aboard

    def effect(self, state: GameState, seat: int, on: str, using: str) -> Step | None:
        leg = state.leg
        self.use(state, seat)
        before = left_to_face(leg)
        turned = state.take_cards(2)
        leg.turned += turned
        state.tell(events.TurnedUp, turned)
        reconsider(leg, before)
        return None


class Black(Power):
    """Two dice fewer."""

    kind = "black"
    when = (BEFORE_ROLL,)
    who = aboard

    def effect(self, state: GameState, seat: int, on: str, using: str) -> Step | None:
        self.use(state, seat)
        state.leg.extra -= 2
        return None


@who("did_not_decide")
def decided(state: GameState) -> tuple[int, ...]:
    """The seats that decided in this leg and have not taken the boat since."""
    leg = state.leg
    return tuple([seat for seat in leg.stayed + leg.gone if seat not in state.in_boat])


class Purple(Aimed, Power):
    """Another seat that decided in this leg must make the same choice."""

    kind = "purple"
    when = (SPOKEN,)
    who = decided

    def aims(self, state: GameState, seat: int) -> tuple[str, ...]:
        leg = state.leg
        others = [n for n in decided.seats(state) if n not in (seat, leg.captain)]
        to_leave = seat in leg.gone
        if to_leave and not state.piles[leg.city]:
            return ()
        place = SHIP if to_leave else ASHORE
        return tuple([str(n) for n in sorted(others) if state.place(n) == place])

    def effect(self, state: GameState, seat: int, on: str, using: str) -> Step | None:
        leg = state.leg
        target = int(on)
        self.use(state, seat, on)
        stays = seat in leg.stayed
        leg.decide(target, stays=stays)
        if stays:
            come_back(state, target)
        else:
            leg.took += (target,)
            state.tell(events.Left, target, leg.city)
            state.disembark(target)
            state.agenda.append(take(target, leg.city))
        return None


def come_back(state: GameState, seat: int) -> None:
    """Put the treasure that was just taken under its pile and be aboard again."""
    leg = state.leg
    leg.took = tuple([n for n in leg.took if n != seat])
    state.put_under(seat, state.seats[seat].treasures[-1])
    state.embark(seat)


PARTS = Parts(
    acts=(Bandit(), *[LittleHelp(kind) for kind in box.LITTLE_HELP], MooringLine()),
    characters=(Red(), Blue(), Green(), Yellow(), Black(), Purple()),
    cards=box.UPGRADED,
    payment_is_choice=True,
)
