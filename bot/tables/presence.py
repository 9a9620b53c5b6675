"""Who is at the table: which seats have a substitute, who is pinged, and when the table sleeps.

A person who misses two decisions in a row gets a substitute: a computer plays the seat until its
owner comes back. Computers do not play to an empty room: when no person is left, the game waits.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.tables.refusals import Refused, in_play, playing
from bot.tables.table import Notice, Table
from engine.moves import Pass
from players.roster import HARD, STAND_IN, player_of

PATIENCE: Final = 2
"""Decisions in a row that a person misses before getting a substitute."""
PASS: Final = str(Pass())


def is_substituted(table: Table, seat: int) -> bool:
    """Return whether a substitute plays this seat for its owner."""
    is_away = seat in table.away or table.missed.get(seat, 0) >= PATIENCE
    return table.is_person(seat) and is_away


def substitute_of(table: Table, seat: int) -> str:
    """Return the computer that decides for this seat in the absence of its owner.

    In a rated game nobody is played for by a better one than others.
    """
    wished = table.away[seat][1] if seat in table.away else STAND_IN
    return STAND_IN if table.is_rated and wished == HARD else wished


def substituted(table: Table) -> tuple[int, ...]:
    """Return the seats that have a substitute."""
    return tuple([seat for seat in range(len(table.chairs)) if is_substituted(table, seat)])


def present(table: Table) -> tuple[int, ...]:
    """Return the seats whose owners are present."""
    return tuple([seat for seat in table.persons if not is_substituted(table, seat)])


def anybody(table: Table) -> bool:
    """Return whether a person is present and the table awake."""
    return not table.asleep and bool(present(table))


def is_alone(table: Table) -> bool:
    """Return whether one person plays with computers: nobody waits, and nothing must be hidden."""
    return len(table.persons) == 1


def is_window(table: Table) -> bool:
    """Return whether the current question may be passed."""
    return table.game is not None and PASS in table.game.offers


def asked(table: Table) -> tuple[int, ...]:
    """Return the persons' seats that the game waits for, present or not."""
    if table.game is None or table.stage != "playing":
        return ()
    return tuple([seat for seat in table.game.waiting if table.is_person(seat)])


def deciding(table: Table) -> tuple[int, ...]:
    """Return the present persons' seats that have to decide something."""
    if is_window(table):
        return ()
    return tuple([seat for seat in asked(table) if not is_substituted(table, seat)])


def expected(table: Table) -> tuple[int, ...]:
    """Return the seats that know that they have to decide; none while the table sleeps."""
    return () if table.asleep else deciding(table)


def to_ping(table: Table) -> tuple[int, ...]:
    """Return the present persons' seats that the game waits for, if another person is present."""
    there = present(table)
    return tuple([seat for seat in asked(table) if seat in there and len(there) > 1])


def has_kept_waiting(table: Table, seat: int) -> bool:
    """Return whether the others have waited for a person in vain."""
    return is_substituted(table, seat) or (table.asleep and seat in asked(table))


def came(table: Table, seat: int) -> None:
    """Note that a person did something public: the person is back, and the table awake."""
    table.missed.pop(seat, None)
    table.away.pop(seat, None)
    table.paused.pop(seat, None)
    table.asleep = False
    hand_over(table)


def missed_decision(table: Table, seat: int) -> None:
    """Count a missed decision of a seat; a host who is away loses the role."""
    table.missed[seat] = table.missed.get(seat, 0) + 1
    hand_over(table)


def hand_over(table: Table) -> None:
    """Make a present person the host; if none is present, a person who may come back."""
    candidates = present(table) or table.persons
    if table.host not in candidates:
        table.host = candidates[0]


def ping(table: Table, kind: str, seats: Iterable[int]) -> None:
    """Ping seats in a new message, which replaces the last ping."""
    table.notices += 1
    table.notice = Notice(table.notices, kind, tuple(seats))


def withdraw_notice(table: Table) -> None:
    """Withdraw pings, warnings and pauses once their seats have nothing left to answer."""
    if table.notice is not None and not set(table.notice.seats) & set(asked(table)):
        table.notice = None
    decides = deciding(table)
    table.warned = [seat for seat in table.warned if seat in decides]
    table.paused = {seat: until for seat, until in table.paused.items() if seat in decides}


# --- actions -------------------------------------------------------------------------------


def warn(table: Table, seat: int | None, arguments: str) -> None:
    """Warn these seats, once, before their time to decide is over."""
    in_play(table)
    fresh = set(deciding(table)) - set(table.warned)
    late = [other for other in sorted(fresh) if f"{other}" in arguments.split()]
    if not late:
        raise Refused("nobody_to_call")
    table.warned += late
    ping(table, "warning", late)


def nudge(table: Table, seat: int | None, arguments: str) -> None:
    """Ping the others whom the game waits for, by the host; or the host, by one of the others."""
    in_play(table)
    me = playing(table, seat)
    came(table, me)  # before `to_ping` counts who is present
    waited_for = to_ping(table)
    others = [other for other in waited_for if table.host in (me, other) and other != me]
    if not others and {*waited_for} - {me}:
        raise Refused("not_host", host=table.host, user=table.people.get(table.host))
    if not others:
        raise Refused("nobody_to_call")
    ping(table, "nudge", others)


def back(table: Table, seat: int | None, arguments: str) -> None:
    """Give a seat back to its owner, and wake the table."""
    in_play(table)
    came(table, playing(table, seat))


def away(table: Table, seat: int | None, arguments: str) -> None:
    """Have a computer play for a person who is away: ``until level``, in seconds of the epoch.

    It ends then, or with what the person does next.
    """
    in_play(table)
    me = playing(table, seat)
    until, _, level = arguments.partition(" ")
    table.away[me] = float(until), player_of(level)
    table.paused.pop(me, None)
    hand_over(table)


def pause(table: Table, seat: int | None, arguments: str) -> None:
    """Pause the clock of a person who is away: ``until now``, in seconds of the epoch.

    It ends then, or with what the person does next; the seconds that were left are left again.
    """
    in_play(table)
    me = playing(table, seat)
    if me not in deciding(table):
        raise Refused("nobody_to_call")
    until, now = map(float, arguments.split())
    if me in table.ends_at:
        left = table.ends_at[me] - table.paused.get(me, now)
        table.ends_at[me] = until + max(left, 0.0)
    table.paused[me] = until
    table.was_paused = sorted({*table.was_paused, me})


def end_away(table: Table, seat: int | None, arguments: str) -> None:
    """Ask the owner of this seat again, who said to be away until now."""
    in_play(table)
    me = playing(table, seat)
    table.away.pop(me, None)
    table.paused.pop(me, None)
    table.missed.pop(me, None)


def sleep(table: Table, seat: int | None, arguments: str) -> None:
    """Send the table to sleep: the bot does nothing until a person comes back.

    Then everybody gets new time, and a new warning before it is over.
    """
    in_play(table)
    table.asleep = True
    table.notice = None
    table.warned.clear()
