"""What every command of a running game checks first."""

from __future__ import annotations

from bot.tables.refusals import Refused
from bot.tables.table import Table


def in_play(table: Table) -> None:
    """Refuse the command unless a game is running."""
    if table.stage == "lobby":
        raise Refused("not_started")
    if table.stage != "playing":
        raise Refused("table_closed")


def playing(table: Table, seat: int | None) -> int:
    """The seat, or a refusal for somebody who has none."""
    if seat is None or seat not in range(len(table.chairs)):
        raise Refused("not_seated")
    return seat
