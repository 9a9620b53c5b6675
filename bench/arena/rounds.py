"""One deal, played once with the contestant on each seat, in processes side by side."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from multiprocessing import get_context
from time import thread_time
from typing import Final, NamedTuple, TypeVar

from bench.arena.contestants import CONTESTANTS
from engine import Game, Move, Options
from players.luck import game_seed, luck_of
from players.player import Player

MAX_MOVES: Final = 5_000
"""Moves after which a game counts as endless; real games have far fewer."""
CORES: Final = os.cpu_count() or 1
Given = TypeVar("Given")
Result = TypeVar("Result")


# --- a game --------------------------------------------------------------------------------


class EndlessGame(Exception):
    """A game in which no player wants to win."""


class Decision(NamedTuple):
    """A choice between at least two moves."""

    question: str
    seconds: float
    """Processor time of the choice alone."""


class Played(NamedTuple):
    """A finished game, with the decisions of each seat."""

    game: Game
    decisions: tuple[list[Decision], ...]


def play_game(players: Sequence[Player], options: Options, seed: bytes) -> Played:
    """Play a whole game without events; a seat with one legal move is not asked.

    Each player has luck of its own, derived from the seed. Raise `EndlessGame` after `MAX_MOVES`.
    """
    game = Game.new(len(players), options, seed)
    seats = [_Seat(game, seat, player, seed) for seat, player in enumerate(players)]
    for _ in range(MAX_MOVES):
        if not game.waiting:
            return Played(game, tuple([seat.decisions for seat in seats]))
        seat = game.waiting[0]
        legal = game.legal(seat)
        move = legal[0] if len(legal) == 1 else seats[seat].choose()
        game.play(seat, move, quiet=True)
    raise EndlessGame(f"not over after {MAX_MOVES} moves")


class _Seat:
    """A player at the table, and a clock."""

    def __init__(self, game: Game, number: int, player: Player, seed: bytes) -> None:
        self.decisions: list[Decision] = []
        self._game = game
        self._number = number
        self._player = player
        self._luck = luck_of(seed, number)

    def choose(self) -> Move:
        view = self._game.view(self._number)
        begun = thread_time()
        move = self._player.choose(view, self._luck)
        self.decisions.append(Decision(view.question, thread_time() - begun))
        return move


# --- a round -------------------------------------------------------------------------------


class Outcome(NamedTuple):
    """The result of a game for the contestant."""

    share: float
    """The contestant's share of the win; a tie divides it."""
    points: int
    rival: int
    """The points of the best rival."""
    decisions: tuple[Decision, ...]
    cpu: float
    """Processor time of the whole game, in seconds."""


class Round(NamedTuple):
    """A deal, and who plays it."""

    one: str
    """The contestant."""
    others: tuple[str, ...]
    options: Options
    seed: bytes
    """The seed from which all deals are derived, by their numbers."""
    number: int

    @property
    def seats(self) -> int:
        return len(self.others) + 1


def play_round(given: Round) -> tuple[Outcome, ...]:
    """Play the deal with the contestant on each seat in turn; the others keep their order."""
    return tuple([play_seat(given, seat) for seat in range(given.seats)])


def play_seat(given: Round, seat: int) -> Outcome:
    """Play the deal with the contestant on this seat."""
    # the garbage of other games must not be collected in the middle of a decision
    gc.collect()
    gc.freeze()
    names = (*given.others[:seat], given.one, *given.others[seat:])
    players = [CONTESTANTS[name]() for name in names]
    begun = thread_time()
    try:
        played = play_game(players, given.options, game_seed(given.seed, given.number))
    except Exception as error:
        error.add_note(f"in deal {given.number}, with {', '.join(names)} on the seats")
        raise
    return outcome(played, seat, thread_time() - begun)


def outcome(played: Played, seat: int, cpu: float) -> Outcome:
    """Return the result of a finished game for this seat."""
    scores = played.game.scores
    winners = [score.seat for score in scores if score.rank == 1]
    return Outcome(
        share=(seat in winners) / len(winners),
        points=scores[seat].total,
        rival=max(score.total for score in scores if score.seat != seat),
        decisions=tuple(played.decisions[seat]),
        cpu=cpu,
    )


# --- side by side --------------------------------------------------------------------------


def played(
    rounds: Sequence[Round], processes: int, *, fresh: bool
) -> Iterator[tuple[Outcome, ...]]:
    """Yield the outcomes of each round, in order, whatever the number of processes.

    ``fresh``: each game gets a process of its own, where every cache of the players is empty.
    """
    if fresh:
        games = [(given, seat) for given in rounds for seat in range(given.seats)]
        outcomes = _mapped(_play_game, games, processes, tasks=1)
        yield from (tuple(islice(outcomes, given.seats)) for given in rounds)
    elif processes == 1:
        yield from map(play_round, rounds)
    else:
        yield from _mapped(play_round, rounds, processes, tasks=None)


def _play_game(game: tuple[Round, int]) -> Outcome:
    return play_seat(*game)


def _mapped(
    play: Callable[[Given], Result], given: Iterable[Given], processes: int, tasks: int | None
) -> Iterator[Result]:
    """Yield the result of each, in order; a process ends after this many tasks."""
    ignore = partial(signal.signal, signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent alone
    # forked processes would inherit warm caches
    spawn = get_context("spawn")
    executor = ProcessPoolExecutor(processes, spawn, ignore, max_tasks_per_child=tasks)
    try:
        yield from executor.map(play, given)
    finally:
        executor.shutdown(cancel_futures=True)
