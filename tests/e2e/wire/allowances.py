"""Discord's rate limits: of each channel, and of all requests by the bot's token.

Answers to interactions and what follows them have no global limit ("Interaction endpoints are not
bound to the bot's Global Rate Limit").
"""

from __future__ import annotations

import re
import time
from collections import Counter, deque
from dataclasses import dataclass
from math import ceil
from typing import Final

from tests.e2e.wire.asked import BY_BOT, Asked, Way

GLOBAL: Final = (50, 1.0)
"""Requests by the bot's token, and in how many seconds."""
BUCKET: Final = (5, 5.0)
"""Sends, and edits, in a channel or by an interaction's token."""
LIMITED: Final = re.compile(r"/(channels/\d+)/messages|/(webhooks/\d+/[^/]+)")


@dataclass(slots=True)
class _Bucket:
    left: int
    until: float
    """Time at which it is full again."""


class Allowances:
    """Counts requests, and refuses those beyond the limits."""

    def __init__(self) -> None:
        self.taken: Final[Counter[Way]] = Counter()
        """All that ever came, refused or not."""
        self._lately: Final[deque[float]] = deque()
        self._buckets: Final[dict[tuple[str, str], _Bucket]] = {}

    def take(self, asked: Asked) -> tuple[dict[str, str], dict[str, object] | None]:
        """Return the headers of the answer, and its body if the request is refused."""
        self.taken[asked.way] += 1
        wait = self._global_wait(asked)
        if wait is not None:
            return _refusal(wait, {"X-RateLimit-Global": "true"})
        place = LIMITED.match(asked.path)
        if place is None or asked.method == "GET":
            return {}, None
        most, seconds = BUCKET
        now, key = time.monotonic(), (asked.method, place[1] or place[2])
        bucket = self._buckets.get(key)
        if bucket is None or bucket.until <= now:
            bucket = self._buckets[key] = _Bucket(most, now + seconds)
        wait, refused = bucket.until - now, bucket.left == 0
        bucket.left -= not refused
        headers = {
            "X-RateLimit-Limit": f"{most}",
            "X-RateLimit-Remaining": f"{bucket.left}",
            "X-RateLimit-Reset": f"{time.time() + wait:.3f}",
            "X-RateLimit-Reset-After": f"{wait:.3f}",
            "X-RateLimit-Bucket": f"{asked.method}-{key[1].partition('/')[0]}".lower(),
        }
        return _refusal(wait, headers) if refused else (headers, None)

    def _global_wait(self, asked: Asked) -> float | None:
        """Return the seconds until the next request by the bot's token; None: this one may pass."""
        if asked.way != BY_BOT:
            return None
        most, seconds = GLOBAL
        now, lately = time.monotonic(), self._lately
        while lately and lately[0] <= now - seconds:
            lately.popleft()
        if len(lately) >= most:
            return lately[0] + seconds - now
        lately.append(now)
        return None


def _refusal(wait: float, headers: dict[str, str]) -> tuple[dict[str, str], dict[str, object]]:
    said = "You are being rate limited."
    everywhere = "X-RateLimit-Global" in headers
    body = {"message": said, "retry_after": round(wait, 3), "global": everywhere}
    return headers | {"Retry-After": f"{ceil(wait)}"}, body
