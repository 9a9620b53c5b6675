"""Who is at the table: whose seat a computer keeps for a while, who is called, and who sleeps.

A seat whose owner lets two decisions in a row go by is kept by a computer until its owner comes
back. Computers do not play to an empty room: when nobody is left, all wait.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.tables.guards import in_play, playing
from bot.tables.refusals import Refused
from bot.tables.table import Notice, Table
from engine.moves import Pass

PATIENCE: Final = 2
"""Decisions in a row that a seat may let go by before a computer keeps it."""
PASS: Final = str(Pass())


def is_substituted(table: Table, seat: int) -> bool:
    """Does a computer keep this seat for its owner?"""
    return table.is_person(seat) and table.missed.get(seat, 0) >= PATIENCE


def substituted(table: Table) -> tuple[int, ...]:
    """The seats that computers keep for their owners."""
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
    """Is this a moment at which one may pass?"""
    return table.game is not None and PASS in table.game.offers


def asked(table: Table) -> tuple[int, ...]:
    """The persons that the game waits for now, whether they are there or not."""
    if table.game is None or table.stage != "playing":
        return ()
    return tuple([seat for seat in table.game.waiting if table.is_person(seat)])


def deciding(table: Table) -> tuple[int, ...]:
    """The persons that have to decide something by themselves, and are there to do it."""
    if is_window(table):
        return ()
    return tuple([seat for seat in asked(table) if not is_substituted(table, seat)])


def expected(table: Table) -> tuple[int, ...]:
    """Those who know that they have to decide: while a table sleeps, nobody has to."""
    return () if table.asleep else deciding(table)


def to_call(table: Table) -> tuple[int, ...]:
    """Those whom somebody can call: whom the game waits for, no computer, and nobody alone."""
    there = present(table)
    return tuple([seat for seat in asked(table) if seat in there and len(there) > 1])


def came(table: Table, seat: int) -> None:
    """Somebody did something that all can see: they are back, and the table is awake."""
    table.missed.pop(seat, None)
    table.asleep = False
    hand_over(table)


def went_by(table: Table, seat: int) -> None:
    """A decision went by that was this seat's to make; a host who is away is host no longer."""
    table.missed[seat] = table.missed.get(seat, 0) + 1
    hand_over(table)


def hand_over(table: Table) -> None:
    """Let somebody be host who is there; when nobody is, somebody who may come back."""
    persons = [seat for seat in range(len(table.chairs)) if table.is_person(seat)]
    here = present(table)
    if table.host not in (here or persons):
        table.host = (*here, *persons)[0]


def ping(table: Table, kind: str, seats: Iterable[int]) -> None:
    """Have these seats called in a message of its own, which takes the place of the last call."""
    table.notices += 1
    table.notice = Notice(table.notices, kind, tuple(seats))


def ping_next(table: Table, known: Iterable[int]) -> None:
    """Where people take hours, whoever has to decide and does not know it yet is called."""
    fresh = set(expected(table)) - set(known)
    if table.pace_rules.pings_next and fresh:
        ping(table, "turn", sorted(fresh))


def hush(table: Table) -> None:
    """Take the call back when nobody that it named is waited for any more."""
    if table.notice is not None and not set(table.notice.seats) & set(asked(table)):
        table.notice = None
    table.warned = [seat for seat in table.warned if seat in deciding(table)]


# --- acts ----------------------------------------------------------------------------------


def warn(table: Table, seat: int | None, arguments: str) -> None:
    """These seats, which have to decide, are called once before their time is over."""
    in_play(table)
    fresh = set(deciding(table)) - set(table.warned)
    late = [other for other in sorted(fresh) if f"{other}" in arguments.split()]
    if not late:
        raise Refused("nobody_to_call")
    table.warned += late
    ping(table, "warning", late)


def nudge(table: Table, seat: int | None, arguments: str) -> None:
    """The host calls the others who are waited for, and the others call the host."""
    in_play(table)
    me = playing(table, seat)
    came(table, me)  # whoever calls is there, and so nobody whom they call is alone
    waited_for = to_call(table)
    others = [other for other in waited_for if table.host in (me, other) and other != me]
    if not others and {*waited_for} - {me}:
        raise Refused("not_host", host=table.host, user=table.people.get(table.host))
    if not others:
        raise Refused("nobody_to_call")
    ping(table, "nudge", others)


def back(table: Table, seat: int | None, arguments: str) -> None:
    """Somebody takes a seat back from the computer, or wakes the table."""
    in_play(table)
    came(table, playing(table, seat))


def sleep(table: Table, seat: int | None, arguments: str) -> None:
    """Nobody has come for long: the house does nothing more until somebody does.

    Then all have their time again, and are warned before that is over.
    """
    in_play(table)
    table.asleep = True
    table.notice = None
    table.warned.clear()
