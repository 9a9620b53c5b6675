"""``python -m bot backup``, ``restore`` and ``tidy``: copies of the database, and less in it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from bot import console, log, settings
from bot.cli.saying import failed, why_not
from bot.errors import report
from bot.store.address import Address
from bot.store.backends import maintenance_at
from bot.store.damage import sentences
from bot.store.maintenance import CopyDamaged
from bot.store.protocol import StoreError
from bot.tables.paces import DAY

_BACKUP: Final[Mapping[str, str]] = {
    **console.STORE,
    "missing": console.NO_DATABASE,
    "older_database": console.START_FIRST,
    "exists": console.COPY_EXISTS,
    "no_folder": console.NO_FOLDER,
    "untouchable": console.UNTOUCHABLE,
}
"""Why a backup was not made."""
_RESTORE: Final[Mapping[str, str]] = {
    **console.STORE,
    "missing": console.NO_COPY,
    "broken": console.COPY_BROKEN,
    "in_use": console.END_FIRST,
    "itself": console.NOT_ITSELF,
    "untouchable": console.UNTOUCHABLE,
}
"""Why a copy was not restored."""
_TIDY: Final[Mapping[str, str]] = {
    **console.STORE,
    "missing": console.NO_DATABASE,
    "in_use": console.END_FIRST_TO_TIDY,
    "untouchable": console.UNTOUCHABLE,
}
"""Why nothing was deleted."""


class NotDone(Exception):
    """A copy was not made, or not restored, and nothing has changed; each reason is one line."""

    def __init__(self, *reasons: str) -> None:
        super().__init__(*reasons)
        self.reasons = reasons


def run(command: str, file: Path, days: int = 0, *, anyway: bool = False) -> int:
    """Copy the database, bring a copy back, or delete old games; the answer is the exit code."""
    log.start("ERROR")
    try:
        database = settings.load().database
        if command == "backup":
            lines = [backup(file, database)]
        elif command == "tidy":
            lines = [tidy(days, database)]
        else:
            lines = restore(file, database, anyway=anyway)
    except settings.SettingsError as error:
        return failed(*error.faults)
    except NotDone as error:
        return failed(*error.reasons)
    except Exception as error:  # the last door, as in `bot.cli.main`
        report(console.UNEXPECTED, error)
        return 1
    for line in lines:
        print(line, flush=True)
    return 0


def backup(file: Path, database: Address) -> str:
    """Copy the database, on which a bot may be running, into a new file; what the copy holds."""
    try:
        held = maintenance_at(database).back_up(file)
    except StoreError as error:
        raise NotDone(why_not(error, _BACKUP, database)) from error
    return console.BACKED_UP.format(file=file, path=database, holdings=held)


def restore(file: Path, database: Address, *, anyway: bool = False) -> list[str]:
    """Put this copy in the place of the database, if it is whole; what was there before is kept."""
    try:
        done = maintenance_at(database).restore(file, anyway=anyway)
    except CopyDamaged as error:
        lines = [console.DAMAGED.format(path=file, what=it) for it in sentences(error.damages)]
        raise NotDone(*lines, console.NOT_RESTORED.format(file=file)) from error
    except StoreError as error:
        raise NotDone(why_not(error, _RESTORE, database)) from error
    lines = [console.RESTORED.format(path=database, file=file, holdings=done.holdings)]
    if done.left_out:
        lines.append(console.LEFT_OUT.format(count=done.left_out))
    if done.kept is not None:
        lines.append(console.REPLACED.format(kept=done.kept))
    return lines


def tidy(days: int, database: Address) -> str:
    """Delete the games that were over so many days ago, on which no bot may be running."""
    try:
        count, held = maintenance_at(database).delete_games(time.time() - days * DAY)
    except StoreError as error:
        raise NotDone(why_not(error, _TIDY, database)) from error
    return console.TIDIED.format(count=count, days=days, holdings=held)
