"""How many sessions may begin: so many a day, and in each bucket one every few seconds."""

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
        """So many a day, over all shards; RESUME is none of them."""
        self.max_concurrency = 1
        """So many buckets there are; a shard's is its number modulo this."""
        self.pause = 0.0
        """Seconds between two of one bucket. Discord has `PAUSE`; most tests need not wait."""
        self.taken = 0
        """So many came, let in or not."""
        self.early = 0
        """So many were too early."""
        self._begun: Final = time.monotonic()
        self._last: Final[dict[int, float]] = {}

    @property
    def told(self) -> Json:
        """What ``/gateway/bot`` says of them."""
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
