"""What the command line asks of a database: to look into it, to copy it, to bring a copy back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from bot.store.damage import Damage
from bot.store.integrity import Holdings
from bot.store.overview import Overview
from bot.store.protocol import StoreError
from bot.store.sql.store import SqlStore


@dataclass(frozen=True, slots=True)
class Inspection:
    """What was found in a database, or in a copy of one, that can be read."""

    damages: Sequence[Damage]
    holdings: Holdings
    is_played_on: bool = False
    """A bot is running on it."""
    migrations: int = 0
    """How many steps the next start has to take before tables can be played on."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore has done."""

    holdings: Holdings
    kept: str | None
    """The file or the schema that holds what was there before; None: there was nothing."""
    left_out: int = 0
    """Rows of damaged tables that this kind of database does not take."""


class CopyDamaged(StoreError):
    """Tables of a copy are damaged, and nothing has changed."""

    def __init__(self, copy: Path, damages: Sequence[Damage]) -> None:
        super().__init__("damaged", path=copy)
        self.damages = damages


class Maintenance(Protocol):
    """How to look after one database. These calls block, and a bot may be running on it.

    A `StoreError` says why something was not done. Its ``data`` names the file that is to blame as
    ``path``, if that is not the database, and what the system says of it as ``why``. Codes beyond
    those of the store: ``missing`` (there is no such database, or no such copy), ``exists`` and
    ``no_folder`` (of a new copy), ``itself`` (it is no copy, but the database), and
    ``untouchable`` (the system does not let us read or write it).
    """

    def inspect(self) -> Inspection | None:
        """Read all of it, and make or change nothing; None: there is none yet.

        A database that the bot could not write is refused as ``read_only`` or ``cannot_open``.
        """
        ...

    def inspect_copy(self) -> Inspection:
        """Read all of it as a copy that no bot is running on, and leave it alone."""
        ...

    def check_at_rest(self) -> None:
        """Raise ``in_use`` if a bot is running on it."""
        ...

    def overview(self) -> Overview:
        """What goes on at this moment, in a few short looks; nothing is made or changed."""
        ...

    def back_up(self, copy: Path) -> Holdings:
        """Write all of it into a new file, which is whole or not there at all."""
        ...

    def copy_into(self, target: SqlStore) -> int:
        """Write all of it into a store that is new and not open, of any kind; how many rows.

        This database stays as it is. If a bot begins to run on it meanwhile, that is ``in_use``,
        and the target is empty or of no use. A `TargetRefused` is a fault of the target.
        """
        ...

    def delete_games(self, before: float) -> tuple[int, Holdings]:
        """Delete the tables that were closed before this time; how many, and what is left.

        No bot may be running on the database, which must be up to date.
        """
        ...

    def restore(self, copy: Path, *, anyway: bool = False) -> Restored:
        """Put a copy in its place, whole or not at all, while no bot is running on it.

        Every open table is changed by `bot.store.restored`. What was there before is kept. A
        `CopyDamaged` refuses a copy with damaged tables, unless it is wanted anyway.
        """
        ...
