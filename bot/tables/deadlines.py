"""How long people may take, and when they get more time.

A deadline is a field of the table, in seconds of the epoch. It counts only while people can reach
the bot: they get time back after a restart, a jump of the clock or a sleep of the machine.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import Final, NamedTuple

from bot.tables import beats, presence
from bot.tables.paces import HOUR, LOBBY_LASTS
from bot.tables.table import Table

GRACE: Final = HOUR
"""Seconds. After an outage of the bot people have as much time as for a new question, but no more
than this; until then no game goes to sleep and no table is closed for lack of people."""
LONGEST_PAUSE: Final = 120.0
"""Seconds. Computers pause for less; an answer farther ahead was planned by another clock."""


class Loss(NamedTuple):
    """Seconds for which the bot was held up, and when that ended."""

    ended: float
    seconds: float

    def repaid(self, at: float, limit: float) -> float:
        """Return the later end of a time of this length, if it was running then."""
        if at - limit >= self.ended:
            return at
        return max(at, min(at + self.seconds, self.ended + limit))


def decision_limit(table: Table) -> float:
    """Return the seconds for a decision; 0: without limit, as for a person among computers."""
    if presence.is_alone(table):
        return 0.0
    limit = table.pace_rules.decision
    return float(table.decision_seconds) if limit is None else limit


def plan(table: Table, now: float) -> None:
    """Set the times of all who have to decide; times that are set already stay."""
    limit = decision_limit(table)
    deciding = presence.deciding(table) if limit else ()
    table.ends_at = {
        seat: min(table.ends_at.get(seat, inf), _runs_from(table, seat, now) + limit)
        for seat in deciding
    }
    table.warns_before = limit / 3
    if table.stage == "lobby":
        table.closes_at = table.closes_at or table.opened + LOBBY_LASTS
    if not table.open and table.game is None:
        table.closed_at = min(table.closed_at or now, now)  # the clock may have been put back
    if table.stage == "playing" and not table.seen_at:
        table.seen_at = now
    table.slept_at = (table.slept_at or now) if table.asleep else None


def _runs_from(table: Table, seat: int, now: float) -> float:
    """Return when the clock of a seat runs: now, or once it is no longer paused."""
    return max(now, table.paused.get(seat, now))


def extend(table: Table, since: float, awake: float, now: float) -> bool:
    """Give people more time after an outage, and return whether a shown time has changed.

    People could not answer here before ``since``. Nothing ends for lack of people until some time
    after the bot was ``awake`` again. Times that another clock set too far ahead are corrected, and
    such answers are due now.
    """
    before = _shown(table)
    limit = decision_limit(table)
    table.ends_at = {
        seat: _moved(at, since, _runs_from(table, seat, now), limit)
        for seat, at in table.ends_at.items()
        if limit
    }
    _extend_window(table, since, now)
    table.answers_at = {
        seat: at if at <= now + LONGEST_PAUSE else now for seat, at in table.answers_at.items()
    }
    if table.seen_at:
        table.seen_at = min(max(table.seen_at, awake + GRACE - table.sleeps_after), now)
    if table.slept_at is not None:
        table.slept_at = min(max(table.slept_at, awake + GRACE - table.given_up_after), now)
    if table.closes_at is not None:
        table.closes_at = min(max(table.closes_at, awake + GRACE), now + LOBBY_LASTS)
    return before != _shown(table)


def give_back(table: Table, losses: Iterable[Loss], now: float) -> bool:
    """Give people the seconds back that they have lost, and return whether a shown time changed.

    Nobody gets more than the time for a new question.
    """
    before = _shown(table)
    limit, lasts = decision_limit(table), beats.lasts(table)
    for loss in losses:
        table.ends_at = {seat: loss.repaid(at, limit) for seat, at in table.ends_at.items()}
        table.held_until = {
            seat: loss.repaid(at, beats.HOLD_SECONDS) for seat, at in table.held_until.items()
        }
        if table.beat_ends is not None:
            table.beat_ends = loss.repaid(table.beat_ends, lasts)
    beats.hold(table, now)
    return before != _shown(table)


def _extend_window(table: Table, since: float, now: float) -> None:
    """Give people the usual time for the window, even if it is the longer first one of its kind."""
    beats.hold(table, now)
    if table.beat_ends is None:
        return
    lasts = beats.lasts(table)
    table.beat_ends = _moved(
        table.beat_ends, since, now, lasts, most=beats.FIRST_WINDOW_FACTOR * lasts
    )
    table.held_until = {
        seat: _moved(at, since, now, beats.HOLD_SECONDS) for seat, at in table.held_until.items()
    }
    beats.hold(table, now)


def _shown(table: Table) -> tuple[object, ...]:
    return dict(table.ends_at), table.window_ends, table.slept_at, table.closes_at


def _moved(at: float, since: float, now: float, limit: float, most: float = 0.0) -> float:
    return min(max(at, since + min(limit, GRACE)), now + (most or limit))


def overdue(table: Table, now: float) -> int | None:
    """Return the seat whose time to decide has been over for longest, if there is one."""
    over = [seat for seat in presence.deciding(table) if table.ends_at.get(seat, now + 1) <= now]
    return min(over, key=lambda seat: table.ends_at[seat], default=None)


def to_warn(table: Table, now: float) -> tuple[int, ...]:
    """Return the seats to warn that their time is running out; slow tables remind people."""
    if table.pace_rules.is_slow:
        return ()
    fresh = set(presence.deciding(table)) - set(table.warned)
    return tuple([seat for seat in sorted(fresh) if table.warn_at(seat) <= now])
