"""The player: it asks nets which answer wins, and is a normal player at all other questions."""

from __future__ import annotations

from random import Random
from typing import Final

from engine import Move, View
from players.hard.dilemma import dilemmas
from players.hard.net import gains
from players.normal import Normal


class Hard:
    """Knows by nets which of the answers wins most often."""

    def __init__(self) -> None:
        self._normal: Final = Normal()

    def choose(self, view: View, rng: Random) -> Move:
        asked = dilemmas(view)
        if not asked:
            return self._normal.choose(view, rng)
        worths = gains(asked)
        return max(worths, key=worths.__getitem__)
