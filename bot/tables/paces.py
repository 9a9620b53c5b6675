"""The paces of a table, with their durations in seconds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

HOUR: Final = 3600.0
DAY: Final = 24 * HOUR
LOBBY_LASTS: Final = DAY
"""A lobby is closed after this time if nobody has started the game."""
LOBBY_KEPT: Final = DAY
"""A closed lobby is deleted after this time if no game ever began in it."""
GIVEN_UP_AFTER: Final = 30 * DAY
"""A game that has slept for this long is closed."""
FIRST_FLIGHT_SLEEPS_AFTER: Final = HOUR
"""A first flight goes to sleep after this time without its person."""
FIRST_FLIGHT_GIVEN_UP_AFTER: Final = 5 * HOUR
"""A first flight that has slept for this long is closed."""

WINDOWS: Final = range(3, 61)
"""Seconds that the host of a live table may choose for a window."""
BEATS: Final = (10, 30, 60, 180)
"""Minutes that the host of a relaxed table may choose for a window."""
DECISIONS: Final = range(15, 601)
"""Seconds that the host of a live table may choose for a decision."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long people may take at a table."""

    beats: Literal["short", "long", "none"]
    """How windows close: after seconds, by their kind, unless a seat holds them; after minutes of
    the table's settings; or when everybody has answered."""
    decision: float | None
    """Seconds for a decision; None: by the table's settings; 0: without limit."""
    sleeps_after: float
    """Seconds without a person's action after which a game goes to sleep."""
    pings_next: bool = False
    """The next seat to decide gets a ping, because people do not watch a board for hours."""


PACES: Final[Mapping[str, Pace]] = {
    "live": Pace(beats="short", decision=None, sleeps_after=HOUR),
    "relaxed": Pace(beats="long", decision=DAY, sleeps_after=7 * DAY, pings_next=True),
    "none": Pace(beats="none", decision=0.0, sleeps_after=7 * DAY),
}
"""Every pace by its name. The first is the default."""
USUAL: Final = next(iter(PACES))
