"""What computers have to think of, and the luck with which they do.

A computer that is asked the same once more, as after a restart, answers the same.
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
"""Sets this use of a table's secret apart from all others."""


@dataclass(frozen=True, slots=True)
class Thought:
    """One move that a computer has to think of: for a seat, at a moment of a table.

    Others may pass meanwhile. Whatever else they do moves the moment on.
    """

    table: str
    seat: int
    player: str
    moment: int
    turn: int


Recall = Callable[[Thought], str | None]
"""The move that was thought of; None or "" if none was, or not yet."""


def thought_of(table: Table, seat: int, player: str) -> Thought:
    """What this player has to think of if it moves for this seat now."""
    return Thought(table.id, seat, player, table.moment, table.turns[seat])


def luck_of(table: Table, thought: Thought) -> bytes:
    """What the player draws its luck from: it betrays nothing of the secret that it comes from."""
    told = f"{thought.moment} {thought.turn} {thought.seat}".encode()
    return blake2b(told, key=bytes.fromhex(table.secret), person=PERSON).digest()


def deep(table: Table) -> tuple[Thought, ...]:
    """What computers that think for long have to think of by the times that are set."""
    seats = [seat for seat in table.answers_at if table.chairs[seat].computer in DEEP]
    return tuple([thought_of(table, seat, table.chairs[seat].computer) for seat in seats])


def will_think(table: Table) -> bool:
    """Does any computer here think for long?"""
    return table.open and any(chair.computer in DEEP for chair in table.chairs)


def decided(table: Table, seat: int, player: str, recall: Recall) -> str:
    """The move of this player for this seat, from no more than the seat may know.

    A player that thinks for long has thought before, or a stand-in answers for it at once.
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
