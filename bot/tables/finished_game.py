"""A game as it was played: its deal, its moves, and which of them people decided themselves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from bot.tables.actions import DECIDES, Entry, NotReplayed, following
from bot.tables.proof import deal_of
from bot.tables.table import Table
from engine.deal import Deal


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """All that it takes to see the game again as its players saw it."""

    deal: Deal = field(repr=False)
    moves: tuple[tuple[int, str], ...] = field(repr=False)
    own: frozenset[int] = field(repr=False)
    """The numbers of the moves that a person made on its own seat, in its turn or before."""


def finished_game(log: Iterable[Entry]) -> FinishedGame:
    """The game of this log. What the bot did for people, they have not decided."""
    own: set[int] = set()
    known, table = 0, None
    for entry, table in following(log):
        if _decides(table, entry):
            own.update(range(known, len(table.made)))
        known = len(table.made)
    if table is None or table.game is None:
        raise NotReplayed(0)
    return FinishedGame(deal_of(table), tuple(table.made), frozenset(own))


def _decides(table: Table, entry: Entry) -> bool:
    return entry.action in DECIDES and entry.seat is not None and table.is_person(entry.seat)
