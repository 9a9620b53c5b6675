"""The slips of a seat, in steps that can run one by one in any process."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from engine.deal import Deal
from players.hints import Hint
from players.hints.reasons import explained
from players.review.decisions import Decision, decisions, doubtful
from players.review.judge import Judge, SearchJudge

MAX_WEIGHED: Final = 8
"""Decisions of a seat that are weighed: weighing one takes as long as screening a hundred."""
MAX_SLIPS: Final = 3
"""Slips that are shown."""
MIN_LOSS: Final = 0.01
"""Chance to win below which a loss is not shown."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A decision that cost something, and a better one."""

    made: Decision = field(repr=False)
    better: Hint = field(repr=False)
    lost: float
    """The chance to win that it cost, from 0 to 1."""


def screened(
    deal: Deal, moves: Sequence[tuple[int, str]], seat: int, own: Container[int]
) -> list[Decision]:
    """Return the decisions of this seat that may have cost something, by rules of thumb."""
    return doubtful(decisions(deal, moves, seat, own), MAX_WEIGHED)


def weighed(made: Decision, luck: int, judge: Judge | None = None) -> Slip | None:
    """Return the slip, if this decision was one; the same luck gives the same answer."""
    cost = (judge or SearchJudge()).cost(made, Random(luck))
    if cost is None or cost.lost < MIN_LOSS:
        return None
    return Slip(made, explained(made.view, cost.better), cost.lost)


def costliest(slips: Iterable[Slip | None]) -> tuple[Slip, ...]:
    """Return the `MAX_SLIPS` that cost most, the worst first."""
    found = [slip for slip in slips if slip is not None]
    return tuple(sorted(found, key=lambda slip: -slip.lost)[:MAX_SLIPS])
