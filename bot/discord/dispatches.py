"""Keeps a malformed dispatch from ending the session.

discord.py reads what Discord sends within the one loop that hears of everything. A part that is
missing, or of another kind, is an exception there, which ends that loop and the process with it.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any, Final

Report = Callable[[str, BaseException], object]
"""Logs a fault by a number, and nothing of its text."""
Parser = Callable[[Any], None]
"""Reads one kind of event."""

UNREADABLE: Final = (LookupError, TypeError, ValueError, AttributeError, RecursionError, zlib.error)
"""What comes of reading a frame that is no JSON, or lacks what every frame has."""
WELCOME: Final = "READY"
"""Without it there is no session that could go on."""


def guard(parsers: dict[str, Parser], report: Report) -> None:
    """Have each of these log what it cannot read, and drop it."""
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
