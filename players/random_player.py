"""A player that moves at random."""

from random import Random

from engine import Move, View


class RandomPlayer:
    """Picks each legal move with the same odds."""

    def choose(self, view: View, rng: Random) -> Move:
        return view.legal[int(rng.random() * len(view.legal))]
