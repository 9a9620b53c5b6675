"""The clicks of people, prepared by playing a copy of their table on.

A game follows from its secret and its moves, so the bot will come to the same questions. The shares
below resemble an evening: most clicks are answers on the board, one in four opens the hand.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Final

from bench.load.visibility import fingerprint
from bot.discord.controls import Press
from bot.pages.choices import OPEN_MOVES
from bot.pages.hand import FEW
from bot.pages.leg import leg
from bot.pages.views import table_view
from bot.tables.actions import execute
from bot.tables.play import IN_TURN, to_speak
from bot.tables.presence import is_window
from bot.tables.table import Table
from bot.words import catalogue
from engine import Move

PASSES: Final = 0.85
"""Share of passes where passing is legal."""
STAYS: Final = 0.7
"""Share of stays where staying is legal."""


@dataclass(frozen=True, slots=True)
class Habits:
    """Shares of clicks beside the answers on the board."""

    looks: float = 0.3
    """Moves before which the hand is opened."""
    seals: float = 0.3
    """Turns that are answered in advance."""
    late: float = 0.03
    """Presses of a past moment's button."""
    watched: bool = False
    """The board after each click is recorded."""


AN_EVENING: Final = Habits()
ONLY_MOVES: Final = Habits(looks=0.0, seals=0.0, late=0.0, watched=True)
"""Every click changes the board, and the bot adds no moves."""


@dataclass(frozen=True, slots=True)
class Click:
    """A button or a select, and who presses it."""

    what: str
    """The kind of click, for the count."""
    seat: int
    custom_id: str
    values: tuple[str, ...] = ()
    private: bool = False
    """The control is on the seat's private hand."""
    acts: bool = True
    """The click changes the table."""
    shows: str = ""
    """The fingerprint of the board after it; empty for an end."""


def play_on(table: Table, count: int, rng: Random, habits: Habits = AN_EVENING) -> list[Click]:
    """Play a table on, and return this many valid clicks, or fewer if the game ends."""
    clicks: list[Click] = []
    while len(clicks) < count and table.stage == "playing":
        seat = rng.choice(table.running.waiting)
        if rng.random() < habits.looks:
            clicks.append(Click("look", seat, Press(table.id, "hand").custom_id, acts=False))
        if rng.random() < habits.late and table.moment > 1:
            late = Press(table.id, "say", "pass", moment=table.moment - 1)
            clicks.append(Click("late", seat, late.custom_id, acts=False))
        clicks += _seal(table, rng, habits.seals)
        move = chosen(table.running.legal(seat), rng)
        click = _move(table, seat, move)
        execute(table, "move", seat, str(move))
        if habits.watched and table.stage == "playing":
            shown = leg(table_view(table), catalogue("en"))
            click = replace(click, shows=fingerprint(shown.components))
        clicks.append(click)
    return clicks


def chosen(legal: tuple[Move, ...], rng: Random) -> Move:
    """Return a move as people make them: mostly passes and stays."""
    for kind, often in (("pass", PASSES), ("stay", STAYS)):
        found = [move for move in legal if move.kind == kind]
        if found and rng.random() < often:
            return found[0]
    return rng.choice(legal)


def _seal(table: Table, rng: Random, often: float) -> list[Click]:
    """Perhaps seal the answer of a seat whose turn is still to come."""
    early = [seat for seat in to_speak(table) if seat not in table.running.waiting]
    if table.question != IN_TURN or not early or rng.random() >= often:
        return []
    seat = rng.choice(early)
    words = "stay" if rng.random() < STAYS else "leave"
    execute(table, "seal", seat, words)
    press = Press(table.id, "say", words, moment=table.moment)
    return [Click("seal", seat, press.custom_id)]


def _move(table: Table, seat: int, move: Move) -> Click:
    """Return the click for a move: on the board if it is public, else on the hand."""
    offered = str(move) in OPEN_MOVES and move.kind in table.running.offers
    if offered or (move.kind == "pass" and is_window(table)):
        press = Press(table.id, "say", str(move), moment=table.moment)
        return Click("board", seat, press.custom_id)
    legal = table.running.legal(seat)
    number, turn = f"{legal.index(move)}", table.turns[seat]
    many = len(legal) > FEW and move.kind not in ("pass", "draw", "done")
    argument = "from 0" if many else number
    press = Press(table.id, "slot", argument, moment=table.moment, turn=turn)
    return Click("hand", seat, press.custom_id, (number,) if many else (), private=True)
