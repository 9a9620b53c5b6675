"""The numbered migrations that bring the schema of a database up to date."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

from bot.store.errors import EditedMigration, NewerDatabase
from bot.store.sql.session import insert

CREATE_SCHEMA_VERSION: Final = """
CREATE TABLE IF NOT EXISTS schema_version (
    version BIGINT NOT NULL PRIMARY KEY,
    sha256 TEXT NOT NULL,
    applied_at DOUBLE PRECISION NOT NULL,
    app_version TEXT NOT NULL
)
"""
APPLIED: Final = "SELECT version, sha256 FROM schema_version ORDER BY version"
NOTE_APPLIED: Final = insert("schema_version", ("version", "sha256", "applied_at", "app_version"))


@dataclass(frozen=True, slots=True)
class Migration:
    """A file of SQL."""

    number: int
    name: str
    sql: str

    @property
    def sha256(self) -> str:
        """The hash that must not change once a database has applied it."""
        return sha256(self.sql.encode()).hexdigest()


def migrations(folder: Traversable | None = None, kind: str = "sqlite") -> list[Migration]:
    """Return the migrations of this version for this kind of database, in order.

    A file is for every kind, unless its name ends with one: ``0009_smaller.postgresql.sql``.
    """
    files = (folder or resources.files("migrations")).iterdir()
    found = [
        Migration(int(file.name.partition("_")[0]), file.name, file.read_text("utf-8"))
        for file in files
        if file.name.endswith(".sql") and _is_for(file.name, kind)
    ]
    return sorted(found, key=lambda it: it.number)


def _is_for(name: str, kind: str) -> bool:
    _, _, only = name.removesuffix(".sql").partition(".")
    return only in ("", kind)


def not_applied(applied: Mapping[int, str], known: Sequence[Migration]) -> list[Migration]:
    """Return the migrations that a database still needs; raise a `WrongSchema` if it fits none.

    ``applied`` has the numbers of those it has applied, with the hashes they had then.
    """
    newest = max((it.number for it in known), default=0)
    found = max(applied, default=0)
    if found > newest:
        raise NewerDatabase(version=found, newest=newest)
    by_number = {it.number: it for it in known}
    for number, hash_then in applied.items():
        migration = by_number.get(number)
        if migration is None or migration.sha256 != hash_then:
            raise EditedMigration(version=number, name=migration and migration.name)
    return [it for it in known if it.number not in applied]
