"""What the command line does to a database: inspect it, copy it, restore a copy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from bot.store.data import Damage, Holdings, Overview
from bot.store.store import Store


@dataclass(frozen=True, slots=True)
class Inspection:
    """The findings in a readable database or copy."""

    damages: Sequence[Damage]
    holdings: Holdings
    is_played_on: bool = False
    """A bot is running on it."""
    migrations: int = 0
    """Migrations that the next start has to apply."""


@dataclass(frozen=True, slots=True)
class Restored:
    """The outcome of a restore."""

    holdings: Holdings
    kept: str | None
    """The file or the schema that holds the former database; None: there was none."""
    left_out: int = 0
    """Rows of damaged tables that this kind of database does not accept."""


class Maintenance(Protocol):
    """Care for one database. These calls block, and a bot may be running on the database.

    A `StoreError` says why something was not done. Its ``data`` names the file to blame as
    ``path``, if that is not the database, and the reason that the system gives as ``why``.
    """

    def inspect(self) -> Inspection | None:
        """Read all of it and change nothing; return None if there is no database yet.

        Raise `ReadOnly` or `CannotOpen` if the bot could not write it.
        """
        ...

    def inspect_copy(self) -> Inspection:
        """Read all of it as a copy that no bot is running on, and change nothing."""
        ...

    def check_at_rest(self) -> None:
        """Raise `InUse` if a bot is running on it."""
        ...

    def overview(self) -> Overview:
        """Return what it and its processes are doing, by a few short reads."""
        ...

    def back_up(self, copy: Path) -> Holdings:
        """Write all of it into a new file, which appears once it is whole."""
        ...

    def copy_into(self, target: Store, place: object) -> int:
        """Write all of it into a new store of any kind, not yet open; return the number of rows.

        This database stays as it is. If a bot starts on it meanwhile, that is `InUse`, and the
        target is empty or of no use. An error of the target names its place.
        """
        ...

    def restore(self, copy: Path, *, anyway: bool = False) -> Restored:
        """Replace it by a copy, whole or not at all, while no bot is running on it.

        All open boards are posted again. The former database is kept.
        `CopyDamaged` refuses a copy with damaged tables, unless it is wanted anyway.
        """
        ...
