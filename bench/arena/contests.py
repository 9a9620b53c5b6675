"""The contests of the arena, with their goals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from types import MappingProxyType
from typing import Final

from bench.arena.contestants import BOLD, SHY
from bench.arena.rounds import Round
from engine import Options
from engine.options import BOXES
from players.roster import EASY, HARD, NORMAL, RANDOM

GAMES: Final = 2_000
TRIED_WITH_BOXES: Final = (
    "six sets of terms for a crash gave .290 to .307 in 1,200 games each, rescues as the easy one "
    "gives them .312, envy of .35 to .80 .306 to .314, a card at Matryoshburg wherever no Little "
    "Help is in hand .295: all within the noise"
)


@dataclass(frozen=True, slots=True)
class Goal:
    """The goal of a player in a contest; None: there is none for this figure."""

    share: float | None = None
    """Least share of wins, against each line-up."""
    p99: float | None = None
    """Most milliseconds for 99 of 100 decisions."""
    worst: float | None = None
    """Most milliseconds for every decision."""
    tried: str = ""
    """Attempts and their results, where the goal is out of reach."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Players who meet the same opponents."""

    name: str
    lineups: tuple[tuple[str, ...], ...]
    """The opponents; the deals take turns with several line-ups."""
    goals: Mapping[str, Goal]
    """The contestants and their goals."""
    options: Options = field(default_factory=Options)
    games: int = GAMES
    fresh: bool = False
    """Each game runs in a new process, with cold caches as after a start."""

    @property
    def seats(self) -> int:
        return len(self.lineups[0]) + 1

    @property
    def par(self) -> float:
        """The share of wins of a contestant as strong as the others."""
        return 1 / self.seats

    def rounds(self, one: str, seed: bytes, first: int, games: int | None) -> Sequence[Round]:
        """Return the deals of this contestant, from the first number on."""
        deals = -(-(games or self.games) // self.seats)
        return [
            Round(one, self.lineups[number % len(self.lineups)], self.options, seed, number)
            for number in range(first, first + deals)
        ]

    @property
    def players(self) -> set[str]:
        """The names of the opponents."""
        return {name for lineup in self.lineups for name in lineup}


def against(player: str, seats: int) -> tuple[tuple[str, ...], ...]:
    """Return the line-up of a table where all opponents are the same."""
    return ((player,) * (seats - 1),)


def _shares(normal: float, hard: float) -> Mapping[str, Goal]:
    return {NORMAL: Goal(share=normal), HARD: Goal(share=hard)}


def _contests() -> Iterator[Contest]:
    every = Options(boxes=BOXES)
    yield Contest("four", against(EASY, 4), _shares(0.40, 0.50))
    goals = {**_shares(0.34, 0.45), NORMAL: Goal(share=0.34, tried=TRIED_WITH_BOXES)}
    yield Contest("four-boxes", against(EASY, 4), goals, every)
    yield Contest("two", against(EASY, 2), _shares(0.56, 0.65))
    yield Contest("six", against(EASY, 6), _shares(0.19, 0.24))
    yield Contest("crew", against(EASY, 2), _shares(0.50, 0.60), Options(variant="crew"))
    yield Contest("beginner", against(EASY, 4), _shares(0.25, 0.30), Options(variant="beginner"))
    mixes = tuple(combinations_with_replacement((SHY, BOLD, EASY, RANDOM), 3))
    yield Contest("mixed", mixes, {NORMAL: Goal(share=0.23), HARD: Goal(share=0.25)})
    yield Contest("normals", against(NORMAL, 4), {HARD: Goal(share=0.34)})
    times = {
        EASY: Goal(worst=5.0),
        NORMAL: Goal(p99=10.0, worst=25.0),
        HARD: Goal(p99=10.0, worst=25.0),
    }
    yield Contest("time", against(EASY, 6), times, every, fresh=True)


CONTESTS: Final[Mapping[str, Contest]] = MappingProxyType({it.name: it for it in _contests()})
