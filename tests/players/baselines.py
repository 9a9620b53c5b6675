"""Players that a good one must beat, and games against them."""

from collections.abc import Callable, Sequence
from random import Random

from bench.arena.rounds import outcome, play_game
from engine import Move, Options, View
from engine.moves import Leave
from players.cards import pool_of
from players.odds import able
from players.player import Player
from players.thumb import inference
from tests.engine.mixes import seed


class Steady:
    """Flies on to its city unless the captain will probably crash, and saves itself if it can."""

    SAVES = ("jetpack", "spyglass", "grappling_hook", "help_")

    def __init__(self, city: int, least: float = 0.6) -> None:
        self.city = city
        self.least = least

    def choose(self, view: View, rng: Random) -> Move:
        leaves = [move for move in view.legal if isinstance(move, Leave)]
        if leaves and (view.leg.city >= self.city or self._odds(view) < self.least):
            return leaves[0]
        saves = [m for m in view.legal if str(m).removeprefix("play ").startswith(self.SAVES)]
        return [*saves, *view.legal][0]

    def _odds(self, view: View) -> float:
        facing = inference.facing(view) if view.leg.dice else (1, 1, 0, 0)
        captain = inference.hand_at(view, view.leg.captain)
        return able(pool_of(inference.unseen_cards(view)), captain, facing)


def share_of_wins(
    one: Callable[[], Player], others: Sequence[Player], options: Options, games: range
) -> float:
    """The part of these games that one player wins who sits on each seat in turn."""
    won = 0.0
    for number in games:
        seat = number % (len(others) + 1)
        players = [*others[:seat], one(), *others[seat:]]
        won += outcome(play_game(players, options, seed(number)), seat, 0.0).share
    return won / len(games)
