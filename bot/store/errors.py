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

    from bot.store.integrity import Damage


class StoreError(CodedError):
    """The database refused; nothing has changed, unless it is `InDoubt`."""

    code: str = "store"
    """A stable name for logs and metrics."""

    def __init__(self, **data: object) -> None:
        super().__init__(self.code, **data)

    def at(self, path: object) -> Self:
        """Name the database or file to blame, unless one is named already."""
        self.data.setdefault("path", path)
        return self


# --- the whole database ---------------------------------------------------------------------------


class Unavailable(StoreError):
    """The whole database fails. Any other error may concern one table alone."""


class DiskFull(Unavailable):
    """The disk has no room left."""

    code = "full"


class DiskFailing(Unavailable):
    """The disk fails to read or write."""

    code = "failing"


class ReadOnly(Unavailable):
    """The database, or its folder, may not be written."""

    code = "read_only"


class CannotOpen(Unavailable):
    """The file cannot be opened."""

    code = "cannot_open"


class AccessDenied(Unavailable):
    """The server refuses user, password or database, or the user lacks a right."""

    code = "no_entry"


class Locked(Unavailable):
    """Other work kept the database busy for too long."""

    code = "locked"


class NotOpen(Unavailable):
    """The store is not open."""

    code = "closed"


class Unreachable(Unavailable):
    """The server does not answer."""

    code = "unreachable"


class InDoubt(Unreachable):
    """The answer was lost and could not be looked up: the change may be stored all the same."""


# --- one change, one table ------------------------------------------------------------------------


class Conflict(StoreError):
    """Another change came first."""


class Outdated(Conflict):
    """The table has changed since it was read."""

    code = "outdated"


class Repeated(Conflict):
    """This interaction was carried out before."""

    code = "repeated"


class ChannelTaken(Conflict):
    """This channel has an open table already."""

    code = "channel_taken"


class Damaged(StoreError):
    """What is stored is not what was written."""


class DatabaseBroken(Damaged):
    """The file or server cannot make sense of its own pages."""

    code = "broken"


class LogBroken(Damaged):
    """The log of a table is not the one that was written from line ``seq`` on."""

    code = "log_broken"

    def __init__(self, *, table: str, seq: int) -> None:
        super().__init__(table=table, seq=seq)
        self.line = seq


class CopyDamaged(Damaged):
    """Tables of a copy are damaged."""

    code = "damaged"

    def __init__(self, copy: Path, damages: Sequence[Damage]) -> None:
        super().__init__(path=copy)
        self.damages = damages


class Unfit(StoreError):
    """A value that its column does not take; the database is well."""

    code = "unfit"


# --- starting -------------------------------------------------------------------------------------


class CannotStart(StoreError):
    """This process may not use this database."""


class InUse(CannotStart):
    """Another process runs on the database."""

    code = "in_use"


class NotDurable(CannotStart):
    """The server answers before a commit is on a disk."""

    code = "not_durable"


class NoHome(CannotStart):
    """The home folder, where certificates might be, cannot be read."""

    code = "no_home"


class NewerProcesses(CannotStart):
    """Newer processes write what this version would damage."""

    code = "newer_processes"


class OtherShards(CannotStart):
    """The other processes have agreed on another number of shards."""

    code = "other_shards"


class WrongSchema(CannotStart):
    """The schema is not the one of this version; nothing was written."""


class OlderDatabase(WrongSchema):
    """Migrations wait for the next start of the bot."""

    code = "older_database"


class NewerDatabase(WrongSchema):
    """A newer version has migrated it."""

    code = "newer_database"


class EditedMigration(WrongSchema):
    """A migration that was applied is not the one of this version."""

    code = "edited_migration"


class BrokenMigration(WrongSchema):
    """A migration failed by its own fault."""

    code = "broken_migration"


class ForeignDatabase(WrongSchema):
    """The database is another program's."""

    code = "foreign_database"


# --- copies and moves -----------------------------------------------------------------------------


class CopyRefused(StoreError):
    """A database or a copy was not read or written as asked."""


class Missing(CopyRefused):
    """There is no such database or copy."""

    code = "missing"


class Exists(CopyRefused):
    """The file exists already."""

    code = "exists"


class NoFolder(CopyRefused):
    """The folder of a new file does not exist."""

    code = "no_folder"


class SameFile(CopyRefused):
    """The copy is the database itself."""

    code = "itself"


class Untouchable(CopyRefused):
    """The system lets no one read or write the file; ``why`` has its reason."""

    code = "untouchable"


class NotEmpty(CopyRefused):
    """The target holds games already."""

    code = "not_empty"


class CopyDiffers(CopyRefused):
    """What was written is not what was read."""

    code = "unlike"
