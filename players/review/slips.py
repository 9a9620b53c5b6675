"""The slips of a seat: what each decision cost, by the nets of `players.hard`."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine import Move
from engine.deal import Deal
from players.hard.dilemma import dilemmas
from players.hard.net import gains
from players.hints import Hint
from players.hints.reasons import explained
from players.review.decisions import Decision, decisions

MAX_SLIPS: Final = 3
"""Slips that are shown."""
MIN_LOSS: Final = 0.02
"""Chance to win below which a loss is not shown."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A decision that cost something, and a better move."""

    made: Decision = field(repr=False)
    move: Move = field(repr=False)
    lost: float
    """The chance to win that it cost, from 0 to 1."""

    @property
    def better(self) -> Hint:
        """The better move, and what speaks for it."""
        return explained(self.made.view, self.move)


def review(
    deal: Deal, moves: Sequence[tuple[int, str]], seat: int, own: Container[int]
) -> tuple[Slip, ...]:
    """Return the costliest slips of a seat in a game with these moves, the worst first."""
    return costliest(map(weighed, decisions(deal, moves, seat, own)))


def weighed(made: Decision) -> Slip | None:
    """Return the slip, if this decision was one."""
    asked = dilemmas(made.view)
    worths = gains(asked) if asked else {}
    if made.move not in worths:
        return None
    best = max(worths, key=worths.__getitem__)
    lost = worths[best] - worths[made.move]
    return Slip(made, best, lost) if lost >= MIN_LOSS else None


def costliest(slips: Iterable[Slip | None]) -> tuple[Slip, ...]:
    """Return the `MAX_SLIPS` that cost most, the worst first."""
    found = [slip for slip in slips if slip is not None]
    return tuple(sorted(found, key=lambda slip: -slip.lost)[:MAX_SLIPS])
