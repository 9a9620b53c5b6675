"""Limits of identifying: a number a day, and a pause in each bucket."""

from __future__ import annotations

import time
from typing import Any, Final

Json = dict[str, Any]

A_DAY: Final = 86_400.0
PAUSE: Final = 5.0
"""Seconds that Discord wants between two of one bucket."""


class Identifies:
    """Counts them. Tests set the limits, and how long the pause is."""

    def __init__(self) -> None:
        self.total = 1000
        """Limit of a day over all shards; RESUME does not count."""
        self.max_concurrency = 1
        """Number of buckets; a shard's bucket is its number modulo this."""
        self.pause = 0.0
        """Seconds between two of one bucket. Discord has `PAUSE`; most tests need not wait."""
        self.taken = 0
        """Number of attempts, successful or not."""
        self.early = 0
        """Number of attempts that were too early."""
        self._begun: Final = time.monotonic()
        self._last: Final[dict[int, float]] = {}

    @property
    def told(self) -> Json:
        """The limits as ``/gateway/bot`` returns them."""
        left = self._begun + A_DAY - time.monotonic()
        return {
            "total": self.total,
            "remaining": max(0, self.total - self.taken),
            "reset_after": int(left * 1000),
            "max_concurrency": self.max_concurrency,
        }

    @property
    def overdrawn(self) -> bool:
        """There were more than a day has: Discord resets the token and ends all sessions."""
        return self.taken > self.total

    def is_due(self, shard: int) -> bool:
        """Take one; may its session begin now, or did another of its bucket just do so?"""
        self.taken += 1
        now, bucket = time.monotonic(), shard % self.max_concurrency
        if now - self._last.get(bucket, -A_DAY) < self.pause:
            self.early += 1
            return False
        self._last[bucket] = now
        return True
