"""Dealing a full game that fits a view.

Cards that the viewer has seen stay where they were seen; all other hidden cards are shuffled over
the remaining places. Hands keep the bounds that the past has set them, and a captain whose
declaration stands gets a hand that makes it true. The viewer does not know what others have laid
face down, so nothing of theirs lies there.
"""

from __future__ import annotations

from random import Random

from engine.chance import SEED_BYTES, Chance
from engine.errors import IllegalMove
from engine.imagined.hands import deal_cards
from engine.imagined.treasures import deal_treasures
from engine.rules import rules_of
from engine.state.game_state import GameState
from engine.state.pieces import BOAT, SHIP, Seat
from engine.view import View


def imagine(view: View, rng: Random) -> GameState:
    """A state consistent with the view, dealt by ``rng``, which knows nothing else.

    A finished game cannot be dealt again: its scores are out.
    """
    if not view.waiting:
        raise IllegalMove("game_over")
    state = _public_state(view, rng)
    deal_cards(state, view, rng)
    deal_treasures(state, view, rng)
    return state


def _public_state(view: View, rng: Random) -> GameState:
    state = GameState(
        rules=rules_of(view.options),
        chance=Chance(rng.randbytes(SEED_BYTES)),
        seats=[
            Seat(
                crew=seat.crew,
                character=seat.character,
                power=seat.power,
                tokens=seat.tokens,
                bounds=seat.bounds,
            )
            for seat in view.seats
        ],
        piles=[()],
        discard=view.discard.copy(),
        removed=view.removed,
        gifts_shown=bool(view.gifts_shown),
        in_ship=_at(view, SHIP),
        in_boat=_at(view, BOAT),
        ship=view.ship,
        boat=view.boat,
        captain=view.captain,
        journey=view.journey,
        crashed=view.crashed,
        lit=view.lit,
        leg=view.leg.copy(),
        agenda=list(view.agenda),
        waiting=view.waiting,
    )
    if view.seat is not None:
        me = state.seats[view.seat]
        me.hand = view.hand
        me.treasures = view.treasures
        me.laid = view.laid
        me.drawn = view.drawn
        me.memory = view.memory
    return state


def _at(view: View, place: str) -> tuple[int, ...]:
    return tuple([number for number, seat in enumerate(view.seats) if seat.place == place])
