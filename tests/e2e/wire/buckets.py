"""Discord's rate limit of a channel: five requests in five seconds."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from math import ceil
from typing import Final

SIZE: Final = 5
SPAN: Final = 5.0
LIMITED: Final = re.compile(r"/(channels/\d+)/messages|/(webhooks/\d+/[^/]+)")
"""Sends and edits in a channel, and what follows an answer; answers themselves have no limit."""
FREE: Final = "GET"


@dataclass(slots=True)
class Bucket:
    """Requests left until the bucket is full again."""

    left: int
    until: float


class Buckets:
    """A bucket for each method and place."""

    def __init__(self) -> None:
        self._filled: dict[tuple[str, str], Bucket] = {}

    def take(self, method: str, path: str) -> tuple[dict[str, str], float | None]:
        """The headers of the answer, and for how long nothing more is let through; None: it is."""
        place = LIMITED.match(path)
        if place is None or method == FREE:
            return {}, None
        now = time.monotonic()
        key = method, place[1] or place[2]
        bucket = self._filled.get(key)
        if bucket is None or bucket.until <= now:
            bucket = self._filled[key] = Bucket(SIZE, now + SPAN)
        wait = bucket.until - now
        refused = bucket.left == 0
        bucket.left -= not refused
        headers = {
            "X-RateLimit-Limit": str(SIZE),
            "X-RateLimit-Remaining": str(bucket.left),
            "X-RateLimit-Reset": f"{time.time() + wait:.3f}",
            "X-RateLimit-Reset-After": f"{wait:.3f}",
            "X-RateLimit-Bucket": f"{method}-{key[1].partition('/')[0]}".lower(),
        }
        return headers, wait if refused else None

    @staticmethod
    def refusal(wait: float, *, globally: bool = False) -> tuple[dict[str, str], dict[str, object]]:
        """The headers and the body that say so; ``globally``: of all that the bot asks for."""
        said = "You are being rate limited."
        body = {"message": said, "retry_after": round(wait, 3), "global": globally}
        headers = {"X-RateLimit-Global": "true"} if globally else {}
        return headers | {"Retry-After": str(ceil(wait))}, body
