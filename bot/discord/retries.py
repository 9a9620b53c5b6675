"""Hears of requests that discord.py sends again by itself: Discord counts each of them."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from types import SimpleNamespace
from typing import Final

from aiohttp import ClientSession, TraceConfig, TraceRequestStartParams


class _Request:
    """One that is under way, and whoever hears of it."""

    def __init__(self, again: Callable[[], None]) -> None:
        self.again = again
        self.is_sent = False


_under_way: Final[ContextVar[_Request | None]] = ContextVar("request", default=None)


@contextmanager
def counted(again: Callable[[], None]) -> Generator[None]:
    """Tell of each time that the request which is made here is sent once more."""
    before = _under_way.set(_Request(again))
    try:
        yield
    finally:
        _under_way.reset(before)


def counting() -> TraceConfig:
    """What discord.py's connections are watched by."""

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
