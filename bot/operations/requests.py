"""Hears of every request to Discord, those that discord.py tries again by itself as well."""

from __future__ import annotations

from http import HTTPStatus
from time import perf_counter
from types import SimpleNamespace
from typing import Final

from aiohttp import (
    ClientSession,
    TraceConfig,
    TraceRequestEndParams,
    TraceRequestExceptionParams,
    TraceRequestStartParams,
)
from yarl import URL

from bot.discord.circuit_breaker import BROKEN, FROM_DISCORD
from bot.operations.metrics import CLOUDFLARE, LIMITS, OTHER, Metrics

SCOPE: Final = "X-RateLimit-Scope"


def watch(trace: TraceConfig, metrics: Metrics) -> None:
    """Have all that this one hears of counted as well."""

    async def begun(
        _: ClientSession, request: SimpleNamespace, __: TraceRequestStartParams
    ) -> None:
        request.begun = perf_counter()

    async def ended(
        _: ClientSession, request: SimpleNamespace, told: TraceRequestEndParams
    ) -> None:
        status, headers = told.response.status, told.response.headers
        if status == HTTPStatus.SWITCHING_PROTOCOLS:
            return  # the gateway, which takes clicks and no requests
        if status == HTTPStatus.TOO_MANY_REQUESTS:
            scope = headers.get(SCOPE, "user") if FROM_DISCORD in headers else CLOUDFLARE
            metrics.limited(scope if scope in LIMITS else OTHER)
        metrics.requested(_by(told.url), _outcome(status), perf_counter() - request.begun)

    async def failed(
        _: ClientSession, request: SimpleNamespace, told: TraceRequestExceptionParams
    ) -> None:
        metrics.requested(_by(told.url), "lost", perf_counter() - request.begun)

    trace.on_request_start.append(begun)
    trace.on_request_end.append(ended)
    trace.on_request_exception.append(failed)


def _by(url: URL) -> str:
    """Whose token it goes by: those of clicks do not count among the bot's own requests."""
    of_a_click = "/interactions/" in url.path or "/webhooks/" in url.path
    return "click" if of_a_click else "bot"


def _outcome(status: int) -> str:
    if status < HTTPStatus.BAD_REQUEST:
        return "taken"
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        return "limited"
    return "broken" if status >= BROKEN else "refused"
