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

PATIENCE: Final = 2
"""Decisions in a row that a person misses before getting a substitute."""
PASS: Final = str(Pass())


def is_substituted(table: Table, seat: int) -> bool:
    """Does a substitute play this seat for its owner?"""
    return table.is_person(seat) and table.missed.get(seat, 0) >= PATIENCE


def substituted(table: Table) -> tuple[int, ...]:
    """The seats that have a substitute."""
    return tuple([seat for seat in range(len(table.chairs)) if is_substituted(table, seat)])


def present(table: Table) -> tuple[int, ...]:
    """The seats whose owners are there."""
    seats = range(len(table.chairs))
    return tuple(
        [seat for seat in seats if table.is_person(seat) and not is_substituted(table, seat)]
    )


def anybody(table: Table) -> bool:
    """Is anybody there, and is the table awake?"""
    return not table.asleep and bool(present(table))


def is_window(table: Table) -> bool:
    """Does the game ask a question that one may pass?"""
    return table.game is not None and PASS in table.game.offers


def asked(table: Table) -> tuple[int, ...]:
    """The persons whom the game waits for, whether they are there or not."""
    if table.game is None or table.stage != "playing":
        return ()
    return tuple([seat for seat in table.game.waiting if table.is_person(seat)])


def deciding(table: Table) -> tuple[int, ...]:
    """The persons who have to decide something, and are there to do it."""
    if is_window(table):
        return ()
    return tuple([seat for seat in asked(table) if not is_substituted(table, seat)])


def expected(table: Table) -> tuple[int, ...]:
    """Those who know that they have to decide; while a table sleeps, nobody has to."""
    return () if table.asleep else deciding(table)


def to_ping(table: Table) -> tuple[int, ...]:
    """Those who can be pinged: present persons whom the game waits for, if others are present."""
    there = present(table)
    return tuple([seat for seat in asked(table) if seat in there and len(there) > 1])


def came(table: Table, seat: int) -> None:
    """Note that a person did something public: they are back, and the table is awake."""
    table.missed.pop(seat, None)
    table.asleep = False
    hand_over(table)


def missed_decision(table: Table, seat: int) -> None:
    """Count a decision that this seat has missed; a host who is away is host no longer."""
    table.missed[seat] = table.missed.get(seat, 0) + 1
    hand_over(table)


def hand_over(table: Table) -> None:
    """Make somebody present the host; if nobody is, keep a person who may come back."""
    persons = [seat for seat in range(len(table.chairs)) if table.is_person(seat)]
    here = present(table)
    if table.host not in (here or persons):
        table.host = (*here, *persons)[0]


def ping(table: Table, kind: str, seats: Iterable[int]) -> None:
    """Ping these seats in a new message, which replaces the last ping."""
    table.notices += 1
    table.notice = Notice(table.notices, kind, tuple(seats))


def ping_next(table: Table, known: Iterable[int]) -> None:
    """Where people take hours, ping those who have to decide and do not know it yet."""
    fresh = set(expected(table)) - set(known)
    if table.pace_rules.pings_next and fresh:
        ping(table, "turn", sorted(fresh))


def withdraw_notice(table: Table) -> None:
    """Withdraw a ping, or a warning, once its seats have nothing to answer any more."""
    if table.notice is not None and not set(table.notice.seats) & set(asked(table)):
        table.notice = None
    table.warned = [seat for seat in table.warned if seat in deciding(table)]


# --- commands ------------------------------------------------------------------------------


def warn(table: Table, seat: int | None, arguments: str) -> None:
    """The bot warns these seats, once, before their time to decide is over."""
    in_play(table)
    fresh = set(deciding(table)) - set(table.warned)
    late = [other for other in sorted(fresh) if f"{other}" in arguments.split()]
    if not late:
        raise Refused("nobody_to_call")
    table.warned += late
    ping(table, "warning", late)


def nudge(table: Table, seat: int | None, arguments: str) -> None:
    """The host pings the others whom the game waits for, or one of the others pings the host."""
    in_play(table)
    me = playing(table, seat)
    came(table, me)  # so two are present: nobody is pinged who is alone
    waited_for = to_ping(table)
    others = [other for other in waited_for if table.host in (me, other) and other != me]
    if not others and {*waited_for} - {me}:
        raise Refused("not_host", host=table.host, user=table.people.get(table.host))
    if not others:
        raise Refused("nobody_to_call")
    ping(table, "nudge", others)


def back(table: Table, seat: int | None, arguments: str) -> None:
    """A person takes a seat back from its substitute, or wakes the table."""
    in_play(table)
    came(table, playing(table, seat))


def sleep(table: Table, seat: int | None, arguments: str) -> None:
    """Nobody has come for long: the bot does nothing more until somebody does.

    Then everybody gets new time, and a new warning before it is over.
    """
    in_play(table)
    table.asleep = True
    table.notice = None
    table.warned.clear()
