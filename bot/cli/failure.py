"""Tells the operator why a command did nothing, by the class of a store's error."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Final

from bot import console
from bot.store import errors
from bot.store.errors import StoreError

Sentences = Mapping[type[StoreError], str]

REMEDIES: Final[Sentences] = {
    errors.InUse: console.IN_USE,
    errors.DatabaseBroken: console.DATABASE_BROKEN,
    errors.NewerDatabase: console.NEWER_DATABASE,
    errors.NewerProcesses: console.NEWER_PROCESSES,
    errors.OtherShards: console.OTHER_SHARDS,
    errors.EditedMigration: console.EDITED_MIGRATION,
    errors.ForeignDatabase: console.FOREIGN_DATABASE,
    errors.DiskFull: console.DISK_FULL,
    errors.ReadOnly: console.READ_ONLY,
    errors.DiskFailing: console.DISK_FAILING,
    errors.CannotOpen: console.CANNOT_OPEN,
    errors.Unreachable: console.DATABASE_UNREACHABLE,
    errors.AccessDenied: console.ACCESS_DENIED,
    errors.NoHome: console.HOME_UNREADABLE,
    errors.NotDurable: console.NOT_DURABLE,
    errors.Locked: console.LOCKED,
    errors.Missing: console.NO_DATABASE,
    errors.OlderDatabase: console.START_FIRST,
    errors.Exists: console.COPY_EXISTS,
    errors.NoFolder: console.NO_FOLDER,
    errors.SameFile: console.NOT_ITSELF,
    errors.Untouchable: console.UNTOUCHABLE,
    errors.NotEmpty: console.NOT_EMPTY,
    errors.CopyDiffers: console.UNLIKE,
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


def failed(*reasons: str) -> int:
    """Print each reason on a line of stderr, and return the exit code of a failure."""
    for line in reasons:
        print(line, file=sys.stderr, flush=True)
    return 1
