"""When a user is reminded of pending decisions at slow tables, by the user's own settings.

Times are in seconds of the epoch. A user is pinged some time after a decision became theirs, and
once more before its deadline; or gets one digest a day while any decision is pending.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import inf
from typing import Final, Literal, cast
from zoneinfo import ZoneInfo

from players.roster import STAND_IN, player_of

Kind = Literal["turn", "after", "digest", "every", "never"]
TURN, AFTER, DIGEST, EVERY, NEVER = "turn", "after", "digest", "every", "never"
"""The kinds of reminders: a ping a minute after it is the user's turn, or some hours after, both at
most `MOST` times a day; one digest a day; a ping each time; none."""
HOURS: Final = (1, 2, 4, 8)
"""Hours between the beginning of the user's turn and the ping, for the kind "after"."""
HOURS_OF_DAY: Final = range(24)
QUIET: Final = ((21, 7), (22, 7), (22, 8), (23, 8), (0, 9))
"""Hours of the day between which a person may want no pings."""
MOST: Final = 2
"""Pings of a person in 24 hours."""
SOON: Final = 60.0
"""Seconds between the beginning of a turn and the first ping. Sealed answers are opened sooner, so
the absence of a ping does not reveal who has sealed one."""
WARNED: Final = 1 / 3
"""Share of the time for a decision that is left when the user is pinged again."""
DAYS_AWAY: Final = (1, 3, 7, 14, 28)
"""Days for which a person may be away."""
HOUR: Final = 3600.0
DAY: Final = 24 * HOUR
YEAR: Final = 365 * DAY
UNTOLD, TOLD, WARNED_TOO = range(3)
"""Numbers of reminders about one pending decision: none, one, two. A user who has just acted at the
table counts as reminded once."""
TABLE, PRIVATE, REFUSED = "table", "private", "refused"
"""Where reminders are posted: in the table's channel, or as direct messages; "refused": as direct
messages, but Discord does not deliver them, so they are posted in the channel."""


@dataclass(frozen=True, slots=True)
class Wait:
    """A pending decision of the user at one table."""

    table: str
    since: float
    ends: float | None
    """The deadline, at which a computer decides instead; None: there is none."""
    told: int = UNTOLD


