"""Chooses the sentence for an operator by the class of a store's error."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot import console
from bot.store.errors import (
    AccessDenied,
    CannotOpen,
    CopyDiffers,
    DatabaseBroken,
    DiskFailing,
    DiskFull,
    EditedMigration,
    Exists,
    ForeignDatabase,
    InUse,
    Locked,
    Missing,
    NewerDatabase,
    NewerProcesses,
    NoFolder,
    NoHome,
    NotDurable,
    NotEmpty,
    OlderDatabase,
    OtherShards,
    ReadOnly,
    SameFile,
    StoreError,
    Unreachable,
    Untouchable,
)

Sentences = Mapping[type[StoreError], str]

REMEDIES: Final[Sentences] = {
    InUse: console.IN_USE,
    DatabaseBroken: console.DATABASE_BROKEN,
    NewerDatabase: console.NEWER_DATABASE,
    NewerProcesses: console.NEWER_PROCESSES,
    OtherShards: console.OTHER_SHARDS,
    EditedMigration: console.EDITED_MIGRATION,
    ForeignDatabase: console.FOREIGN_DATABASE,
    DiskFull: console.DISK_FULL,
    ReadOnly: console.READ_ONLY,
    DiskFailing: console.DISK_FAILING,
    CannotOpen: console.CANNOT_OPEN,
    Unreachable: console.DATABASE_UNREACHABLE,
    AccessDenied: console.ACCESS_DENIED,
    NoHome: console.HOME_UNREADABLE,
    NotDurable: console.NOT_DURABLE,
    Locked: console.LOCKED,
    Missing: console.NO_DATABASE,
    OlderDatabase: console.START_FIRST,
    Exists: console.COPY_EXISTS,
    NoFolder: console.NO_FOLDER,
    SameFile: console.NOT_ITSELF,
    Untouchable: console.UNTOUCHABLE,
    NotEmpty: console.NOT_EMPTY,
    CopyDiffers: console.UNLIKE,
}
"""The sentence for each class; the nearest base class counts where one has none."""


def why_not(error: StoreError, database: object, instead: Sentences | None = None) -> str:
    """Return the sentence for this error, about the file that it names or else this database.

    ``instead``: sentences that fit a command better.
    """
    sentences = {**REMEDIES, **(instead or {})}
    found = [sentences[it] for it in type(error).__mro__ if it in sentences]
    sentence = found[0] if found else console.STORE_OTHER
    path, why = error.data.get("path", database), error.data.get("why")
    return sentence.format(path=path, file=path, folder=path, why=why, code=error.code)
