"""The player: the rules of thumb with a memory, and its own terms for a crash."""

from __future__ import annotations

from random import Random
from typing import Final

from engine import Move, View
from engine.moves import Declare, Pass
from engine.state.pieces import SHIP
from players.normal.terms import crash_pays
from players.thumb import Thumb
from players.thumb.weights import Weights

WEIGHTS: Final = Weights(remembers=True, envy=0.6)


class Normal:
    """Plays by rules of thumb, but not into the hands of its rivals."""

    def __init__(self) -> None:
        self._thumb: Final = Thumb(WEIGHTS)

    def choose(self, view: View, rng: Random) -> Move:
        if len(view.legal) == 1:
            return view.legal[0]
        match view.question:
            case "declaration":
                return Declare("cannot" if lets_crash(view) else "can")
            case "cannot" if lets_crash(view):
                return Pass()
            case _:
                return self._thumb.choose(view, rng)


def lets_crash(view: View) -> bool:
    """Is a crash of the ship good for this view's seat?"""
    if view.leg.craft != SHIP:
        return False
    others = [seat for number, seat in enumerate(view.seats) if number != view.seat]
    aboard = sum(seat.place == SHIP for seat in others)
    return crash_pays(aboard, len(others), view.leg.city)
