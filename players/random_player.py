"""The player that does not think."""

from random import Random

from engine import Move, View


class RandomPlayer:
    """Each legal move is as likely as any other."""

    def choose(self, view: View, rng: Random) -> Move:
        return view.legal[int(rng.random() * len(view.legal))]
