"""What the house does by itself: it answers for computers and for those who told it what to say.

When it does so depends on nothing that is hidden: the pause before an answer is drawn when the
question is put, and a seat that armed a card or wants no questions looks, from outside, like one
that thinks.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from bot.tables.table import PaceName, Table
from engine.moves import Pass, Play
from players.roster import PLAYERS

COMPUTER: Final = "thumb"
"""The computer player that a table is given."""
PASS: Final = str(Pass())
WINDOW_HOURS: Final = 24
WINDOW: Final[dict[PaceName, float | None]] = {
    "live": None,
    "relaxed": WINDOW_HOURS * 3600.0,
    "none": 0.0,
}
"""How long a window stays open; None: as the table has set, 0: as long as it takes."""


@dataclass(frozen=True, slots=True)
class Tempo:
    """How long computers, and the house for those it answers for, seem to think."""

    shortest: float
    longest: float

    def pause(self, luck: Random, *, person: bool) -> float:
        """A person who is answered for takes twice as long, as people do."""
        return luck.uniform(self.shortest, self.longest) * (1 + person)


def plan(table: Table, now: float, tempo: Tempo, luck: Random) -> None:
    """Make the appointments for what is asked now; those that were made for it stand."""
    game = table.game if table.stage == "playing" else None
    if game is None:
        table.answers_at, table.window_ends = {}, None
        return
    if table.planned != table.moment:
        table.planned = table.moment
        table.answers_at = {}
        table.window_ends = _window_end(table, now)
    waited_for = {seat for seat in game.waiting if _is_answered_for(table, seat)}
    kept = {seat: at for seat, at in table.answers_at.items() if seat in waited_for}
    fresh = {
        seat: now + tempo.pause(luck, person=table.is_person(seat))
        for seat in sorted(waited_for - kept.keys())
    }
    table.answers_at = {**kept, **fresh}


def answer(table: Table, now: float, luck: Random) -> tuple[int, str] | None:
    """The next thing that the house has to say by now: a seat, and its move."""
    if table.game is None or table.stage != "playing":
        return None
    waiting = table.game.waiting
    due = [seat for seat in waiting if table.answers_at.get(seat, now + 1) <= now]
    if due:
        seat = min(due, key=lambda other: table.answers_at[other])
        return seat, _choice(table, seat, luck)
    if table.window_ends is not None and table.window_ends <= now and is_window(table):
        seat = waiting[0]
        return seat, _armed_move(table, seat) or PASS
    return None


def player(name: str) -> str:
    """The computer player of this name, or the usual one."""
    return name if name in PLAYERS else COMPUTER


def is_window(table: Table) -> bool:
    """Is this a moment at which one may pass?"""
    return table.game is not None and PASS in table.game.offers


def _window_end(table: Table, now: float) -> float | None:
    if not is_window(table):
        return None
    lasts = WINDOW[table.pace]
    if lasts is None:
        lasts = float(table.window_seconds)
    return now + lasts if lasts else None


def _is_answered_for(table: Table, seat: int) -> bool:
    if table.chairs[seat].computer:
        return True
    told = seat in table.quiet or seat in table.spoken_for
    return is_window(table) and (told or _armed_move(table, seat) != "")


def _choice(table: Table, seat: int, luck: Random) -> str:
    computer = table.chairs[seat].computer
    if computer:
        return str(PLAYERS[computer]().choose(table.running.view(seat), luck))
    return _armed_move(table, seat) or PASS


def _armed_move(table: Table, seat: int) -> str:
    """The first armed card that this seat can play now; "" if none."""
    armed = table.armed.get(seat)
    if not armed:
        return ""
    question = table.question
    legal = set(table.running.legal(seat))
    for entry in armed:
        window, _, card = entry.partition(" ")
        if window == question and Play(card) in legal:
            return str(Play(card))
    return ""
