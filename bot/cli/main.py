"""The bot, a table on this machine, copies, or a look at whether all is well: what is asked for."""

from __future__ import annotations

import asyncio
import gc
import io
import logging
import os
import signal
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from socket import socketpair
from typing import TYPE_CHECKING, Final, NoReturn

from bot import console, log
from bot.cli.signals import Signals

if TYPE_CHECKING:
    from bot.settings import Settings

GRACE: Final = 9.0
"""Seconds for closing; then the process ends as if by a crash, which loses nothing either."""
DEAF_WITHIN: Final = 1.0
"""Seconds until we hear nothing more; only then is all said that there is to say."""
GARBAGE: Final = (10_000, 10, 100)
"""New objects after which garbage is looked for, and how often more thoroughly. By default it is
so every second or two where people play, and all clicks wait for a seventh of a second."""
MANY: Final = 64
"""More signals than come at once."""
COPYING: Final = ("backup", "restore")
ENDLESS: Final = ("run", "local")
"""What goes on until somebody ends it: a signal is no fault then."""
COMMANDS: Final = (*ENDLESS, "check", *COPYING)

_log: Final = logging.getLogger("bot")


def main(line: Sequence[str] | None = None, ending: Signals | None = None) -> int:
    """Do what the command line says; the answer is the exit code."""
    if ending is None:
        ending = Signals()
        ending.listen()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a name or a path may have letters it lacks
            stream.reconfigure(errors="backslashreplace")
    asked = _asked(line)
    code = _copied(asked, ending) if asked.command in COPYING else _done(asked, ending)
    if code is None:
        return 0 if asked.command in ENDLESS else ending.code
    return code


def _copied(asked: Namespace, ending: Signals) -> int | None:
    """The exit code; None if a signal broke it off."""
    from bot.cli.backup import run

    try:
        with ending.heeded(by=lambda: sys.exit(ending.code)):
            return run(asked.command, asked.file, anyway=asked.anyway)
    except SystemExit:
        _fault(console.BROKEN_OFF)
        return None


def _done(asked: Namespace, ending: Signals) -> int | None:
    """The exit code; None if a signal broke it off."""
    if ending.told:
        return None
    # It is never closed: it would wait for every thread that still looks up a name or reads a file.
    runner = asyncio.Runner()
    return runner.run(_until_told(_command(asked.command, asked.file), ending))


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
    if asked.anyway and asked.command != "restore":
        parser.error(console.ANYWAY_UNMEANT.format(command=asked.command))
    return asked


async def _command(command: str, file: Path | None) -> int:
    if command == "check":
        from bot.cli.check import check

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

    gc.set_threshold(*GARBAGE)
    try:
        async with Celestia(settings) as bot:
            # still listening while it takes its leave, so that nobody clicks into the void
            running = asyncio.ensure_future(bot.start(token))
            try:
                await asyncio.shield(running)
            except asyncio.CancelledError:
                await bot.announce_shutdown()
                running.cancel()
                await asyncio.wait((running,), timeout=DEAF_WITHIN)
                raise
    except Exception as error:  # the last door: of what is not known here the log has no text
        code = _failed(error, settings)
        await _rest_after(error)
        return code
    return 0


async def _rest_after(error: Exception) -> None:
    """Where we are shut out, a host that starts us anew at once would have us ask on and on."""
    from bot.discord.circuit_breaker import pause_after

    pause = pause_after(error)
    if pause is not None:
        _log.info(console.WAITING, pause)
        await asyncio.sleep(pause)


async def _local(settings: Settings) -> int:
    if settings.log_level == "INFO":
        log.start("WARNING")  # whoever plays at home wants the one line with the address
    try:
        from bot.cli.local import play

        await play(settings)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] in log.OURS:
            raise
        return _fault(console.NO_LOCAL.format(package=error.name))
    except Exception as error:
        return _failed(error, settings)
    return 0


def _failed(error: Exception, settings: Settings) -> int:
    from bot.cli.check import remedy
    from bot.errors import report

    sentence = remedy(error, settings.database)
    if sentence is not None:
        return _fault(sentence)
    report(console.UNEXPECTED, error)
    return 1


def _fault(*sentences: str) -> int:
    for sentence in sentences:
        print(sentence, file=sys.stderr, flush=True)
    return 1


async def _until_told(work: Coroutine[None, None, int], ending: Signals) -> int | None:
    """Do the work until it is done or somebody ends the process; None if it was broken off."""
    loop = asyncio.get_running_loop()
    told = asyncio.Event()
    heeded = ending.heeded(by=lambda: loop.call_soon_threadsafe(told.set))
    with _woken_by_signals(loop), heeded:
        task, waiting = loop.create_task(work), loop.create_task(told.wait())
        await asyncio.wait((task, waiting), return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if not task.done():
            _log.info(console.ENDING)
            task.cancel()
            await asyncio.wait((task,), timeout=GRACE)
    if not task.done():
        _log.warning(console.SLOW_END, GRACE)
        return None
    return None if task.cancelled() else task.result()


@contextmanager
def _woken_by_signals(loop: asyncio.AbstractEventLoop) -> Iterator[None]:
    """One that comes as the loop falls asleep, or is given to another thread, would be heard only
    when something else wakes it."""
    ours, signals = socketpair()
    with ours, signals:
        ours.setblocking(False)
        signals.setblocking(False)
        loop.add_reader(ours, ours.recv, MANY)
        signal.set_wakeup_fd(signals.fileno(), warn_on_full_buffer=False)
        try:
            yield
        finally:
            signal.set_wakeup_fd(-1)
            loop.remove_reader(ours)


def end(code: int) -> NoReturn:
    """End the process now, even if something in it is still at work.

    A thread that was left behind would keep a dead bot alive, and nobody would start a new one.
    """
    logging.shutdown()
    for stream in filter(None, (sys.stdout, sys.stderr)):  # there is none that came closed
        with suppress(OSError):  # whoever read it may be gone
            stream.flush()
    os._exit(code)
