"""The interface of players."""

from random import Random
from typing import Protocol

from engine import Move, View


class Player(Protocol):
    """A person or a program that sits at a table."""

    def choose(self, view: View, rng: Random) -> Move:
        """Return one of ``view.legal``; all luck comes from ``rng``."""
        ...
