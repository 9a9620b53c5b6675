"""Players that a good one must beat, and games between them."""

from collections.abc import Callable, Sequence
from random import Random

from engine import Game, Move, Options, View
from engine.moves import Leave
from players.odds import able, pool_of
from players.player import Player
from players.thumb import seen

LONGEST = 5_000
"""No game between players who want to win has nearly this many moves."""


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
        facing = seen.facing(view) if view.leg.dice else (1, 1, 0, 0)
        captain = seen.hand_at(view, view.leg.captain)
        return able(pool_of(seen.unseen_cards(view)), captain, facing)


def play_game(players: Sequence[Player], options: Options, number: int) -> Game:
    """A whole game between these."""
    game, rng = Game.new(len(players), options, number.to_bytes(32, "big")), Random(number)
    for _ in range(LONGEST):
        if game.over:
            return game
        seat = game.waiting[0]
        game.play(seat, players[seat].choose(game.view(seat), rng), quiet=True)
    raise AssertionError(f"game {number} goes on and on")


def share_of_wins(
    one: Callable[[], Player], others: Sequence[Player], options: Options, games: range
) -> float:
    """The part of these games that one player wins who sits on each seat in turn."""
    won = 0.0
    for number in games:
        seat = number % (len(others) + 1)
        players = [*others[:seat], one(), *others[seat:]]
        winners = [s.seat for s in play_game(players, options, number).scores if s.rank == 1]
        won += (seat in winners) / len(winners)
    return won / len(games)
