"""Limits how fast each user can click and open tables: no slower than people do, no faster.

All of it is counted in memory: nobody can have the bot restarted, and a restart is rare.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

BURST: Final = 30
"""Clicks at once that anybody may make."""
A_SECOND: Final = 3.0
"""Clicks a second that may follow for as long as one likes."""
NOTICE_EVERY: Final = 10.0
"""Seconds between two notices to one user that this is too fast: a flood of answers is one, too."""
OPENINGS: Final = 10
"""Tables that a user can open in an hour; a game takes longer than six minutes."""
REPOSTS: Final = 30
"""How often a user can have a board posted again in an hour: each time is a line of its log."""
HOUR: Final = 3600.0
ROOM: Final = 10_000
"""How many users are remembered; the one not seen for longest goes first."""


class UserRateLimit:
    """A bucket of clicks for each user, which refills over time."""

    def __init__(
        self, now: Callable[[], float], burst: int = BURST, a_second: float = A_SECOND
    ) -> None:
        self._now = now
        self._burst = burst
        self._a_second = a_second
        self._left: OrderedDict[int, tuple[float, float]] = OrderedDict()
        self._told: OrderedDict[int, float] = OrderedDict()

    def allows(self, user: int) -> bool:
        """Whether this click may be carried out; a refused click costs nothing."""
        now = self._now()
        left, at = self._left.pop(user, (float(self._burst), now))
        left = min(float(self._burst), left + max(0.0, now - at) * self._a_second)
        passes = left >= 1.0
        self._left[user] = (left - 1.0 if passes else left, now)
        if len(self._left) > ROOM:
            self._left.popitem(last=False)
        return passes

    def tells(self, user: int) -> bool:
        """Whether this user is told now that a click was refused; the next ones are not."""
        now = self._now()
        if 0 <= now - self._told.get(user, -NOTICE_EVERY) < NOTICE_EVERY:
            return False
        self._told[user] = now
        self._told.move_to_end(user)
        if len(self._told) > ROOM:
            self._told.popitem(last=False)
        return True


class HourlyLimit:
    """When each user lately did what may be done so often in an hour."""

    def __init__(self, now: Callable[[], float], most: int) -> None:
        self.most: Final = most
        self._now = now
        self._at: OrderedDict[int, list[float]] = OrderedDict()

    def take(self, user: int) -> float | None:
        """Count once more for this user; if that is one too many, when there may be another."""
        now = self._now()
        lately = [at for at in self._at.pop(user, []) if now - HOUR < at <= now]
        again = lately[0] + HOUR if len(lately) >= self.most else None
        self._at[user] = lately if again is not None else [*lately, now]
        if len(self._at) > ROOM:
            self._at.popitem(last=False)
        return again

    def give_back(self, user: int) -> None:
        """The last time did not come to anything."""
        if self._at.get(user):
            self._at[user].pop()
