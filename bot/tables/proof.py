"""What proves that nobody chose the deal: a commitment before the game, the record after it."""

from __future__ import annotations

import json
from typing import Final

from bot.tables.table import Table
from engine import Record
from engine.moves import parse
from engine.records import commitment

FILE: Final = "celestia-{id}.json"


def commitment_of(table: Table) -> str:
    """The SHA-256 of the secret: the lobby shows it before anybody else joins."""
    return commitment(bytes.fromhex(table.secret))


def record(table: Table) -> str | None:
    """The record file of a table that is closed, from its whole log; None if no game began."""
    if table.game is None or table.open:
        return None
    moves = [(seat, parse(move)) for seat, move in table.made]
    made = Record.of(table.game, bytes.fromhex(table.secret), moves, tuple(table.joins))
    return json.dumps(made.to_json(), indent=1) + "\n"
