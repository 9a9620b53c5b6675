"""Observes requests that discord.py retries by itself: Discord counts each of them."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from types import SimpleNamespace
from typing import Final

from aiohttp import ClientSession, TraceConfig, TraceRequestStartParams


class _Request:
    """A request under way, and the callback for its retries."""

    def __init__(self, again: Callable[[], None]) -> None:
        self.again = again
        self.is_sent = False


_under_way: Final[ContextVar[_Request | None]] = ContextVar("request", default=None)


@contextmanager
def counted(again: Callable[[], None]) -> Generator[None]:
    """Call ``again`` for each retry of the request that is made here."""
    before = _under_way.set(_Request(again))
    try:
        yield
    finally:
        _under_way.reset(before)


def counting() -> TraceConfig:
    """Return the trace of connections that notices retries."""

    async def begun(_: ClientSession, __: SimpleNamespace, ___: TraceRequestStartParams) -> None:
        request = _under_way.get()
        if request is None:
            return
        if request.is_sent:
            request.again()
        request.is_sent = True

    config = TraceConfig()
    config.on_request_start.append(begun)
    return config
