"""What an action must pass before it is carried out: for this server, this moment, not too often.

The log speaks of seats. How often a user has got up is counted beside it, under a mark that is made
with the secret of the table: it names nobody, outlives a restart, and goes with the lobby.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Final

from bot.store.protocol import Stored
from bot.tables.refusals import Refused, Stale
from bot.tables.table import Table

NUDGE_EVERY: Final = 60.0
"""Seconds between two pings that people ask for at one table."""
JOINS_EACH: Final = 5
"""How often one user can sit down at a table: whoever comes and goes wears out no lobby."""
MARK_BYTES: Final = 8


def check_server(stored: Stored, guild: int | None) -> None:
    """Refuse whoever is in another server: names of tables are no secret, and can be typed."""
    if guild is not None and stored.guild != guild:
        raise Refused("other_server")


def check_is_for_now(table: Table, seat: int | None, moment: int | None, turn: int | None) -> None:
    """Refuse what was meant for another moment of the table, or for another turn of the seat."""
    if moment is not None and moment != table.moment:
        raise Stale("moment_passed")
    if turn is None:
        return
    if seat is None:
        raise Refused("not_seated")
    if not table.turns or turn != table.turns[seat]:
        raise Stale("moment_passed")


def limit_nudges(table: Table, now: float) -> None:
    """Note a ping, unless there was one a moment ago."""
    if 0 <= now - table.nudged_at < NUDGE_EVERY:
        raise Refused("nudged_lately")
    table.nudged_at = now


def limit_joins(table: Table, user: int) -> None:
    """Refuse a user who has come and gone often enough; the seat is left to others."""
    if table.departed.get(_mark(table, user), 0) >= JOINS_EACH:
        raise Refused("came_too_often", most=JOINS_EACH)


def note_departures(table: Table, seated: Mapping[int, int]) -> None:
    """Count those who sat here before the action, and do not any more."""
    for user in {*seated.values()} - {*table.people.values()}:
        mark = _mark(table, user)
        table.departed[mark] = table.departed.get(mark, 0) + 1


def _mark(table: Table, user: int) -> str:
    secret = bytes.fromhex(table.secret)
    return blake2b(f"{user}".encode(), key=secret, digest_size=MARK_BYTES).hexdigest()
