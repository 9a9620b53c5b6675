"""Faults of Discord that tests inject.

    discord.fault("PATCH", "/messages/", status=502, times=3)       # three edits fail
    discord.fault("PATCH", "/messages/", status=429, code=30046, retry_after=2.0)  # it is too old
    discord.fault("POST", "/callback", drop=True, after=True)       # it is done, nobody hears of it
    discord.fault("*", "", status=429, via=False, times=None)       # Cloudflare shuts the bot out
    held = discord.fault("POST", "/callback", held=True)            # until `held.release()`

What happened to requests is in their `hits`; each happens until its `times` are over.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field
from http import HTTPStatus
from math import ceil
from typing import TYPE_CHECKING, Any

from tests.e2e.wire.refusals import by_code

if TYPE_CHECKING:
    from tests.e2e.wire.asked import Asked

Json = dict[str, Any]

ANY = "*"
SOON = 1.0
SHUT_OUT = "error code: 1015"
"""Cloudflare's answer to an address with too many requests; it is not JSON."""


@dataclass(eq=False, slots=True, kw_only=True)
class Fault:
    """Something that happens to requests of a kind, so many times."""

    method: str
    path: re.Pattern[str]
    status: int | None
    times: int | None
    delay: float
    drop: bool
    after: bool
    code: int
    body: Json | None
    via: bool
    retry_after: float | None
    kind: int | None = None
    """Only requests that say that they are of this type, as answers to interactions do."""
    released: asyncio.Event = field(default_factory=asyncio.Event)
    hits: list[Asked] = field(default_factory=list)
    """The requests that it happened to."""

    def fits(self, asked: Asked) -> bool:
        return (
            self.method in (asked.method, ANY)
            and (self.times is None or len(self.hits) < self.times)
            and self.path.search(asked.path) is not None
            and (self.kind is None or asked.kind == self.kind)
        )

    def release(self) -> None:
        """Let held requests go on."""
        self.released.set()

    def lift(self) -> None:
        """It happens no more."""
        self.times = 0
        self.release()

    async def hold_up(self) -> None:
        """Let the time pass that it takes."""
        await asyncio.sleep(self.delay)
        await self.released.wait()

    @property
    def headers(self) -> dict[str, str]:
        """Only what Discord itself says came by way of it."""
        headers = {"Via": "1.1 google"} if self.via else {}
        if self.wait is not None:
            headers["Retry-After"] = str(ceil(self.wait))
        return headers

    @property
    def wait(self) -> float | None:
        """Seconds that are to go by before the next try; Discord never leaves that open."""
        too_many = self.status == HTTPStatus.TOO_MANY_REQUESTS
        return SOON if too_many and self.retry_after is None else self.retry_after

    @property
    def payload(self) -> Json | str:
        if self.body is not None:
            return self.body
        assert self.status is not None
        if not self.via:
            return SHUT_OUT
        known = by_code(self.code)
        body: Json = {"message": known[1] if known else HTTPStatus(self.status).phrase}
        body["code"] = self.code
        if self.wait is not None:
            body |= {"retry_after": self.wait, "global": False}
        return body


class Faults:
    """All faults there are; the oldest that fits is the one that happens."""

    def __init__(self) -> None:
        self._all: list[Fault] = []

    def add(self, fault: Fault) -> Fault:
        self._all.append(fault)
        return fault

    def of(self, asked: Asked) -> Fault | None:
        """Return the fault that hits this request."""
        fault = next((it for it in self._all if it.fits(asked)), None)
        if fault is not None:
            fault.hits.append(asked)
        return fault

    def lift(self) -> None:
        """Nothing goes wrong any more."""
        for fault in self._all:
            fault.lift()
        self._all.clear()
