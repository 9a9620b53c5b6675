"""The command line: reads the arguments and runs the subcommand until its end or a signal."""

from __future__ import annotations

import asyncio
import gc
import io
import logging
import os
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

from bot import console, log, system
from bot.cli.failure import failed
from bot.cli.signals import Signals

if TYPE_CHECKING:
    from bot.settings import Settings

GRACE: Final = 9.0
"""Seconds for closing; then the process ends as if by a crash, which loses nothing either."""
LISTENS_FOR: Final = 1.0
"""Seconds for which discord.py may go on listening, once there is nothing left to say."""
GARBAGE: Final = (10_000, 10, 100)
"""New objects after which garbage is collected, and how often more thoroughly. By default that is
every second or two where people play, and all clicks wait for a seventh of a second."""
COPYING: Final = ("backup", "restore")
TIDY: Final = "tidy"
A_YEAR: Final = 365
"""Days after which games that are over are deleted, if nothing else is asked for."""
TOP: Final = "top"
ENDLESS: Final = ("run", "local", TOP)
"""Commands that go on until somebody ends them: a signal is no fault then."""
RESULTS: Final = "results"
MOVE: Final = "move"
COMMANDS: Final = (*ENDLESS, "check", *COPYING, TIDY, MOVE, RESULTS)

_log: Final = logging.getLogger("bot")


def main(line: Sequence[str] | None = None, signals: Signals | None = None) -> int:
    """Carry out the command line; the answer is the exit code."""
    if signals is None:
        signals = Signals()
        signals.listen()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a name or a path may have letters it lacks
            stream.reconfigure(errors="backslashreplace")
    given = _parsed(line)
    at_the_file = given.command in (*COPYING, TIDY, MOVE, TOP)
    run = _run_at_the_file if at_the_file else _run_until_signal
    code = run(given, signals)
    if code is None:
        return 0 if given.command in ENDLESS else signals.code
    return code


def _run_at_the_file(given: Namespace, signals: Signals) -> int | None:
    """The exit code; None if a signal broke the command off."""
    from bot.cli.backup import run

    try:
        with signals.handled(by=lambda: sys.exit(signals.code)):
            if given.command == TOP:
                return _top(once=given.once)
            days = A_YEAR if given.days is None else given.days
            return run(given.command, given.file, to=given.to, days=days, anyway=given.anyway)
    except SystemExit:
        if given.command not in ENDLESS:
            failed(console.BROKEN_OFF)
        return None


def _top(*, once: bool) -> int:
    try:
        from bot.cli import top
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] in log.OURS:
            raise
        return failed(console.NO_TERMINAL.format(package=error.name))
    return top.run(once=once)


def _run_until_signal(given: Namespace, signals: Signals) -> int | None:
    """The exit code; None if a signal broke the command off."""
    if signals.received:
        return None
    # It is never closed: it would wait for every thread that still looks up a name or reads a file.
    runner = asyncio.Runner(loop_factory=_loop_of(given.command))
    return runner.run(
        _until_signal(_command(given.command, given.file and Path(given.file)), signals)
    )


def _loop_of(command: str) -> Callable[[], asyncio.AbstractEventLoop] | None:
    """A faster event loop for the bot, where there is one. The table in the browser needs asyncio's
    own: it looks into it."""
    from bot.settings import SettingsError, load

    try:
        from uvloop import new_event_loop

        meets_discord = command == "run" and load().token is not None
    except (ImportError, SettingsError):  # the fault is told when the command is carried out
        return None
    return new_event_loop if meets_discord else None


