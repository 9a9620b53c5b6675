"""Comparing moves by playing imagined games out.

Each world is a game that fits the view. In it every candidate is played with the same luck, and the
game goes on by light players to the start of the next journey, where a fitted rule says who is
likely to win. Candidates race: after each rung of worlds, those that are surely worse drop out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Final

from engine import Game
from engine.chance import SEED_BYTES
from players.hard.light import Light
from players.hard.lines import Line
from players.hard.stay import StayWeights
from players.hard.value import Value, final_shares

World = Callable[[Random], Game]
"""Imagines one more game that fits the view."""

HALF: Final = 128
"""Half of all values of a byte."""
LEAST: Final = 1e-9
"""The variance of a gain is never smaller."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is played before a choice."""

    rungs: tuple[int, ...] = (12, 32)
    """Worlds after which the worse candidates drop out."""
    sure: float = 2.5
    """Standard errors by which a candidate must be apart to drop out."""
    doubt: float = 1.0
    """Standard errors that a gain must exceed to be believed."""


@dataclass(slots=True)
class _Gain:
    """What a candidate gains over the first one, world by world."""

    total: float = 0.0
    squares: float = 0.0
    worlds: int = 0

    def add(self, gain: float) -> None:
        self.total += gain
        self.squares += gain * gain
        self.worlds += 1

    @property
    def mean(self) -> float:
        return self.total / self.worlds

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        variance = max(LEAST, self.squares / self.worlds - self.mean**2)
        return sqrt(variance / self.worlds)


class Search:
    """Plays candidates out in imagined games."""

    def __init__(self, staying: StayWeights, value: Value, effort: Effort) -> None:
        self._staying = staying
        self._value = value
        self._effort = effort

    def best(
        self, seat: int, candidates: Sequence[Line], world: World, rng: Random
    ) -> tuple[Line, float]:
        """Return the line to play, and its sure gain over the first one in chances to win.

        The first one stands unless another gains more than the doubt about it.
        """
        first, *others = candidates
        gains = {line: _Gain() for line in others}
        racing = [*others]
        worlds = 0
        for rung in self._effort.rungs:
            for _ in range(rung - worlds):
                self._play(seat, first, racing, gains, world(rng), rng.randbytes(SEED_BYTES))
            worlds = rung
            racing = self._left(racing, gains)
            if not racing:
                break
        doubt = self._effort.doubt
        surely = {line: gain.mean - doubt * gain.error for line, gain in gains.items()}
        best = max(surely, key=lambda line: surely[line])
        return (best, surely[best]) if surely[best] > 0 else (first, 0.0)

    def _play(
        self,
        seat: int,
        first: Line,
        racing: Iterable[Line],
        gains: dict[Line, _Gain],
        world: Game,
        luck: bytes,
    ) -> None:
        """Play all candidates in one world."""
        # the strength of the rivals is unknown: each is an easy player in every other world
        easy = frozenset([n for n in range(world.seats) if n != seat and luck[n] < HALF])
        light = Light(self._staying, easy)
        base = self._outcome(world, seat, first, light, luck)
        for line in racing:
            gains[line].add(self._outcome(world, seat, line, light, luck) - base)

    def _outcome(self, world: Game, seat: int, line: Line, light: Light, luck: bytes) -> float:
        """Return the chance to win of a seat that plays this line in this world."""
        game = world.with_luck(luck)
        inside = game.inside
        journey = inside.journey
        for move in line:
            game.play(seat, move, quiet=True)
        while choice := game.to_choice(journey):
            other, legal = choice
            game.play(other, light.choose(inside, other, legal), quiet=True)
        shares = self._value.shares(inside) if inside.waiting else final_shares(inside)
        return shares[seat]

    def _left(self, racing: Sequence[Line], gains: dict[Line, _Gain]) -> list[Line]:
        """Return the lines that may still be better than the first and than the best of them."""
        sure = self._effort.sure
        least = max([0.0, *[gains[line].mean - sure * gains[line].error for line in racing]])
        left = [line for line in racing if gains[line].mean + sure * gains[line].error > least]
        # a single line that is surely better than the first needs no more worlds
        if len(left) == 1 and gains[left[0]].mean - sure * gains[left[0]].error > 0:
            return []
        half = max(1, (len(racing) + 1) // 2)
        return sorted(left, key=lambda line: -gains[line].mean)[:half]
