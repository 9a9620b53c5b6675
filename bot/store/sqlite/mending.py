"""What a start looks for first: tables that an index hides, and tables that are gone.

It costs some 15 us for each table. The log is left out, which is far longer: a check reads it.
"""

from __future__ import annotations

import logging
import sqlite3
from typing import Final

from bot.store.damage import Damage
from bot.store.sql import seals
from bot.store.sqlite.failures import RAISED, failure_of
from bot.store.sqlite.inspection import damaged_indexes
from bot.store.sqlite.session import carry_out

_INDEXED: Final = ("tables", "players", "messages", "outbox")

_log = logging.getLogger(__name__)


def mend(db: sqlite3.Connection) -> None:
    """Make damaged indexes anew, miss tables that are gone, and say in the log what was found.

    What cannot be mended keeps nobody from starting: it may concern one table alone.
    """
    for mended in (_mend_indexes, _mend_census):
        try:
            mended(db)
        except RAISED as error:
            _log.error("the database could not be mended: %s", failure_of(error).code)


def _mend_indexes(db: sqlite3.Connection) -> None:
    if any(_is_badly_indexed(db, table) for table in _INDEXED):
        _log.error("%s", Damage("", "index"))
        db.execute("REINDEX")


def _is_badly_indexed(db: sqlite3.Connection, table: str) -> bool:
    try:
        return bool(damaged_indexes(db, table))
    except sqlite3.DatabaseError:  # a page is torn, perhaps one of an index
        return True


def _mend_census(db: sqlite3.Connection) -> None:
    damage = carry_out(db, seals.census_damage)
    if damage is None:
        return
    _log.error("%s", damage)
    db.execute("BEGIN IMMEDIATE")
    try:
        carry_out(db, seals.count_anew)
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")
