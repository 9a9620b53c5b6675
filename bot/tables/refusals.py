"""Why a table refuses an action; each code has its sentence in the catalogues."""

from __future__ import annotations

from bot.tables.table import Table


class Refused(Exception):
    """The action cannot be carried out, and nothing has changed."""

    def __init__(self, code: str, **data: object) -> None:
        super().__init__(code)
        self.code = code
        self.data = data


class Stale(Refused):
    """The action was meant for a moment that has passed."""


def in_play(table: Table) -> None:
    """Refuse the action unless a game is running."""
    if table.stage == "lobby":
        raise Refused("not_started")
    if table.stage != "playing":
        raise Refused("table_closed")


def playing(table: Table, seat: int | None) -> int:
    """Return the seat; refuse a user who has none."""
    if seat is None or seat not in range(len(table.chairs)):
        raise Refused("not_seated")
    return seat
