"""The paces at which a table is played, with every duration that goes with them, in seconds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

HOUR: Final = 3600.0
DAY: Final = 24 * HOUR
LOBBY_LASTS: Final = DAY
"""A lobby that has not started the game by then is closed."""
GIVEN_UP_AFTER: Final = 30 * DAY
"""A game that has slept for so long is closed."""

WINDOWS: Final = range(3, 61)
"""What a window of a table may last, where the table says so itself."""
DECISIONS: Final = range(15, 601)
"""The same for a decision."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long people may take. None: as the table says; 0: as long as they like."""

    window: float | None
    decision: float | None
    sleeps_after: float
    """A game goes to sleep when nobody has come for so long."""
    pings_next: bool = False
    """Whoever has to decide next gets a ping, because nobody watches the board for hours."""


PACES: Final[Mapping[str, Pace]] = MappingProxyType(
    {
        "live": Pace(window=None, decision=None, sleeps_after=HOUR),
        "relaxed": Pace(window=DAY, decision=DAY, sleeps_after=7 * DAY, pings_next=True),
        "none": Pace(window=0.0, decision=0.0, sleeps_after=7 * DAY),
    }
)
"""Every pace by its name. The first is the usual one."""
USUAL: Final = next(iter(PACES))
