"""Matryoshburg: after a crash each seat chooses what to exchange."""

from __future__ import annotations

from typing import ClassVar

from engine import events, moves
from engine.box import CITY_OF
from engine.cards.parts import Parts
from engine.flow.treasure import aids, spend_aid, take
from engine.moves import Discard, Done, Draw, Exchange, Move
from engine.state.game_state import GameState, without
from engine.state.step import Step


class Matryoshburg(Step):
    """After a crash each seat draws a card, exchanges cards, or exchanges a treasure.

    All choose at once: cards laid aside stay part of the hand until every seat has chosen.
    """

    __slots__ = ()
    kind: ClassVar[str] = "matryoshburg"

    def open(self, state: GameState) -> None:
        state.ask(self, _in_order(state))

    def legal(self, state: GameState, seat: int) -> tuple[Move, ...]:
        me = state.seats[seat]
        rest = sorted(set(without(me.hand, me.laid)))
        cards = tuple([moves.discard(card) for card in rest])
        if me.laid:
            return (Done(), *cards)
        mine = [name for name in sorted(set(me.treasures)) if state.piles[CITY_OF[name]]]
        helpful = aids(state, seat)
        swaps = [moves.exchange(treasure, aid) for treasure in mine for aid in helpful]
        return (Draw(), *cards, *swaps)

    def answer(self, state: GameState, seat: int, move: Move) -> None:
        me = state.seats[seat]
        match move:
            case Discard(card):
                me.laid += (card,)
                state.tell(events.Laid, seat, card)
                return
            case Exchange(treasure, using):
                me.laid = (treasure, *filter(None, (using,)))
                state.tell(events.Laid, seat, treasure)
            case _:
                pass
        state.waiting = tuple([other for other in state.waiting if other != seat])
        if not state.waiting:
            state.agenda.pop()
            self._all_have_chosen(state)

    def _all_have_chosen(self, state: GameState) -> None:
        choices = [_choice(seat.laid) for seat in state.seats]
        state.tell(events.Chosen, tuple(choices))
        taking: list[Step] = []
        for seat in _in_order(state):
            laid = state.seats[seat].laid
            state.seats[seat].laid = ()
            if choices[seat] == "draw":
                state.draw(seat, 1)
            elif choices[seat] == "treasure":
                taking.append(_exchange(state, seat, *laid))
            else:
                state.spend(seat, laid)
                state.tell(events.Discarded, seat, laid)
                state.draw(seat, len(laid))
        state.agenda.extend(reversed(taking))


def _in_order(state: GameState) -> tuple[int, ...]:
    """Return all seats, the captain of the next journey first."""
    step = 1 if state.rules.options.exchanges_first else 0  # before, that one was captain already
    return state.clockwise((state.captain + step) % len(state.seats))


def _choice(laid: tuple[str, ...]) -> str:
    """Return the choice that these laid cards mean."""
    if not laid:
        return "draw"
    return "treasure" if laid[0] in CITY_OF else "cards"


def _exchange(state: GameState, seat: int, treasure: str, using: str = "") -> Step:
    spend_aid(state, seat, using)
    state.put_under(seat, treasure)
    return take(seat, CITY_OF[treasure], own=True, using=using)


PARTS = Parts(after_crash=Matryoshburg(), steps=(Matryoshburg,))
