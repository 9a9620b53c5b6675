"""Python reads this at the start of a bot that is not to be trusted: tests must find it out.

``WIRE_FORGETS`` says what it forgets. ``commits``: what it has answered is not on the disk yet,
but only written there once in a while. ``processed``: which clicks it has carried out already.
"""

import os
import runpy
import sqlite3
from pathlib import Path
from time import monotonic
from typing import Any

LATER = 5.0
"""Seconds between two commits."""


def _commits_later() -> None:
    from bot.store.sqlite import writer

    last = [monotonic()]

    def carry_out(db: sqlite3.Connection, tasks: Any) -> list[Any]:
        if not db.in_transaction:
            db.execute("BEGIN IMMEDIATE")
        outcomes = [writer.attempt(db, task) for task in tasks]
        if monotonic() > last[0] + LATER:
            db.execute("COMMIT")
            last[0] = monotonic()
        return outcomes

    writer._carry_out = carry_out


def _signs_nothing() -> None:
    from bot.store.sqlite import rows

    def sign(db: sqlite3.Connection, change: Any) -> None:
        db.execute("DROP INDEX IF EXISTS log_by_interaction")

    right = rows.read
    rows.read = lambda db, table, interaction: right(db, table, None)
    rows._check_is_new = sign


_hook = Path(__file__).parents[1] / "hook" / "sitecustomize.py"
runpy.run_path(str(_hook))
{"commits": _commits_later, "processed": _signs_nothing}[os.environ["WIRE_FORGETS"]]()
