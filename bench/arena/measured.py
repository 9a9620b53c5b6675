"""The figures of a contest: shares with their intervals, points, and times."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import sqrt
from statistics import NormalDist, fmean, variance
from typing import Final, NamedTuple

from bench.arena.contests import Contest, Goal
from bench.arena.rounds import Decision, Outcome, Round

CONFIDENCE: Final = 0.95
_REACH: Final = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


class Interval(NamedTuple):
    """A mean, and the distance to either end of its interval."""

    mean: float
    reach: float | None
    """None: there are too few values."""

    def __str__(self) -> str:
        return f"{self.mean:.3f}" + ("" if self.reach is None else f" ± {self.reach:.3f}")

    def holds(self, value: float) -> bool:
        """Return whether this value lies within the interval."""
        return self.reach is None or abs(value - self.mean) <= self.reach


def clustered(clusters: Sequence[Sequence[float]]) -> Interval:
    """Return the mean of clusters of equal size, with an interval from the variance of their means.

    Games of one deal are not independent: they share the cards.
    """
    means = [fmean(cluster) for cluster in clusters]
    if len(means) < 2:
        return Interval(fmean(means), None)
    return Interval(fmean(means), _REACH * sqrt(variance(means) / len(means)))


@dataclass
class Measured:
    """The games of one contestant in a contest."""

    contest: Contest
    one: str
    rounds: list[tuple[Round, tuple[Outcome, ...]]] = field(
        default_factory=list[tuple[Round, tuple[Outcome, ...]]]
    )

    @property
    def goal(self) -> Goal:
        return self.contest.goals.get(self.one, Goal())

    @property
    def outcomes(self) -> Iterator[Outcome]:
        return (outcome for _, outcomes in self.rounds for outcome in outcomes)

    @cached_property
    def share(self) -> Interval:
        """The share of wins."""
        return _share(outcomes for _, outcomes in self.rounds)

    @cached_property
    def lowest(self) -> tuple[tuple[str, ...], Interval]:
        """The line-up against which the share is lowest."""
        by_lineup: dict[tuple[str, ...], list[tuple[Outcome, ...]]] = {}
        for given, outcomes in self.rounds:
            by_lineup.setdefault(given.others, []).append(outcomes)
        shares = [(lineup, _share(found)) for lineup, found in by_lineup.items()]
        return min(shares, key=lambda it: it[1].mean)

    @property
    def points(self) -> float:
        return fmean(outcome.points for outcome in self.outcomes)

    @property
    def rival(self) -> float:
        """The points of the best rival."""
        return fmean(outcome.rival for outcome in self.outcomes)

    @property
    def cpu(self) -> float:
        """Processor time of a game, all players together, in seconds."""
        return fmean(outcome.cpu for outcome in self.outcomes)

    @cached_property
    def decisions(self) -> Sequence[Decision]:
        """All decisions, the quickest first."""
        every = (decision for outcome in self.outcomes for decision in outcome.decisions)
        return sorted(every, key=lambda it: it.seconds)

    @property
    def mean_ms(self) -> float:
        return 1000 * fmean(it.seconds for it in self.decisions)

    def ms(self, part: float) -> float:
        """Return the milliseconds within which this part of the decisions was made."""
        last = len(self.decisions) - 1
        return 1000 * self.decisions[min(last, int(len(self.decisions) * part))].seconds

    @property
    def checks(self) -> Iterator[Check]:
        """Each goal, and whether it was met."""
        goal = self.goal
        if goal.share is not None:
            found = self.lowest[1]
            yield Check("share", goal.share, found.mean >= goal.share, not found.holds(goal.share))
        for name, most, part in (("p99", goal.p99, 0.99), ("max", goal.worst, 1.0)):
            if most is not None:
                yield Check(name, most, self.ms(part) <= most)


class Check(NamedTuple):
    """A goal, and whether it was met."""

    name: str
    promised: float
    met: bool
    sure: bool = True
    """The goal lies outside the interval."""


def _share(rounds: Iterable[Sequence[Outcome]]) -> Interval:
    return clustered([[outcome.share for outcome in outcomes] for outcomes in rounds])
