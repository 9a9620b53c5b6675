"""The moves that computers have to think of, and the randomness that they use.

A computer that is asked the same again, as after a restart, answers the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from bot.tables.table import Table
from engine.moves import parse
from players.roster import DEEP, STAND_IN, choose

PERSON: Final = b"computer"
"""Separates this use of a table's secret from all others."""


@dataclass(frozen=True, slots=True)
class Thought:
    """A move that a computer has to think of: for a seat, at a moment of a table.

    Others may pass meanwhile; any other move of theirs begins another moment.
    """

    table: str
    seat: int
    player: str
    moment: int
    turn: int


Recall = Callable[[Thought], str | None]
"""Returns the move that was thought of; None or "" if there is none yet."""


def thought_of(table: Table, seat: int, player: str) -> Thought:
    """Return the thought of a player that moves for a seat now."""
    return Thought(table.id, seat, player, table.moment, table.turns[seat])


def luck_of(table: Table, thought: Thought) -> bytes:
    """Return the seed of the player's randomness, which reveals nothing of the table's secret."""
    told = f"{thought.moment} {thought.turn} {thought.seat}".encode()
    return blake2b(told, key=bytes.fromhex(table.secret), person=PERSON).digest()


def deep(table: Table) -> tuple[Thought, ...]:
    """Return the thoughts that slow computers owe by the times that are set."""
    seats = [seat for seat in table.answers_at if table.chairs[seat].computer in DEEP]
    return tuple([thought_of(table, seat, table.chairs[seat].computer) for seat in seats])


def will_think(table: Table) -> bool:
    """Return whether a slow computer plays at the table."""
    return table.open and any(chair.computer in DEEP for chair in table.chairs)


def decided(table: Table, seat: int, player: str, recall: Recall) -> str:
    """Return the move of a player for a seat, from no more than the seat may know.

    A slow player has thought ahead, or else a stand-in answers for it at once.
    """
    if player not in DEEP:
        return _at_once(table, seat, player)
    known = recall(thought_of(table, seat, player))
    if known and parse(known) in table.running.legal(seat):
        return known
    return _at_once(table, seat, STAND_IN)


def _at_once(table: Table, seat: int, player: str) -> str:
    luck = luck_of(table, thought_of(table, seat, player))
    return str(choose(player, table.running.view(seat), luck))
