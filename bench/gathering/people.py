"""People with habits: when they look at Discord, what they do then, and how long they wait."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

MINUTE: Final = 60.0
HOUR: Final = 3600.0
LENGTH: Final = 5 * HOUR
"""Seconds of an evening, from six to eleven."""
FREE: Final = (1 * HOUR, 3 * HOUR)
"""Seconds, least and most, for which somebody has time to play."""
PING_SEEN: Final = 0.6
"""Share of the pings that somebody who has time notices; the others stay unread."""
PING_DELAY: Final = (1 * MINUTE, 8 * MINUTE)
"""Seconds until somebody looks who has noticed a ping."""
PATIENCE: Final = (8 * MINUTE, 25 * MINUTE)
"""Seconds for which somebody sits in a lobby, or has one open."""
OPENS: Final = 0.04
"""Chance that somebody with time who looks and finds no lobby opens one."""
KEEN: Final = (0.1, 0.5)
"""Chance, least and most, that somebody with time sits down in a lobby at sight."""
INVITED: Final = 1.6
"""The factor of that chance for somebody who was pinged about it, or has said to come."""
WANTS_CALLS: Final = 0.3
"""Share of people who have asked to be called."""
PLANS: Final = 0.15
"""Chance that somebody who looks before eight plans a table for nine, where nobody has."""

CROWDS: Final = {"lively": 12 * MINUTE, "slow": 45 * MINUTE}
"""Mean seconds between two looks of one person, by crowd."""


@dataclass(frozen=True, slots=True)
class Habits:
    """The habits of one person on one evening."""

    looks: tuple[float, ...]
    """When this person looks at Discord without being called."""
    free_from: float
    free_until: float
    keen: float
    patience: float
    wants_calls: bool
    friends: tuple[int, ...]
    """Two people of the server whom this person would invite."""

    def has_time(self, at: float) -> bool:
        """Return whether this person would play now."""
        return self.free_from <= at < self.free_until


def habits(number: int, people: int, every: float, rng: Random) -> Habits:
    """Return the habits of one person; ``every``: the mean seconds between two looks."""
    looks, at = list[float](), rng.expovariate(1 / every)
    mean = every * rng.uniform(0.5, 2.0)
    while at < LENGTH:
        looks.append(at)
        at += rng.expovariate(1 / mean)
    begins = rng.uniform(-FREE[0], LENGTH)
    others = [it for it in range(people) if it != number]
    return Habits(
        looks=tuple(looks),
        free_from=begins,
        free_until=begins + rng.uniform(*FREE),
        keen=rng.uniform(*KEEN),
        patience=rng.uniform(*PATIENCE),
        wants_calls=rng.random() < WANTS_CALLS,
        friends=tuple(rng.sample(others, 2)),
    )
