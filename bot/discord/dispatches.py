"""Keeps a malformed dispatch from ending the session.

discord.py parses dispatches within its one receiving loop. A field that is missing, or of another
type, raises there, and ends that loop and the process with it.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any, Final

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
    parsers.update(
        {name: _guarded(name, it, report) for name, it in parsers.items() if name != WELCOME}
    )


def _guarded(name: str, parse: Parser, report: Report) -> Parser:
    def guarded(data: Any) -> None:
        try:
            parse(data)
        except Exception as fault:
            report(f"a dispatch of Discord ({name})", fault)

    return guarded
