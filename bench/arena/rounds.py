"""One deal, played once with the one on each seat: what a process is given, and what it answers."""

from __future__ import annotations

import gc
from time import thread_time
from typing import NamedTuple

from bench.arena.contestants import CONTESTANTS
from bench.arena.game import Decision, Played, play_game
from engine import Options
from players.luck import game_seed


class Outcome(NamedTuple):
    """What a game brought the one."""

    share: float
    """Of the win, which those who are level divide."""
    points: int
    rival: int
    """The points of the best rival."""
    decisions: tuple[Decision, ...]
    cpu: float
    """The seconds of the processor for the whole game."""


class Round(NamedTuple):
    """A deal, and who plays it."""

    one: str
    others: tuple[str, ...]
    options: Options
    seed: bytes
    """All deals are derived from this, by their numbers."""
    number: int

    @property
    def seats(self) -> int:
        return len(self.others) + 1


def play_round(given: Round) -> tuple[Outcome, ...]:
    """The same deal with the one on each seat in turn; the others keep their order."""
    return tuple([play_seat(given, seat) for seat in range(given.seats)])


def play_seat(given: Round, seat: int) -> Outcome:
    """The deal with the one on this seat."""
    # what is left of other games must not be walked over while somebody thinks
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
    """What a game that is over brought this seat."""
    scores = played.game.scores
    winners = [score.seat for score in scores if score.rank == 1]
    return Outcome(
        share=(seat in winners) / len(winners),
        points=scores[seat].total,
        rival=max(score.total for score in scores if score.seat != seat),
        decisions=tuple(played.decisions[seat]),
        cpu=cpu,
    )
