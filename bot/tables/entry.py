"""One line of a table's log."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Entry:
    """What a seat did at a table, or what the bot did by itself (no seat)."""

    seat: int | None
    command: str
    arguments: str = field(default="", repr=False)
    """They may name a card of a hand."""
