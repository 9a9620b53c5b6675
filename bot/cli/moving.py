"""``python -m bot move FROM [TO]``: a database goes to another place, which may be a server.

Without TO it goes to the place that is set. An address may hold a password, and whoever looks at a
machine sees its command lines.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot import console, log, settings
from bot.cli.saying import failed, why_not
from bot.errors import report
from bot.store.backends import parse_address
from bot.store.damage import sentences
from bot.store.maintenance import CopyDamaged
from bot.store.moving import move
from bot.store.protocol import StoreError

_WHY: Final[Mapping[str, str]] = {
    **console.STORE,
    "missing": console.NOTHING_TO_MOVE,
    "older_database": console.START_FIRST,
    "in_use": console.END_FIRST_TO_MOVE,
    "exists": console.COPY_EXISTS,
    "no_folder": console.NO_FOLDER,
    "untouchable": console.UNTOUCHABLE,
    "not_empty": console.NOT_EMPTY,
    "unlike": console.UNLIKE,
}


def run(from_: str, to: str | None) -> int:
    """Move it, and say what was moved; the answer is the exit code."""
    log.start("ERROR")
    try:
        source = parse_address(from_)
        target = settings.load().database if to is None else parse_address(to)
    except settings.SettingsError as error:
        return failed(*error.faults)
    except (ValueError, RuntimeError) as error:
        return failed(str(error) or console.NO_ADDRESS.format(command="move"))
    try:
        held, rows = move(source, target)
    except CopyDamaged as error:
        lines = [console.DAMAGED.format(path=source, what=it) for it in sentences(error.damages)]
        return failed(*lines, console.NOT_MOVED.format(source=source))
    except StoreError as error:
        return failed(why_not(error, _WHY, source))
    except Exception as error:  # the last door, as in `bot.cli.main`
        report(console.UNEXPECTED, error)
        return 1
    print(console.MOVED.format(source=source, target=target, holdings=held, rows=rows), flush=True)
    then = console.START_THERE if to is None else console.MOVE_ON
    print(then.format(source=source), flush=True)
    return 0
