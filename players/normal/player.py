"""The player: the rules of thumb with a memory, and its own terms for a crash."""

from __future__ import annotations

from random import Random
from typing import Final

from engine import Move, View
from engine.moves import Declare, Pass
from engine.state.pieces import SHIP
from players.thumb import Thumb
from players.thumb.weights import Weights

WEIGHTS: Final = Weights(remembers=True, envy=0.6)
CRASH_REACH: Final = ((0.99, 9), (0.6, 4), (0.3, 1))
"""With at least this share of all rivals aboard, a crash is good up to this city."""


class Normal:
    """Plays by rules of thumb, except where arriving helps its rivals more."""

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


def crash_pays(aboard: int, rivals: int, city: int) -> bool:
    """Return whether a crash of the ship is good for a seat, with this many rivals aboard.

    A seat that arrives with all rivals aboard gains nothing on them, and pays for it. So a captain
    who would need Turbos lets the craft crash, and others keep their rescues in hand, while many
    rivals are aboard and the ship is not far.
    """
    share = aboard / rivals
    return any(share >= least and city <= last for least, last in CRASH_REACH)


def lets_crash(view: View) -> bool:
    """Return whether a crash of the ship is good for this view's seat."""
    if view.leg.craft != SHIP:
        return False
    others = [seat for number, seat in enumerate(view.seats) if number != view.seat]
    aboard = sum(seat.place == SHIP for seat in others)
    return crash_pays(aboard, len(others), view.leg.city)
