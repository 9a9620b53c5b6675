"""The race for the game: the points of each seat, and the worth of a point at this stage."""

from __future__ import annotations

from math import exp

from engine.box import LITTLE_HELP
from engine.state.scores import BEGINNER_CITIES
from engine.view import View
from players.thumb.inference import Means, riches_at
from players.thumb.weights import Weights

STEP = 8.0
"""Points by which the slope of the race is measured."""
CITY_STEP = 7.0
"""About the points of one more city, where cities end the game."""
MAX_LEAD = 20.0  # spreads
"""A larger lead counts as this one: the game is won or lost by then."""
MIN_SLOPE = 1e-9
"""The least worth of a point."""
CALM = 25.0  # points
"""Cards are worth their full price while this many points are missing to the goal."""


class Race:
    """The points of all seats, as far as one seat knows them.

    A point is worth most between seats that are level. A seat that is behind when the game is
    about to end needs many at once; one that is far ahead needs none.
    """

    def __init__(self, view: View, weights: Weights, means: Means) -> None:
        self.me = view.seat or 0
        self.points = [riches_at(view, seat, means) for seat in range(len(view.seats))]
        self.fees = view.options.help_penalty * sum(card in LITTLE_HELP for card in view.hand)
        """The penalty for the own Little help if the game ended now."""
        self.best = max(p for seat, p in enumerate(self.points) if seat != self.me)
        """The points of the richest rival."""
        self._weights = weights
        self._goal = view.options.goal
        self._cities: int | None = None
        if view.options.variant == "beginner":
            self._cities = BEGINNER_CITIES - max(len(set(s.treasures)) for s in view.seats)
        self.calm = min(1.0, self._missing(0.0) / CALM)
        """The distance to the end: 1 is far, 0 is the last journey."""
        self._level = self._chance(0.0)
        self._slope = max(MIN_SLOPE, (self._chance(STEP) - self._chance(-STEP)) / (2 * STEP))

    def _missing(self, gain: float) -> float:
        if self._cities is not None:
            return max(0.0, self._cities * CITY_STEP)
        return max(0.0, self._goal - max(self.points[self.me] + gain, self.best))

    def _spread(self, gain: float) -> float:
        """Return the lead that is about as good as a win, with this many points more."""
        return self._weights.spread + self._weights.spread_ahead * self._missing(gain)

    def _chance(self, gain: float) -> float:
        """Return about the chance to win with this many points more."""
        lead = self.points[self.me] - self.fees + gain - self.best
        return _winning(lead / self._spread(gain))

    def worth(self, gain: float) -> float:
        """Return the worth of this many points more, in points of average worth."""
        return (self._chance(gain) - self._level) / self._slope if gain else 0.0

    def weight(self, rival: int) -> float:
        """Return the weight of this rival's points; all rivals together weigh at most 1.

        The leader matters most; rivals who are far behind hardly matter.
        """
        best, spread = self.best, self._weights.spread
        near = [exp((p - best) / spread) if n != self.me else 0 for n, p in enumerate(self.points)]
        behind = self.points[self.me] - self.points[rival] - STEP
        return near[rival] / sum(near) * min(1.0, 2 * _winning(-behind / self._spread(0.0)))


def _winning(lead: float) -> float:
    """Return the chance to win with such a lead: one half when level."""
    return 1 / (1 + exp(-max(-MAX_LEAD, min(MAX_LEAD, lead))))
