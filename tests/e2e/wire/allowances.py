"""Discord's global rate limit: fifty requests a second by the bot's token.

Answers to interactions and what follows them have no such limit ("Interaction endpoints are not
bound to the bot's Global Rate Limit"). What limits they have is not documented: tests set some.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from typing import Final

from tests.e2e.wire.asked import BY_BOT, Asked, Way

GLOBALLY: Final = (50, 1.0)


class Allowances:
    """Counts requests by the way they come."""

    def __init__(self) -> None:
        self.most: Final[dict[Way, tuple[int, float]]] = {BY_BOT: GLOBALLY}
        """Limits as (requests, seconds); a way that is missing has no limit."""
        self.taken: Final[Counter[Way]] = Counter()
        """All that ever came, refused or not."""
        self._lately: Final[dict[Way, deque[float]]] = {}

    def take(self, asked: Asked, *, limited: bool) -> float | None:
        """For how long nothing more of this kind is let through; None: it is.

        ``limited``: Discord's own limit counts. Those that a test has set always do.
        """
        self.taken[asked.way] += 1
        limit = self.most.get(asked.way)
        if limit is None or not (limited or limit is not GLOBALLY):
            return None
        most, seconds = limit
        now, lately = time.monotonic(), self._lately.setdefault(asked.way, deque())
        while lately and lately[0] <= now - seconds:
            lately.popleft()
        if len(lately) >= most:
            return lately[0] + seconds - now
        lately.append(now)
        return None
