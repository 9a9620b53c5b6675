"""Faults of Discord that tests inject (`Discord.fault`).

discord.fault("PATCH", "/messages/", status=502, times=3)       # three edits fail
discord.fault("PATCH", "/messages/", status=429, code=30046, retry_after=2.0)  # it is too old
discord.fault("POST", "/callback", drop=True, after=True)       # done, but the answer is lost
discord.fault("*", "", status=429, via=False, times=None)       # Cloudflare blocks the bot
held = discord.fault("POST", "/callback", held=True)            # until `held.release()`
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field
from http import HTTPStatus
from math import ceil
from typing import TYPE_CHECKING, Any

from tests.e2e.wire.refusals import SENTENCES

if TYPE_CHECKING:
    from tests.e2e.wire.asked import Asked

Json = dict[str, Any]

ANY = "*"
SHUT_OUT = "error code: 1015"
"""Cloudflare's answer to an address with too many requests; it is not JSON."""


@dataclass(eq=False, slots=True)
class Fault:
    """Something that happens to requests of this method with this (a pattern) in their path."""

    method: str
    path: str
    status: int | None = None
    """With which they end, by themselves or in place of what was done (``after``)."""
    times: int | None = 1
    """None: until it is lifted."""
    delay: float = 0.0
    """Seconds that they take."""
    drop: bool = False
    """Their connection is reset."""
    after: bool = False
    """They take effect before."""
    held: bool = False
    """They hang until they are released."""
    code: int = 0
    """Discord's own."""
    body: Json | None = None
    via: bool = True
    """Discord answers; False: Cloudflare before it."""
    retry_after: float | None = None
    kind: int | None = None
    """Only answers to interactions of this type."""
    hits: list[Asked] = field(default_factory=list)
    """The requests that it happened to."""
    released: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        if not self.held:
            self.release()

    def fits(self, asked: Asked) -> bool:
        return (
            self.method in (asked.method, ANY)
            and (self.times is None or len(self.hits) < self.times)
            and re.search(self.path, asked.path) is not None
            and (self.kind is None or asked.kind == self.kind)
        )

    def release(self) -> None:
        """Let held requests go on."""
        self.released.set()

    def lift(self) -> None:
        """Let it happen no more."""
        self.times = 0
        self.release()

    async def hold_up(self) -> None:
        await asyncio.sleep(self.delay)
        await self.released.wait()

    @property
    def headers(self) -> dict[str, str]:
        headers = {"Via": "1.1 google"} if self.via else {}
        if self.wait is not None:
            headers["Retry-After"] = str(ceil(self.wait))
        return headers

    @property
    def wait(self) -> float | None:
        """Seconds before the next try, which Discord never leaves open."""
        too_many = self.status == HTTPStatus.TOO_MANY_REQUESTS
        return 1.0 if too_many and self.retry_after is None else self.retry_after

    @property
    def payload(self) -> Json | str:
        if self.body is not None:
            return self.body
        assert self.status is not None
        if not self.via:
            return SHUT_OUT
        said = SENTENCES.get(self.code) or HTTPStatus(self.status).phrase
        body: Json = {"message": said, "code": self.code}
        if self.wait is not None:
            body |= {"retry_after": self.wait, "global": False}
        return body
