"""Stops all requests while Discord shuts us out, because more of them would make that last longer.

Discord bars a whole machine whose requests were refused ten thousand times in ten minutes, and
Cloudflare bars one for a while even earlier. Neither concerns one table alone, so all requests wait
together. A permission that is missing in one place stops no other, unless there are very many.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Final

import discord

from bot.discord.limits import (
    EDIT_TIMEOUT,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    REFUSALS,
    REFUSALS_COUNTED_FOR,
    REFUSALS_IN_A_ROW,
    SHUT_OUT,
)

COUNTED: Final = (
    HTTPStatus.UNAUTHORIZED,
    HTTPStatus.FORBIDDEN,
    HTTPStatus.TOO_MANY_REQUESTS,
)
"""The refusals that Discord counts."""
OF_ONE_PLACE: Final = (MISSING_ACCESS, MISSING_PERMISSIONS)
"""Permissions that are missing in one place."""
FROM_DISCORD: Final = "Via"
"""Refusals without this header come from Cloudflare."""
UNTOLD: Final = ("retry_after",)
"""The key that discord.py does not find when Discord says that we are blocked."""
BROKEN: Final = HTTPStatus.INTERNAL_SERVER_ERROR
"""From this status on the fault is Discord's own."""

_log = logging.getLogger(__name__)


def is_passing(refused: discord.HTTPException) -> bool:
    """Is it a refusal that time alone will mend?"""
    return refused.status == HTTPStatus.TOO_MANY_REQUESTS or refused.status >= BROKEN


def is_blocked(fault: Exception) -> bool:
    """Did discord.py fail on a refusal that does not say how long to wait?"""
    return isinstance(fault, KeyError) and fault.args == UNTOLD


def pause_after(fault: Exception) -> float | None:
    """Seconds without requests that this fault calls for; None: it says nothing about them."""
    if isinstance(fault, discord.RateLimited):
        return fault.retry_after
    too_many = HTTPStatus.TOO_MANY_REQUESTS
    refused = isinstance(fault, discord.HTTPException) and fault.status == too_many
    return SHUT_OUT if refused or is_blocked(fault) else None


class CircuitBreaker:
    """Every request goes through it. After a pause one goes first, to see whether it succeeds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._run = 0
        """Refusals in a row, without those that concern one place."""
        self._counted = 0
        self._counted_until = 0.0
        """All refusals are counted until this time, then counted anew."""
        self._paused_until = 0.0
        self._tried_until = 0.0
        """Until then the request that goes first has time to end."""
        self._in_doubt = False

    @contextmanager
    def request(self) -> Generator[None]:
        """Wrap one request; `discord.RateLimited` says when to make it, or to make it again."""
        self._let_in()
        try:
            yield
        except discord.HTTPException as refused:
            pause = self._is_enough(refused)
            if pause:
                raise self._pause(refused, pause) from refused
            if not is_passing(refused):
                self._is_heard()
            raise
        except KeyError as fault:
            if not is_blocked(fault):
                raise
            raise self._pause(fault, SHUT_OUT) from fault
        self._run = 0
        self._is_heard()

    def _let_in(self) -> None:
        now = self._now()
        left = max(self._paused_until, self._tried_until) - now
        if left > 0:
            raise discord.RateLimited(left)
        if self._in_doubt:
            self._tried_until = now + EDIT_TIMEOUT

    def _is_heard(self) -> None:
        """Discord itself has answered; requests from before the pause prove nothing about it."""
        if self._now() >= self._paused_until:
            self._in_doubt, self._tried_until = False, 0.0

    def _is_enough(self, refused: discord.HTTPException) -> float:
        """Seconds without requests that this refusal calls for."""
        if refused.status not in COUNTED:
            return 0.0
        if self._counts() >= REFUSALS:
            return max(SHUT_OUT, self._counted_until - self._now())
        if refused.code in OF_ONE_PLACE:
            return 0.0
        self._run += 1
        too_many = refused.status == HTTPStatus.TOO_MANY_REQUESTS and not refused.code
        banned = too_many and FROM_DISCORD not in refused.response.headers
        return SHUT_OUT if banned or self._run >= REFUSALS_IN_A_ROW else 0.0

    def _counts(self) -> int:
        """Count this refusal; the number of late."""
        now = self._now()
        if now >= self._counted_until:
            self._counted, self._counted_until = 0, now + REFUSALS_COUNTED_FOR
        self._counted += 1
        return self._counted

    def _pause(self, fault: Exception, seconds: float) -> discord.RateLimited:
        now = self._now()
        if (
            now >= self._paused_until
        ):  # other requests under way are refused as well, which is no news
            known = isinstance(fault, discord.HTTPException)
            why = f"{fault.status}, {fault.code}" if known else "blocked"
            _log.warning("we are shut out (%s): no board is painted for %.0f s", why, seconds)
            self._run, self._paused_until, self._in_doubt = 0, now + seconds, True
        return discord.RateLimited(self._paused_until - now)
