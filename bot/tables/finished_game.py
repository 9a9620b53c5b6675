"""A finished game: its deal, its moves, and which of them people decided themselves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from bot.tables.actions import DECIDES, Entry, NotReplayed, replayed
from bot.tables.proof import deal_of
from bot.tables.table import Table
from engine.deal import Deal


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game with all that is needed to show it again as its players saw it."""

    deal: Deal = field(repr=False)
    moves: tuple[tuple[int, str], ...] = field(repr=False)
    own: frozenset[int] = field(repr=False)
    """The numbers of the moves that a person made on its own seat, in its turn or before."""


def finished_game(log: Iterable[Entry]) -> FinishedGame:
    """Return the game of a log; moves that the bot made for people are not their own.

    Raises `NotReplayed` if no game began.
    """
    own: set[int] = set()
    known, table = 0, None
    for entry, table in replayed(log):
        if _decides(table, entry):
            own.update(range(known, len(table.made)))
        known = len(table.made)
    if table is None or table.game is None:
        raise NotReplayed(0)
    return FinishedGame(deal_of(table), tuple(table.made), frozenset(own))


def _decides(table: Table, entry: Entry) -> bool:
    return entry.action in DECIDES and entry.seat is not None and table.is_person(entry.seat)
