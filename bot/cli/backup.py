"""``python -m bot backup``, ``restore`` and ``move``: the whole database at once."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bot import console, log, settings
from bot.cli.failure import Sentences, failed, why_not
from bot.errors import report
from bot.store.address import Address, parse_address
from bot.store.backends import maintenance_at, move
from bot.store.errors import CopyDamaged, DatabaseBroken, InUse, Missing, StoreError
from bot.store.integrity import sentences

_RESTORE: Final[Sentences] = {
    Missing: console.NO_COPY,
    DatabaseBroken: console.COPY_BROKEN,
    InUse: console.END_FIRST,
}
_MOVE: Final[Sentences] = {Missing: console.NOTHING_TO_MOVE, InUse: console.END_FIRST_TO_MOVE}


class NotDone(Exception):
    """Nothing was copied, restored or moved; each reason is one line."""

    def __init__(self, *reasons: str) -> None:
        super().__init__(*reasons)
        self.reasons = reasons


def run(command: str, file: str, *, to: str | None = None, anyway: bool = False) -> int:
    """Carry out one of these commands, print what was done, and return the exit code.

    ``move`` takes addresses: of the source in ``file``, and of the target, or else the database
    that is set.
    """
    log.start("ERROR")
    try:
        match command:
            case "move":
                lines = move_database(file, to)
            case "backup":
                lines = [backup(Path(file), settings.load().database)]
            case _:
                lines = restore(Path(file), settings.load().database, anyway=anyway)
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
    """Copy the database, on which a bot may be running, and return a sentence about the copy."""
    try:
        held = maintenance_at(database).back_up(file)
    except StoreError as error:
        raise NotDone(why_not(error, database)) from error
    return console.BACKED_UP.format(file=file, path=database, holdings=held)


def restore(file: Path, database: Address, *, anyway: bool = False) -> list[str]:
    """Replace the database by this copy if it is intact, and keep the replaced one."""
    try:
        done = maintenance_at(database).restore(file, anyway=anyway)
    except CopyDamaged as error:
        raise _damaged(error, file, console.NOT_RESTORED.format(file=file)) from error
    except StoreError as error:
        raise NotDone(why_not(error, database, _RESTORE)) from error
    lines = [console.RESTORED.format(path=database, file=file, holdings=done.holdings)]
    if done.left_out:
        lines.append(console.LEFT_OUT.format(count=done.left_out))
    if done.kept is not None:
        lines.append(console.REPLACED.format(kept=done.kept))
    return lines


def move_database(source_address: str, target_address: str | None) -> list[str]:
    """Copy all rows of a database into an empty one; without a target, into the one that is set.

    An address may contain a password that command lines show, so the target can be left to the
    settings.
    """
    try:
        source = parse_address(source_address)
        target = (
            settings.load().database if target_address is None else parse_address(target_address)
        )
    except (ValueError, RuntimeError) as error:
        raise NotDone(str(error) or console.NO_ADDRESS.format(command="move")) from error
    try:
        held, rows = move(source, target)
    except CopyDamaged as error:
        raise _damaged(error, source, console.NOT_MOVED.format(source=source)) from error
    except StoreError as error:
        raise NotDone(why_not(error, source, _MOVE)) from error
    then = console.START_THERE if target_address is None else console.MOVE_ON
    return [
        console.MOVED.format(source=source, target=target, holdings=held, rows=rows),
        then.format(source=source),
    ]


def _damaged(error: CopyDamaged, place: object, remedy: str) -> NotDone:
    lines = [console.DAMAGED.format(path=place, what=it) for it in sentences(error.damages)]
    return NotDone(*lines, remedy)
