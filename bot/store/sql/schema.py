"""The numbered steps by which the schema of a database is brought up to date."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

from bot.store.protocol import StoreError

OURS: Final = """
CREATE TABLE IF NOT EXISTS schema_version (
    version BIGINT NOT NULL PRIMARY KEY,
    sha256 TEXT NOT NULL,
    applied_at DOUBLE PRECISION NOT NULL,
    app_version TEXT NOT NULL
)
"""
TAKEN: Final = "SELECT version, sha256 FROM schema_version ORDER BY version"
TAKE: Final = (
    "INSERT INTO schema_version (version, sha256, applied_at, app_version) VALUES (?, ?, ?, ?)"
)


class MigrationError(StoreError):
    """The database does not belong to this version of the bot; nothing was written."""


@dataclass(frozen=True, slots=True)
class Step:
    """One file of SQL."""

    number: int
    name: str
    sql: str

    @property
    def sha256(self) -> str:
        """What must not change once the step has been taken."""
        return sha256(self.sql.encode()).hexdigest()


def steps(folder: Traversable | None = None, kind: str = "sqlite") -> list[Step]:
    """The steps that this version of the bot knows for this kind of database, in order.

    A file is for every kind, unless its name ends with one: ``0009_smaller.postgresql.sql``.
    """
    files = (folder or resources.files("migrations")).iterdir()
    found = [
        Step(int(file.name.partition("_")[0]), file.name, file.read_text("utf-8"))
        for file in files
        if file.name.endswith(".sql") and _is_for(file.name, kind)
    ]
    return sorted(found, key=lambda step: step.number)


def _is_for(name: str, kind: str) -> bool:
    _, _, only = name.removesuffix(".sql").partition(".")
    return only in ("", kind)


def not_taken(taken: Mapping[int, str], known: Sequence[Step]) -> list[Step]:
    """The steps that a database has yet to take; a `MigrationError` if it is none of ours.

    ``taken`` are the numbers of those it has taken, with the hashes they had then.
    """
    newest = max((step.number for step in known), default=0)
    found = max(taken, default=0)
    if found > newest:
        raise MigrationError("newer_database", version=found, newest=newest)
    by_number = {step.number: step for step in known}
    for number, hash_then in taken.items():
        step = by_number.get(number)
        if step is None or step.sha256 != hash_then:
            raise MigrationError("edited_migration", version=number, name=step and step.name)
    return [step for step in known if step.number not in taken]
