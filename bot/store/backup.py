"""A copy of a database while it is in use."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path


def copy(db: sqlite3.Connection, file: Path) -> None:
    """Write the whole database into this file, which is there when it is complete, not before."""
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)  # of a copy that was broken off
    part.touch(mode=0o600)  # as secret as what it is a copy of
    db.execute("VACUUM INTO ?", (str(part),))
    with part.open("rb+") as written:
        os.fsync(written.fileno())  # SQLite leaves that to us
    part.replace(file)
