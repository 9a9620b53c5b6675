"""One game, played as quickly as it can be, with the time that each choice took."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import thread_time
from typing import Final, NamedTuple

from bench.arena.contestants import Cheat
from engine import Game, Move, Options
from players.luck import luck_of
from players.player import Player

LONGEST: Final = 5_000
"""No game between players who want to win has nearly this many moves."""


class EndlessGame(Exception):
    """Nobody in it wants to win."""


class Decision(NamedTuple):
    """A choice between at least two moves."""

    question: str
    seconds: float
    """Of the processor, in the choice alone."""


class Played(NamedTuple):
    """A game that is over, and what each seat decided in it."""

    game: Game
    decisions: tuple[list[Decision], ...]


def play_game(players: Sequence[Player], options: Options, seed: bytes) -> Played:
    """Play a whole game without events; nobody is asked who has no choice.

    Each player has luck of its own, derived from the seed.
    """
    game = Game.new(len(players), options, seed)
    seats = [_Seat(game, seat, player, seed) for seat, player in enumerate(players)]
    for _ in range(LONGEST):
        if not game.waiting:
            return Played(game, tuple([seat.decisions for seat in seats]))
        seat = game.waiting[0]
        legal = game.legal(seat)
        move = legal[0] if len(legal) == 1 else seats[seat].choose()
        game.play(seat, move, quiet=True)
    raise EndlessGame(f"it is not over after {LONGEST} moves")


class _Seat:
    """A player at the table, and a clock."""

    def __init__(self, game: Game, number: int, player: Player, seed: bytes) -> None:
        self.decisions: list[Decision] = []
        self._game = game
        self._number = number
        self._player = player
        self._luck = luck_of(seed, number)
        self._shows: Callable[[Game], None] | None = None
        if isinstance(player, Cheat):
            self._shows = player.sees

    def choose(self) -> Move:
        view = self._game.view(self._number)
        if self._shows:
            self._shows(self._game.copy())
        begun = thread_time()
        move = self._player.choose(view, self._luck)
        self.decisions.append(Decision(view.question, thread_time() - begun))
        return move
