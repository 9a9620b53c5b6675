"""The contests of the arena, with their goals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from types import MappingProxyType
from typing import Final

from bench.arena.contestants import BOLD, CHEAT, SHY
from bench.arena.rounds import Round
from engine import Options
from engine.options import BOXES
from players.roster import EASY, HARD, NORMAL, RANDOM

GAMES: Final = 2_000
TRIED_AT_FOUR: Final = (
    "weights fitted to games of light players gave .439 in 480 games, of easy and normal ones .431 "
    "in 240; rivals who never let a craft crash in imagined games .382 in 360, rivals who are easy "
    "in every other one .424 in 1,240; of these in 700 games .418, and .424 where all rivals were "
    "known to be easy, with the odds at which easy captains have paid in such a place; two nets "
    "for staying and for the captain's word, fitted to 204,000 answers that light players played "
    "out, .427 in 1,440 games, though .430 instead of .378 against light players in 800; four "
    "nets, fitted to five million answers that easy and normal players played out, .464 in 3,532"
)
TRIED_WITH_BOXES: Final = (
    "six sets of terms for a crash gave .290 to .307 in 1,200 games each, rescues as the easy one "
    "gives them .312, envy of .35 to .80 .306 to .314, a card at Matryoshburg wherever no Little "
    "Help is in hand .295: all within the noise"
)
TRIED_AT_SIX: Final = ".223 in 360 games with as many worlds as at four seats, .225 with two thirds"


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
    return {NORMAL: Goal(share=normal), HARD: Goal(share=hard), CHEAT: Goal()}


def _contests() -> Iterator[Contest]:
    every = Options(boxes=BOXES)
    goals = {**_shares(0.40, 0.47), HARD: Goal(share=0.47, tried=TRIED_AT_FOUR)}
    yield Contest("four", against(EASY, 4), goals)
    goals = {**_shares(0.34, 0.42), NORMAL: Goal(share=0.34, tried=TRIED_WITH_BOXES)}
    yield Contest("four-boxes", against(EASY, 4), goals, every)
    yield Contest("two", against(EASY, 2), _shares(0.56, 0.65))
    goals = {**_shares(0.19, 0.24), HARD: Goal(share=0.24, tried=TRIED_AT_SIX)}
    yield Contest("six", against(EASY, 6), goals)
    yield Contest("crew", against(EASY, 2), _shares(0.50, 0.60), Options(variant="crew"))
    yield Contest("beginner", against(EASY, 4), _shares(0.25, 0.30), Options(variant="beginner"))
    mixes = tuple(combinations_with_replacement((SHY, BOLD, EASY, RANDOM), 3))
    yield Contest("mixed", mixes, {NORMAL: Goal(share=0.23), HARD: Goal(share=0.25)})
    yield Contest("normals", against(NORMAL, 4), {HARD: Goal(share=0.29)})
    times = {
        EASY: Goal(worst=5.0),
        NORMAL: Goal(p99=10.0, worst=25.0),
        HARD: Goal(p99=100.0, worst=200.0),
    }
    yield Contest("time", against(EASY, 6), times, every, fresh=True)


CONTESTS: Final[Mapping[str, Contest]] = MappingProxyType({it.name: it for it in _contests()})
