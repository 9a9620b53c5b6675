"""Keeps a malformed dispatch from ending the session, and receives presses and forms.

discord.py parses dispatches within its one receiving loop. A field that is missing, or of another
type, raises there, and ends that loop and the process with it.
"""

from __future__ import annotations

import asyncio
import logging
import zlib
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

from bot import log
from bot.discord.incoming import KINDS, Incoming, pressed
from bot.discord.rest import Rest

Report = Callable[[str, BaseException], object]
"""Logs a fault by a number, without its text."""
Parser = Callable[[Any], None]
"""Parses one kind of event."""

UNREADABLE: Final = (LookupError, TypeError, ValueError, AttributeError, RecursionError, zlib.error)
"""The exceptions from a frame that is no JSON, or lacks a field that every frame has."""
WELCOME: Final = "READY"
"""A session cannot continue without it, so its faults are not caught."""


def guard(parsers: dict[str, Parser], report: Report) -> None:
    """Have each parser log and drop a dispatch that it cannot read."""
    for name, parse in parsers.items():
        if name != WELCOME:
            parsers[name] = partial(_parse, name, parse, report)


def _parse(name: str, parse: Parser, report: Report, data: Any) -> None:
    try:
        parse(data)
    except Exception as fault:
        report(f"a dispatch of Discord ({name})", fault)


INTERACTION: Final = "INTERACTION_CREATE"
"""Discord's name of the dispatch."""

_log = logging.getLogger(__name__)


class Intake:
    """Replaces discord.py's parser of interactions."""

    def __init__(
        self, parsers: dict[str, Parser], rest: Rest, report: Report, is_owner: Callable[[], bool]
    ) -> None:
        self.on_pressed: Callable[[Incoming], Awaitable[None]] | None = None
        """Answers a press or a form; None until the commands are declared."""
        self.is_owner = is_owner
        """Returns whether this process answers; otherwise another one has taken over its shards."""
        self.passes_on: Callable[[Any], bool] = lambda _: False
        """Passes an interaction on to the process that answers it, and returns whether it did."""
        self._rest = rest
        self._report = report
        self._others = parsers[INTERACTION]
        self._answering: set[asyncio.Task[None]] = set()
        """References to running tasks, which asyncio does not keep."""
        parsers[INTERACTION] = self._heard

    def _heard(self, data: Any) -> None:
        if not self.is_owner():
            _log.info("interaction %s is left to others", data["id"])
            return
        if self.passes_on(data):
            return
        if data["type"] not in KINDS:
            self._others(data)
            return
        task = asyncio.get_running_loop().create_task(self._answer(pressed(self._rest, data)))
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    async def _answer(self, press: Incoming) -> None:
        log.cause.set(f"{press.id}")  # this task serves this press only
        try:
            if self.on_pressed is not None:
                await self.on_pressed(press)
        except Exception as fault:
            self._report(f"interaction {press.id}", fault)
