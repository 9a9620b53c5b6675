"""The decisions that cost a seat most, in steps that can be taken one by one, in any process."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from engine.deal import Deal
from players.hints import Hint
from players.hints.reasons import explained
from players.review.decisions import Decision, decisions, doubtful
from players.review.judge import Judge, Reckoner

LOOKED_AT: Final = 8
"""So many decisions of a seat are weighed: weighing one takes as long as screening a hundred."""
MOST: Final = 3
"""So many are told at most."""
LEAST: Final = 0.01
"""What cost less is not worth telling."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A decision that cost something, and what would have been better."""

    made: Decision = field(repr=False)
    better: Hint = field(repr=False)
    lost: float
    """The chances to win that it cost, from 0 to 1."""


def screened(
    deal: Deal, moves: Sequence[tuple[int, str]], seat: int, own: Container[int]
) -> list[Decision]:
    """The decisions of this seat that may have cost something, by rules of thumb."""
    return doubtful(decisions(deal, moves, seat, own), LOOKED_AT)


def weighed(made: Decision, luck: int, judge: Judge | None = None) -> Slip | None:
    """What this decision cost; the same luck gives the same answer."""
    cost = (judge or Reckoner()).cost(made, Random(luck))
    if cost is None or cost.lost < LEAST:
        return None
    return Slip(made, explained(made.view, cost.better), cost.lost)


def costliest(slips: Iterable[Slip | None]) -> tuple[Slip, ...]:
    """The few that cost most, the worst first."""
    found = [slip for slip in slips if slip is not None]
    return tuple(sorted(found, key=lambda slip: -slip.lost)[:MOST])
