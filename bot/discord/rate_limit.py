"""Limits on how fast each user can click and open tables, well above what people do.

The counts are in memory only: users cannot restart the bot, and restarts are rare.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.lru import Lru

BURST: Final = 30
"""Clicks that a user may make at once."""
A_SECOND: Final = 3.0
"""Clicks a second that a user may keep up."""
NOTICE_EVERY: Final = 10.0
"""Seconds between two notices to one user about the limit: answers must not flood either."""
OPENINGS: Final = 10
"""Tables that a user can open in an hour."""
REPOSTS: Final = 30
"""Reposts of boards by a user in an hour; each is a line of a table's log."""
HOUR: Final = 3600.0
CAPACITY: Final = 10_000
"""Users that each limit remembers; the one seen longest ago goes first."""


class UserRateLimit:
    """A bucket of clicks for each user, which refills over time."""

    def __init__(
        self, now: Callable[[], float], burst: int = BURST, a_second: float = A_SECOND
    ) -> None:
        self._now = now
        self._burst = burst
        self._a_second = a_second
        self._left: Final = Lru[int, tuple[float, float]](CAPACITY)
        """By user: clicks left, and when that was."""
        self._notified: Final = Lru[int, float](CAPACITY)
        """By user: when the last notice was."""

    def allows(self, user: int) -> bool:
        """Return whether a click may be carried out; a refused click costs nothing."""
        now = self._now()
        left, at = self._left.get(user) or (float(self._burst), now)
        left = min(float(self._burst), left + max(0.0, now - at) * self._a_second)
        passes = left >= 1.0
        self._left[user] = (left - 1.0 if passes else left, now)
        return passes

    def tells(self, user: int) -> bool:
        """Return whether to notify a user of a refused click; the next ones get no notice."""
        now = self._now()
        last = self._notified.get(user)
        if last is not None and 0 <= now - last < NOTICE_EVERY:
            return False
        self._notified[user] = now
        return True


class HourlyLimit:
    """A limit on how often each user may do something in an hour."""

    def __init__(self, now: Callable[[], float], most: int) -> None:
        self.most: Final = most
        self._now = now
        self._at: Final = Lru[int, list[float]](CAPACITY)

    def take(self, user: int) -> float | None:
        """Count one use for a user; if it is one too many, return when the next one is allowed."""
        now = self._now()
        lately = [at for at in self._at.get(user) or () if now - HOUR < at <= now]
        again = lately[0] + HOUR if len(lately) >= self.most else None
        self._at[user] = lately if again is not None else [*lately, now]
        return again

    def give_back(self, user: int) -> None:
        """Uncount the last use, which came to nothing."""
        if lately := self._at.get(user):
            lately.pop()
