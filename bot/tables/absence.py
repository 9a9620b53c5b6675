"""Seats of absent users at slow tables: their clock is paused, or a computer decides for them.

The host allows pauses for some days a year of each user, for one seat at a time, and once in a
journey, so that nobody can stall a game. Elsewhere a computer decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.tables import presence
from bot.tables.actions import Entry
from bot.tables.paces import DAY
from bot.tables.table import Table


@dataclass(frozen=True, slots=True)
class Absence:
    """A user who is away."""

    until: float
    level: str
    """The computer that plays meanwhile."""
    paused_since: float | None = None
    """When this absence first paused a clock, at any table; None: it did not yet."""
    paused_before: float = 0.0
    """Seconds of the last year for which earlier absences paused clocks."""

    def pause_ends(self, days: int, now: float) -> float:
        """Return until when a clock may be paused, where that is allowed for these days a year."""
        since = now if self.paused_since is None else self.paused_since
        return min(self.until, since + days * DAY - self.paused_before)


def concerns(table: Table) -> bool:
    """Return whether absences change anything at this table."""
    slow = table.pace_rules.is_slow and not presence.is_alone(table)
    return table.stage == "playing" and slow


def due_action(table: Table, absences: Mapping[int, Absence], now: float) -> Entry | None:
    """Return the next action that follows from these absences, by users.

    What has ended by its time is left to `bot.tables.autoplay`.
    """
    for seat in table.persons:
        absence = absences.get(table.people.get(seat, 0))
        entry = _due_at(table, seat, absence, now)
        if entry is not None:
            return entry
    return None


def _due_at(table: Table, seat: int, absence: Absence | None, now: float) -> Entry | None:
    said = table.away.get(seat)
    if absence is None or absence.until <= now:
        is_back = said is not None or seat in table.paused
        return Entry(seat, "end_away") if is_back else None
    ends = absence.pause_ends(table.pause_days, now)
    if seat in table.paused:
        # a longer absence does not lengthen it: the clock is paused once in a journey
        return _pause(seat, ends, now) if ends < table.paused[seat] else None
    wished = (absence.until, absence.level)
    if said is not None:
        return _away(seat, absence) if said != wished else None
    if seat not in presence.expected(table) or seat in table.answers_at:
        return None
    if ends > now and not table.paused and seat not in table.was_paused:
        return _pause(seat, ends, now)
    return _away(seat, absence)


def _pause(seat: int, until: float, now: float) -> Entry:
    return Entry(seat, "pause", f"{until} {now}")


def _away(seat: int, absence: Absence) -> Entry:
    return Entry(seat, "away", f"{absence.until} {absence.level}")