@dataclass(frozen=True, slots=True)
class Wishes:
    """A user's settings for reminders."""

    kind: Kind = "turn"
    hours: int = HOURS[1]
    """Hours between the beginning of a turn and the ping, for the kind "after"."""
    at: int = 18
    """The hour of the day at which a digest comes."""
    quiet: tuple[int, int] | None = None
    """Hours of the day between which no ping comes."""
    place: str = TABLE
    zone: str = ""
    """The zone of these hours; "" until the person has chosen something."""
    language: str = ""
    """The language of direct messages."""
    level: str = STAND_IN
    """The computer that plays while the person is away."""

    @classmethod
    def parse(cls, words: str) -> Wishes:
        """Return the settings that `str` has written; if the text is damaged, the default ones."""
        pairs = [it.partition("=") for it in words.split()]
        given = {name: value for name, _, value in pairs}
        try:
            return _read(given)
        except (KeyError, ValueError, OSError):
            return cls()

    def __str__(self) -> str:
        quiet = "" if self.quiet is None else "{}-{}".format(*self.quiet)
        given = {
            "kind": self.kind,
            "hours": f"{self.hours}",
            "at": f"{self.at}",
            "quiet": quiet,
            "place": self.place,
            "zone": self.zone,
            "language": self.language,
            "level": self.level,
        }
        return " ".join(f"{name}={value}" for name, value in given.items())

    # --- times ---------------------------------------------------------------------------------

    def next_at(self, waits: Sequence[Wait], sent: Sequence[float]) -> float | None:
        """Return when to remind the user of these decisions; None: never.

        ``sent``: when the last reminders were sent.
        """
        times = [self._ping_at(it, sent) for it in waits]
        if self.kind == DIGEST and waits:
            first = min(it.since for it in waits) + SOON
            times = [self.hour_after(max(first, *sent, first))]
        return min([at for at in times if at is not None], default=None)

    def to_tell(self, waits: Sequence[Wait], sent: Sequence[float], now: float) -> list[Wait]:
        """Return the decisions to remind the user of now."""
        at = self.next_at(waits, sent)
        if at is None or at > now:
            return []
        if self.kind == DIGEST:
            return [*waits]
        due = [(it, self._ping_at(it, sent)) for it in waits]
        return [it for it, at in due if at is not None and at <= now]

    def hour_after(self, time: float) -> float:
        """Return when a digest comes next after this time."""
        return self._next_hour(time, self.at)

    def _ping_at(self, wait: Wait, sent: Sequence[float]) -> float | None:
        """Return when to ping the user about one decision; None: not again."""
        if self.kind in (NEVER, DIGEST) or wait.told == WARNED_TOO:
            return None
        last = None if wait.ends is None else wait.ends - WARNED * (wait.ends - wait.since)
        delay = self.hours * HOUR if self.kind == AFTER else SOON
        at = wait.since + delay if wait.told == UNTOLD else last
        if at is None:
            return None
        at = at if last is None else min(at, last)
        limited = self.kind != EVERY and len(sent) >= MOST
        earliest = max(wait.since + SOON, sent[-MOST] + DAY if limited else 0.0)
        ends = inf if wait.ends is None else wait.ends
        found = self._outside_quiet_hours(max(at, earliest), ends)
        return found if earliest <= found < ends else None

    def _outside_quiet_hours(self, at: float, latest: float) -> float:
        """Return the time of a ping that no quiet hours hold up.

        It comes after them, or before them where that would be too late.
        """
        if self.quiet is None or not _holds(self.quiet, self._hour(at)):
            return at
        begins, ends = self.quiet
        later = self._next_hour(at, ends)
        return later if later < latest else self._next_hour(at - DAY, begins)

    def _hour(self, time: float) -> int:
        return datetime.fromtimestamp(time, self._zone).hour

    def _next_hour(self, time: float, hour: int) -> float:
        """Return the first time after this one at which that hour of the day begins.

        An hour that summer time skips begins with the next one; of two alike it is the first.
        """
        day = datetime.fromtimestamp(time, self._zone).date()
        for _ in range(3):
            begins = datetime(day.year, day.month, day.day, hour, tzinfo=self._zone).timestamp()
            if begins > time:
                return begins
            day += timedelta(days=1)
        raise ValueError(time)  # every hour begins each day

    @property
    def _zone(self) -> ZoneInfo:
        return ZoneInfo(self.zone or "UTC")


def _holds(quiet: tuple[int, int], hour: int) -> bool:
    begins, ends = quiet
    return begins <= hour < ends if begins < ends else hour >= begins or hour < ends


def _read(given: dict[str, str]) -> Wishes:
    kind, place, zone = given["kind"], given["place"], given["zone"]
    hours, at = int(given["hours"]), int(given["at"])
    begins, _, ends = given["quiet"].partition("-")
    quiet = (int(begins), int(ends)) if begins else None
    known = kind in (TURN, AFTER, DIGEST, EVERY, NEVER) and place in (TABLE, PRIVATE, REFUSED)
    if not known or hours not in HOURS or at not in HOURS_OF_DAY or quiet not in (None, *QUIET):
        raise ValueError
    ZoneInfo(zone or "UTC")
    level = player_of(given["level"])
    return Wishes(cast("Kind", kind), hours, at, quiet, place, zone, given["language"], level)


def told(waits: Sequence[Wait]) -> list[Wait]:
    """Return these decisions after the user was reminded of them."""
    return [replace(it, told=min(it.told + 1, WARNED_TOO)) for it in waits]