def _parsed(line: Sequence[str] | None) -> Namespace:
    """What the command line asks for; argparse ends the process if that makes no sense."""
    parser = ArgumentParser(
        "python -m bot", description=console.USAGE, formatter_class=RawDescriptionHelpFormatter
    )
    parser.add_argument("command", nargs="?", choices=COMMANDS, default="run")
    parser.add_argument("file", nargs="?", metavar="FILE", help=console.FILE_HELP)
    parser.add_argument("to", nargs="?", metavar="TO", help=console.TO_HELP)
    parser.add_argument("--anyway", action="store_true", help=console.ANYWAY_HELP)
    parser.add_argument("--once", action="store_true", help=console.ONCE_HELP)
    parser.add_argument("--days", type=_days, metavar="DAYS", help=console.DAYS_HELP)
    given = parser.parse_intermixed_args(line)
    if given.file is None and given.command in COPYING:
        parser.error(console.FILE_NEEDED.format(command=given.command))
    if given.file is None and given.command == MOVE:
        parser.error(console.NO_ADDRESS.format(command=given.command))
    if given.file is not None and given.command not in (*COPYING, MOVE, "check"):
        parser.error(console.FILE_UNMEANT.format(command=given.command))
    if given.to is not None and given.command != MOVE:
        parser.error(console.TO_UNMEANT.format(command=given.command))
    if given.anyway and given.command != "restore":
        parser.error(console.ANYWAY_UNMEANT.format(command=given.command))
    if given.once and given.command != TOP:
        parser.error(console.ONCE_UNMEANT.format(command=given.command))
    if given.days is not None and given.command != TIDY:
        parser.error(console.DAYS_UNMEANT.format(command=given.command))
    return given


def _days(said: str) -> int:
    """A number of days; argparse says what is wrong with anything else."""
    days = int(said)
    if days < 1:
        raise ValueError(said)
    return days


async def _command(command: str, file: Path | None) -> int:
    if command == "check":
        from bot.cli.check import check

        return await check(file)
    from bot.settings import SettingsError, cautions, load

    try:
        settings = load()
    except SettingsError as error:
        return failed(*error.faults)
    log.start(settings.log_level, settings.log_format)
    for caution in cautions(settings):
        _log.warning(caution)
    if command == RESULTS:
        from bot.cli.results import results

        log.start("ERROR", settings.log_format)
        return await results(settings)
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
            # still listening while it says goodbye, so that every click is answered
            running = asyncio.ensure_future(bot.start(token))
            try:
                await asyncio.shield(running)
            except asyncio.CancelledError:
                await bot.announce_shutdown()
                running.cancel()
                await asyncio.wait((running,), timeout=LISTENS_FOR)
                raise
    except Exception as error:  # the text of an unknown error stays out of the log
        code = _failed(error, settings)
        await _pause_after(error)
        return code
    return 0


async def _pause_after(error: Exception) -> None:
    """Wait while Discord shuts us out: a host that restarts us at once would ask on and on."""
    from bot.discord.circuit_breaker import pause_after

    pause = pause_after(error)
    if pause is not None:
        _log.info(console.WAITING, pause)
        await asyncio.sleep(pause)


async def _local(settings: Settings) -> int:
    if settings.log_level == "INFO":
        # people who play at home want the one line with the address
        log.start("WARNING", settings.log_format)
    try:
        from bot.cli.local import play

        await play(settings)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] in log.OURS:
            raise
        return failed(console.NO_LOCAL.format(package=error.name))
    except Exception as error:
        return _failed(error, settings)
    return 0


def _failed(error: Exception, settings: Settings) -> int:
    from bot.cli.check import remedy
    from bot.errors import report

    sentence = remedy(error, settings.database)
    if sentence is not None:
        return failed(sentence)
    report(console.UNEXPECTED, error)
    return 1


async def _until_signal(work: Coroutine[None, None, int], signals: Signals) -> int | None:
    """Do the work until it is done or a signal ends the process; None if it was broken off."""
    loop = asyncio.get_running_loop()
    signalled = asyncio.Event()
    handled = signals.handled(by=lambda: loop.call_soon_threadsafe(signalled.set))
    with system.woken_by_signals(loop), handled:
        task, waiting = loop.create_task(work), loop.create_task(signalled.wait())
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


def end(code: int) -> NoReturn:
    """End the process now, even if something in it is still at work.

    A thread that was left behind would keep a dead bot alive, and nobody would start a new one.
    """
    logging.shutdown()
    for stream in filter(None, (sys.stdout, sys.stderr)):  # None: it came closed
        with suppress(OSError):  # nobody may be reading it any more
            stream.flush()
    os._exit(code)
