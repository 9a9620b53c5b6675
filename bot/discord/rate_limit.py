"""Lets everybody through at their own pace, and holds up whoever clicks faster than people do."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

BURST: Final = 30
"""So many clicks at once are nobody's fault."""
A_SECOND: Final = 3.0
"""So many a second may follow for as long as one likes."""
ROOM: Final = 10_000
"""So many users are remembered; whoever was not seen for longest goes first."""


class UserRateLimit:
    """A bucket of clicks for each user, filled again as time goes by."""

    def __init__(
        self, now: Callable[[], float], burst: int = BURST, a_second: float = A_SECOND
    ) -> None:
        self._now = now
        self._burst = burst
        self._a_second = a_second
        self._left: OrderedDict[int, tuple[float, float]] = OrderedDict()

    def allows(self, user: int) -> bool:
        """Whether this click may be carried out; one that may not costs nothing."""
        now = self._now()
        left, at = self._left.pop(user, (float(self._burst), now))
        left = min(float(self._burst), left + max(0.0, now - at) * self._a_second)
        passes = left >= 1.0
        self._left[user] = (left - 1.0 if passes else left, now)
        if len(self._left) > ROOM:
            self._left.popitem(last=False)
        return passes
