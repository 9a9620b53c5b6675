"""Beats: windows that close by themselves, so that no seat has to pass.

How long a beat lasts, and who holds it, depends on public facts alone: its time tells nothing of
what a hand holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.tables import presence
from bot.tables.refusals import Refused, in_play, playing
from bot.tables.table import Table
from engine import IllegalMove

BEFORE_THE_WORD: Final = "spoken"
"""The window between the passengers' decisions and the captain's word."""
SHARES: Final[Mapping[str, float]] = {
    "before_roll": 0.5,
    BEFORE_THE_WORD: 0.5,
    "can": 0.375,
    "cannot": 0.75,
    "crashing": 0.5,
    "cards_down": 0.5,
    "take_treasure": 0.5,
}
"""Share of the table's window seconds for each kind of window: less where little is at stake."""
UNASKED_SHARE: Final = 0.25
"""Share for the window before the captain's word if no seat pressed *Wait for Me* in advance."""
AHEAD: Final = frozenset({"decisions", "declaration"})
"""Questions after which a window follows."""
FIRST_WINDOW_FACTOR: Final = 2
"""The first window of each kind at a table is longer by this factor."""
SHORTEST_WINDOW: Final = 2.0
"""Seconds; people cannot press a button faster."""
HOLD_SECONDS: Final = 15.0
"""Seconds for which a seat that looks for a card holds the beat."""
MINUTE: Final = 60.0


def lasts(table: Table) -> float:
    """Return the seconds that the current window lasts; 0: until everybody has answered."""
    if presence.is_alone(table):
        return 0.0  # nobody else waits
    match table.pace_rules.beats:
        case "short" if table.question == BEFORE_THE_WORD and not table.thinking:
            return window_length(table.window_seconds, UNASKED_SHARE)
        case "short":
            return window_length(table.window_seconds, SHARES.get(table.question, 1.0))
        case "long":
            return table.beat_minutes * MINUTE
        case _:
            return 0.0


def window_length(seconds: int, share: float) -> float:
    """Return the seconds of a window with this share of the table's window seconds."""
    return max(SHORTEST_WINDOW, seconds * share)


def span(seconds: int) -> tuple[float, float]:
    """Return how long the shortest and the longest kind of window last with these seconds."""
    shares = [UNASKED_SHARE, *SHARES.values()]
    return window_length(seconds, min(shares)), window_length(seconds, max(shares))


def begin(table: Table, now: float) -> None:
    """Set the end of the current question, if it is a window that has one."""
    limit = lasts(table)
    table.held_until, table.beat_ends, table.window_ends = {}, None, None
    if not limit or not presence.is_window(table):
        return
    if _is_new(table):
        table.met.append(table.question)
        limit *= FIRST_WINDOW_FACTOR
    table.beat_ends = table.window_ends = now + limit


def _is_new(table: Table) -> bool:
    """Return whether this is the table's first short window of its kind that asks persons."""
    is_short = table.pace_rules.beats == "short"
    return is_short and table.question not in table.met and bool(presence.asked(table))


def hold(table: Table, now: float) -> None:
    """Keep the window open for the seats that hold it; without any it has its own end again."""
    if table.beat_ends is None:  # snapshots of earlier versions have no such field
        table.beat_ends = table.window_ends
    table.held_until = {
        seat: table.held_until.get(seat, now + HOLD_SECONDS) for seat in table.thinking
    }
    if table.beat_ends is not None:
        table.window_ends = max(table.beat_ends, *table.held_until.values(), table.beat_ends)


def change_holders(table: Table, *, asked_anew: bool) -> None:
    """Drop the seats that held a window that is over, or have passed in it; begin a new one."""
    if not asked_anew:
        table.thinking = [seat for seat in table.thinking if seat in table.running.waiting]
    elif presence.is_window(table):
        table.thinking = [seat for seat in table.asks if seat in presence.asked(table)]
        table.asks = []
    else:
        table.thinking = []


def may_hold(table: Table, seat: int) -> bool:
    """Return whether a seat can hold the beat now, whatever its hand is: it may bluff."""
    asked = presence.is_window(table) and seat in presence.asked(table)
    return _holds(table) and asked and seat not in table.thinking


def may_hold_next(table: Table, seat: int) -> bool:
    """Return whether a seat can hold the next window of this leg, whatever its hand is."""
    soon = table.question in AHEAD and BEFORE_THE_WORD in table.running.windows
    return _holds(table) and soon and table.is_person(seat) and seat not in table.asks


def _holds(table: Table) -> bool:
    return table.stage == "playing" and table.pace_rules.beats != "long"


def think(table: Table, seat: int | None, arguments: str) -> None:
    """Have the others wait for a seat that looks for a card: once in each window.

    Before a window it is a wish for the next one, which nobody sees until then.
    """
    in_play(table)
    me = playing(table, seat)
    if may_hold_next(table, me):
        table.asks.append(me)
        return
    if me not in presence.asked(table):
        raise IllegalMove("not_asked", seat=me)
    if not may_hold(table, me):
        raise Refused("cannot_hold")
    table.thinking.append(me)
