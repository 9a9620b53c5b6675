"""The player: the best move by its rules, and a random one among equals."""

from __future__ import annotations

from random import Random

from engine import Move, View
from players.thumb.answers import WORTHS, window
from players.thumb.outlook import Outlook
from players.thumb.weights import Weights


class Thumb:
    """Picks the best move by exact odds, and by rules of thumb for the rest."""

    def __init__(self, weights: Weights | None = None) -> None:
        self.weights = weights or Weights()

    def choose(self, view: View, rng: Random) -> Move:
        if len(view.legal) == 1:
            return view.legal[0]
        look = Outlook(view, self.weights)
        worth = WORTHS.get(view.question, window)
        worths = [worth(look, move) for move in view.legal]
        least = max(worths) - self.weights.tie
        best = [move for move, points in zip(view.legal, worths, strict=True) if points >= least]
        return best[int(rng.random() * len(best))]
