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
"""Minutes that the host of a slow table may choose for a window."""
PAUSES: Final = (0, 7, 14, 28)
"""Days a year for which the host of a slow table may allow absences to pause the clock."""
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
    beat: int = 30
    """Minutes of a window, unless the host chooses others: some 1/48 of a decision."""

    @property
    def is_slow(self) -> bool:
        """True if people need not be there at the same time."""
        return self.beats == "long"


def _slow(decision: float, beat: int) -> Pace:
    return Pace("long", decision, sleeps_after=7 * DAY, beat=beat)


PACES: Final[Mapping[str, Pace]] = {
    "live": Pace(beats="short", decision=None, sleeps_after=HOUR),
    "4h": _slow(4 * HOUR, 10),
    "12h": _slow(12 * HOUR, 10),
    "relaxed": _slow(DAY, 30),
    "72h": _slow(3 * DAY, 60),
    "none": Pace(beats="none", decision=0.0, sleeps_after=7 * DAY),
}
"""Every pace by its name. The first is the default."""
USUAL: Final = next(iter(PACES))
_DAYS: Final = {2: (6, 19), 3: (7, 15), 4: (9, 19), 5: (7, 17), 6: (8, 17)}
DAYS: Final[Mapping[str, Mapping[int, tuple[int, int]]]] = {
    # people who look in twice a day miss many of these times, and a computer answers for them
    "4h": {2: (3, 4), 3: (6, 7), 4: (10, 13), 5: (8, 17), 6: (7, 15)},
    "12h": {2: (6, 15), 3: (7, 18), 4: (9, 18), 5: (7, 16), 6: (8, 16)},
    "relaxed": _DAYS,
    "72h": _DAYS,
}
"""Mean days of a base game at the slow paces, by the number of people: if all look in four times a
day, and twice. ``python -m bench.flow --days`` measures them."""
