"""What must hold before anything is done in a game."""

from __future__ import annotations

from bot.tables.refusals import Refused
from bot.tables.table import Table


def in_play(table: Table) -> None:
    """Refuse what is for the time of the game."""
    if table.stage == "lobby":
        raise Refused("not_started")
    if table.stage != "playing":
        raise Refused("table_closed")


def playing(table: Table, seat: int | None) -> int:
    """The seat of somebody who must have one."""
    if seat is None or seat not in range(len(table.chairs)):
        raise Refused("not_seated")
    return seat
