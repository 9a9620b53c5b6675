"""Beats: windows that close by themselves, so that nobody has to pass.

How long a beat lasts, and who holds it, depends on public facts alone: nobody can tell by the time
who holds what.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.tables import presence
from bot.tables.refusals import Refused, in_play, playing
from bot.tables.table import Table
from engine import IllegalMove

SHARES: Final[Mapping[str, float]] = MappingProxyType(
    {
        "before_roll": 0.5,
        "spoken": 0.5,
        "can": 0.375,
        "cannot": 0.75,
        "crashing": 0.75,
        "cards_down": 0.5,
        "take_treasure": 0.5,
    }
)
"""How much of the table's own seconds each kind of window gets: less where little is at stake, more
before a crash."""
FIRST: Final = 2
"""So many times as long is the first window of each kind that a table meets."""
LEAST: Final = 2.0
"""Seconds. In less nobody could press anything, however hurried a table wants to be."""
HOLD: Final = 15.0
"""Seconds for which somebody who looks for a card holds the beat."""
MINUTE: Final = 60.0


def lasts(table: Table) -> float:
    """Seconds that a window of the kind asked now lasts; 0: until everybody has answered."""
    match table.pace_rules.beats:
        case "short":
            return max(LEAST, table.window_seconds * SHARES.get(table.question, 1.0))
        case "long":
            return table.beat_minutes * MINUTE
        case _:
            return 0.0


def begin(table: Table, now: float) -> None:
    """Give the question that is asked now its end, if it is a window that has one."""
    limit = lasts(table)
    table.held_until, table.beat_ends, table.window_ends = {}, None, None
    if not limit or not presence.is_window(table):
        return
    if _is_new(table):
        table.met.append(table.question)
        limit *= FIRST
    table.beat_ends = table.window_ends = now + limit


def _is_new(table: Table) -> bool:
    """Is it the first short window of its kind in which persons are asked here?"""
    is_short = table.pace_rules.beats == "short"
    return is_short and table.question not in table.met and bool(presence.asked(table))


def hold(table: Table, now: float) -> None:
    """Keep the window open for those who hold it; without them it has its own end again."""
    if table.beat_ends is None:  # earlier versions knew no other end
        table.beat_ends = table.window_ends
    table.held_until = {seat: table.held_until.get(seat, now + HOLD) for seat in table.thinking}
    if table.beat_ends is not None:
        table.window_ends = max(table.beat_ends, *table.held_until.values(), table.beat_ends)


def let_go(table: Table, *, asked_anew: bool) -> None:
    """Forget those who held a window that is over, or who have passed in it."""
    waiting = () if asked_anew else table.running.waiting
    table.thinking = [seat for seat in table.thinking if seat in waiting]


def may_hold(table: Table, seat: int) -> bool:
    """Can this seat hold the beat now? Whatever it holds in its hand: it may be a bluff."""
    return (
        table.stage == "playing"
        and table.pace_rules.beats == "short"
        and presence.is_window(table)
        and seat in presence.asked(table)
        and seat not in table.thinking
    )


def think(table: Table, seat: int | None, arguments: str) -> None:
    """A seat that is asked in a window looks for a card, and all wait for it: once a window."""
    in_play(table)
    me = playing(table, seat)
    if me not in presence.asked(table):
        raise IllegalMove("not_asked", seat=me)
    if not may_hold(table, me):
        raise Refused("cannot_hold")
    table.thinking.append(me)
