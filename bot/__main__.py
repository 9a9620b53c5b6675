"""``python -m bot``: the bot, a table on this machine, copies, or a look at whether all is well."""

from __future__ import annotations

import asyncio
import io
import logging
import os
import signal
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

from bot import console, log

if TYPE_CHECKING:
    from bot.settings import Settings

GRACE: Final = 9.0
"""Seconds for closing; then the process ends as if by a crash, which loses nothing either."""
DEAF_WITHIN: Final = 1.0
"""Seconds until we hear nothing more; only then is all said that there is to say."""
COPYING: Final = ("backup", "restore")
COMMANDS: Final = ("run", "local", "check", *COPYING)
SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)

_log: Final = logging.getLogger("bot")


def main(line: Sequence[str] | None = None) -> int:
    """Do what the command line says; the answer is the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a name or a path may have letters it lacks
            stream.reconfigure(errors="backslashreplace")
    asked = _asked(line)
    if asked.command in COPYING:
        from bot.copies import run

        return run(asked.command, asked.file, anyway=asked.anyway)
    try:
        return asyncio.run(_until_told(_command(asked.command, asked.file)))
    except KeyboardInterrupt:  # from before the signals were watched
        return 0


def _asked(line: Sequence[str] | None) -> Namespace:
    """What the command line asks for; argparse ends the process if that makes no sense."""
    parser = ArgumentParser(
        "python -m bot", description=console.USAGE, formatter_class=RawDescriptionHelpFormatter
    )
    parser.add_argument("command", nargs="?", choices=COMMANDS, default="run")
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help=console.FILE_HELP)
    parser.add_argument("--anyway", action="store_true", help=console.ANYWAY_HELP)
    asked = parser.parse_args(line)
    if asked.file is None and asked.command in COPYING:
        parser.error(console.FILE_NEEDED.format(command=asked.command))
    if asked.file is not None and asked.command not in (*COPYING, "check"):
        parser.error(console.FILE_UNMEANT.format(command=asked.command))
    return asked


async def _command(command: str, file: Path | None) -> int:
    if command == "check":
        from bot.check import check

        return await check(file)
    from bot.settings import SettingsError, cautions, load

    try:
        settings = load()
    except SettingsError as error:
        return _fault(*error.faults)
    log.start(settings.log_level)
    for caution in cautions(settings):
        _log.warning(caution)
    if command == "local":
        return await _local(settings)
    if settings.token is None:
        print(console.LOCAL, flush=True)
        return await _local(settings)
    return await _bot(settings, settings.token.get_secret_value())


async def _bot(settings: Settings, token: str) -> int:
    from bot.client import Celestia

    try:
        async with Celestia(settings) as bot:
            # still listening while it takes its leave, so that nobody clicks into the void
            running = asyncio.ensure_future(bot.start(token))
            try:
                await asyncio.shield(running)
            except asyncio.CancelledError:
                await bot.take_leave()
                running.cancel()
                await asyncio.wait((running,), timeout=DEAF_WITHIN)
                raise
    except Exception as error:  # the last door: of what is not known here the log has no text
        return _failed(error, settings)
    return 0


async def _local(settings: Settings) -> int:
    if settings.log_level == "INFO":
        log.start("WARNING")  # whoever plays at home wants the one line with the address
    try:
        from bot.local import play

        await play(settings)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] in log.OURS:
            raise
        return _fault(console.NO_LOCAL.format(package=error.name))
    except Exception as error:
        return _failed(error, settings)
    return 0


def _failed(error: Exception, settings: Settings) -> int:
    from bot.check import remedy
    from bot.door import report

    sentence = remedy(error, settings.database)
    if sentence is not None:
        return _fault(sentence)
    report(console.UNEXPECTED, error)
    return 1


def _fault(*sentences: str) -> int:
    for sentence in sentences:
        print(sentence, file=sys.stderr, flush=True)
    return 1


async def _until_told(work: Coroutine[None, None, int]) -> int:
    """Do the work until it is done or somebody ends the process, which is no fault."""
    loop = asyncio.get_running_loop()
    told = asyncio.Event()
    for each in SIGNALS:  # discord.py watches none
        with suppress(NotImplementedError):  # Windows: there Ctrl-C reaches asyncio itself
            loop.add_signal_handler(each, told.set)
    task, ending = loop.create_task(work), loop.create_task(told.wait())
    await asyncio.wait((task, ending), return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        ending.cancel()
        return task.result()
    _log.info(console.ENDING)
    task.cancel()
    await asyncio.wait((task,), timeout=GRACE)
    if not task.done():
        _log.warning(console.SLOW_END, GRACE)
        _end(0)
    return 0 if task.cancelled() else task.result()


def _end(code: int) -> NoReturn:
    """End the process now, even if something in it is still at work.

    A thread that was left behind would keep a dead bot alive, and nobody would start a new one.
    """
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):  # whoever read it may be gone
            stream.flush()
    os._exit(code)


def _leave(_signal: int, _frame: object) -> NoReturn:
    sys.exit(0)


if __name__ == "__main__":
    # Until the loop watches for it: as the first process of a container, Python would ignore it.
    signal.signal(signal.SIGTERM, _leave)
    _end(main())
