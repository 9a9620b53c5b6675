"""A circuit breaker for requests: while Discord blocks the bot, further requests prolong that.

Discord blocks a machine after ten thousand refused requests in ten minutes, and Cloudflare does so
for a while even earlier. Either concerns all tables, so all requests wait together. A permission
that is missing in one place stops no other request, unless there are very many.
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

COUNTED: Final = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS)
"""The statuses of refusals that Discord counts."""
OF_ONE_PLACE: Final = (MISSING_ACCESS, MISSING_PERMISSIONS)
"""Permissions that are missing in one place."""
FROM_DISCORD: Final = "Via"
"""A refusal without this header comes from Cloudflare."""
BLOCKED: Final = ("retry_after",)
"""The arguments of discord.py's KeyError when Discord says that the bot is blocked."""
BROKEN: Final = HTTPStatus.INTERNAL_SERVER_ERROR
"""Statuses from this one on are Discord's own faults."""

_log = logging.getLogger(__name__)


def is_passing(refused: discord.HTTPException) -> bool:
    """Return whether a refusal is temporary."""
    return refused.status == HTTPStatus.TOO_MANY_REQUESTS or refused.status >= BROKEN


def is_blocked(fault: Exception) -> bool:
    """Return whether discord.py failed on a refusal that does not say how long to wait."""
    return isinstance(fault, KeyError) and fault.args == BLOCKED


def pause_after(fault: Exception) -> float | None:
    """Return the seconds without requests that a fault calls for; None: it calls for none."""
    if isinstance(fault, discord.RateLimited):
        return fault.retry_after
    too_many = HTTPStatus.TOO_MANY_REQUESTS
    refused = isinstance(fault, discord.HTTPException) and fault.status == too_many
    return SHUT_OUT if refused or is_blocked(fault) else None


class CircuitBreaker:
    """All requests pass through it; after a pause one of them goes first as a probe."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._run = 0
        """Refusals in a row that do not concern one place."""
        self._counted = 0
        self._counted_until = 0.0
        """When the count begins anew."""
        self._paused_until = 0.0
        self._probe_until = 0.0
        """Until when the probe has time to end."""
        self._half_open = False

    @contextmanager
    def request(self) -> Generator[None]:
        """Wrap one request; raises `discord.RateLimited` with the time to wait for the next one."""
        self._admit()
        try:
            yield
        except discord.HTTPException as refused:
            pause = self._pause_after(refused)
            if pause:
                raise self._pause(refused, pause) from refused
            if not is_passing(refused):
                self._close()
            raise
        except KeyError as fault:
            if not is_blocked(fault):
                raise
            raise self._pause(fault, SHUT_OUT) from fault
        self._run = 0
        self._close()

    def _admit(self) -> None:
        now = self._now()
        left = max(self._paused_until, self._probe_until) - now
        if left > 0:
            raise discord.RateLimited(left)
        if self._half_open:
            self._probe_until = now + EDIT_TIMEOUT

    def _close(self) -> None:
        """End the trial: Discord has answered. Requests from before the pause prove nothing."""
        if self._now() >= self._paused_until:
            self._half_open, self._probe_until = False, 0.0

    def _pause_after(self, refused: discord.HTTPException) -> float:
        """Count a refusal, and return the seconds without requests that it calls for."""
        if refused.status not in COUNTED:
            return 0.0
        if self._count() >= REFUSALS:
            return max(SHUT_OUT, self._counted_until - self._now())
        if refused.code in OF_ONE_PLACE:
            return 0.0
        self._run += 1
        too_many = refused.status == HTTPStatus.TOO_MANY_REQUESTS and not refused.code
        banned = too_many and FROM_DISCORD not in refused.response.headers
        return SHUT_OUT if banned or self._run >= REFUSALS_IN_A_ROW else 0.0

    def _count(self) -> int:
        """Count a refusal, and return the number of recent ones."""
        now = self._now()
        if now >= self._counted_until:
            self._counted, self._counted_until = 0, now + REFUSALS_COUNTED_FOR
        self._counted += 1
        return self._counted

    def _pause(self, fault: Exception, seconds: float) -> discord.RateLimited:
        now = self._now()
        # requests under way when the pause began are refused, too
        if now >= self._paused_until:
            known = isinstance(fault, discord.HTTPException)
            why = f"{fault.status}, {fault.code}" if known else "blocked"
            _log.warning("we are shut out (%s): no board is painted for %.0f s", why, seconds)
            self._run, self._paused_until, self._half_open = 0, now + seconds, True
        return discord.RateLimited(self._paused_until - now)
