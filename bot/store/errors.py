"""All that can go wrong between the host and its database.

StoreError
  Unavailable         the whole database; other tables fare no better
    DiskFull
    DiskFailing
    ReadOnly
    CannotOpen
    AccessDenied
    Locked
    NotOpen
    Unreachable
      InDoubt         the change may be stored all the same
  Conflict            another change came first
    Outdated
    LeaseLost
    Repeated
    ChannelTaken
  Damaged             not what was written
    DatabaseBroken
    LogBroken
    CopyDamaged
  Unfit               a value that its column does not take
  CannotStart         this process may not use this database
    InUse
    NotDurable
    NoHome
    NewerProcesses
    OtherShards
    WrongSchema
      OlderDatabase
      NewerDatabase
      EditedMigration
      BrokenMigration
      ForeignDatabase
  CopyRefused         a database or a copy was not read or written as asked
    Missing
    Exists
    NoFolder
    SameFile
    Untouchable
    NotEmpty
    CopyDiffers

None of them carries anything that was to be stored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from engine.errors import CodedError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from bot.store.data import Damage


class StoreError(CodedError):
    """The database refused; nothing has changed, unless it is `InDoubt`."""

    code: str = "store"
    """A stable name for logs and metrics."""

    def __init_subclass__(cls, code: str = "") -> None:
        cls.code = code or cls.code

    def __init__(self, **data: object) -> None:
        super().__init__(self.code, **data)

    def at(self, path: object) -> Self:
        """Name the database or file to blame, unless one is named already."""
        self.data.setdefault("path", path)
        return self


# --- the whole database ---------------------------------------------------------------------------


class Unavailable(StoreError):
    """The whole database fails. Any other error may concern one table alone."""


class DiskFull(Unavailable, code="full"):
    """The disk has no room left."""


class DiskFailing(Unavailable, code="failing"):
    """The disk fails to read or write."""


class ReadOnly(Unavailable, code="read_only"):
    """The database, or its folder, may not be written."""


class CannotOpen(Unavailable, code="cannot_open"):
    """The file cannot be opened."""


class AccessDenied(Unavailable, code="no_entry"):
    """The server refuses user, password or database, or the user lacks a right."""


class Locked(Unavailable, code="locked"):
    """Other work kept the database busy for too long."""


class NotOpen(Unavailable, code="closed"):
    """The store is not open."""


class Unreachable(Unavailable, code="unreachable"):
    """The server does not answer."""


class InDoubt(Unreachable):
    """The answer was lost and could not be looked up: the change may be stored all the same."""


# --- one change, one table ------------------------------------------------------------------------


class Conflict(StoreError):
    """Another change came first."""


class Outdated(Conflict, code="outdated"):
    """The table has changed since it was read."""


class LeaseLost(Conflict, code="lease_lost"):
    """Another process serves this table now."""


class Repeated(Conflict, code="repeated"):
    """This interaction was carried out before."""


class ChannelTaken(Conflict, code="channel_taken"):
    """This channel has an open table already."""


class Damaged(StoreError):
    """What is stored is not what was written."""


class DatabaseBroken(Damaged, code="broken"):
    """The file or server cannot make sense of its own pages."""


class LogBroken(Damaged, code="log_broken"):
    """The log of a table is not the one that was written from line ``seq`` on."""

    def __init__(self, *, table: str, seq: int) -> None:
        super().__init__(table=table, seq=seq)
        self.line = seq


class CopyDamaged(Damaged, code="damaged"):
    """Tables of a copy are damaged."""

    def __init__(self, copy: Path, damages: Sequence[Damage]) -> None:
        super().__init__(path=copy)
        self.damages = damages


class Unfit(StoreError, code="unfit"):
    """A value that its column does not take; the database is well."""


# --- starting -------------------------------------------------------------------------------------


class CannotStart(StoreError):
    """This process may not use this database."""


class InUse(CannotStart, code="in_use"):
    """Another process runs on the database."""


class NotDurable(CannotStart, code="not_durable"):
    """The server answers before a commit is on a disk."""


class NoHome(CannotStart, code="no_home"):
    """The home folder, where certificates might be, cannot be read."""


class NewerProcesses(CannotStart, code="newer_processes"):
    """Newer processes write what this version would damage."""


class OtherShards(CannotStart, code="other_shards"):
    """The other processes have agreed on another number of shards."""


class WrongSchema(CannotStart):
    """The schema is not the one of this version; nothing was written."""


class OlderDatabase(WrongSchema, code="older_database"):
    """Migrations wait for the next start of the bot."""


class NewerDatabase(WrongSchema, code="newer_database"):
    """A newer version has migrated it."""


class EditedMigration(WrongSchema, code="edited_migration"):
    """A migration that was applied is not the one of this version."""


class BrokenMigration(WrongSchema, code="broken_migration"):
    """A migration failed by its own fault."""


class ForeignDatabase(WrongSchema, code="foreign_database"):
    """The database is another program's."""


# --- copies and moves -----------------------------------------------------------------------------


class CopyRefused(StoreError):
    """A database or a copy was not read or written as asked."""


class Missing(CopyRefused, code="missing"):
    """There is no such database or copy."""


class Exists(CopyRefused, code="exists"):
    """The file exists already."""


class NoFolder(CopyRefused, code="no_folder"):
    """The folder of a new file does not exist."""


class SameFile(CopyRefused, code="itself"):
    """The copy is the database itself."""


class Untouchable(CopyRefused, code="untouchable"):
    """The system lets no one read or write the file; ``why`` has its reason."""


class NotEmpty(CopyRefused, code="not_empty"):
    """The target holds games already."""


class CopyDiffers(CopyRefused, code="unlike"):
    """What was written is not what was read."""
