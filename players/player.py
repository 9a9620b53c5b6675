"""What a player is."""

from random import Random
from typing import Protocol

from engine import Move, View


class Player(Protocol):
    """Somebody who sits at a table, be it a person or a program."""

    def choose(self, view: View, rng: Random) -> Move:
        """One of ``view.legal``; a player that needs luck takes it from ``rng``."""
        ...
