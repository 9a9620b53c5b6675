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
DISCONNECT_TIMEOUT: Final = 1.0
"""Seconds for discord.py to disconnect after the shutdown was announced."""
GC_THRESHOLD: Final = (10_000, 10, 100)
"""Arguments of `gc.set_threshold`. By default a busy bot would collect garbage every second or two,
which delays all clicks by a seventh of a second."""
COPYING: Final = ("backup", "restore")
TOP: Final = "top"
ENDLESS: Final = ("run", "local", TOP)
"""Commands that run until a signal ends them, which is no failure then."""
MOVE: Final = "move"
COMMANDS: Final = (*ENDLESS, "check", *COPYING, MOVE, "results")

_log: Final = logging.getLogger("bot")


def main(line: Sequence[str] | None = None, signals: Signals | None = None) -> int:
    """Carry out the command line, and return the exit code."""
    if signals is None:
        signals = Signals()
        signals.listen()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # it may be unable to encode a name or a path
            stream.reconfigure(errors="backslashreplace")
    given = _parsed(line)
    is_blocking = given.command in (*COPYING, MOVE, TOP)
    code = (_run_blocking if is_blocking else _run_until_signal)(given, signals)
    if code is None:
        return 0 if given.command in ENDLESS else signals.code
    return code


def _run_blocking(given: Namespace, signals: Signals) -> int | None:
    """Run a command without an event loop, and return the exit code; None if a signal ended it."""
    from bot.cli.backup import run

    try:
        with signals.handled(by=lambda: sys.exit(signals.code)):
            if given.command == TOP:
                return _top(once=given.once)
            return run(given.command, given.file, to=given.to, anyway=given.anyway)
    except SystemExit:
        if given.command not in ENDLESS:
            failed(console.BROKEN_OFF)
        return None


def _top(*, once: bool) -> int:
    try:
        from bot.cli import top
    except ModuleNotFoundError as error:
        return _missing(error, console.NO_TERMINAL)
    return top.run(once=once)


def _missing(error: ModuleNotFoundError, sentence: str) -> int:
    """Name a library that is not installed; raise if the module is the bot's own."""
    if error.name is None or error.name.partition(".")[0] in log.OWN_PACKAGES:
        raise error
    return failed(sentence.format(package=error.name))


def _run_until_signal(given: Namespace, signals: Signals) -> int | None:
    """Run a command on an event loop, and return the exit code; None if a signal ended it."""
    if signals.received:
        return None
    # Never closed: that would wait for each thread that still resolves a name or reads a file.
    runner = asyncio.Runner(loop_factory=_loop_of(given.command))
    work = _command(given.command, given.file and Path(given.file))
    return runner.run(_until_signal(work, signals))


def _loop_of(command: str) -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return uvloop's event loop for a bot on Discord, if uvloop is installed.

    The table in the browser needs the internals of asyncio's own.
    """
    from bot.settings import SettingsError, load

    try:
        from uvloop import new_event_loop

        meets_discord = command == "run" and load().token is not None
    except (ImportError, SettingsError):  # the command itself reports faulty settings
        return None
    return new_event_loop if meets_discord else None


def _parsed(line: Sequence[str] | None) -> Namespace:
    """Parse the command line; argparse ends the process if it is wrong."""
    parser = ArgumentParser(
        "python -m bot", description=console.USAGE, formatter_class=RawDescriptionHelpFormatter
    )
    parser.add_argument("command", nargs="?", choices=COMMANDS, default="run")
    parser.add_argument("file", nargs="?", metavar="FILE", help=console.FILE_HELP)
    parser.add_argument("to", nargs="?", metavar="TO", help=console.TO_HELP)
    parser.add_argument("--anyway", action="store_true", help=console.ANYWAY_HELP)
    parser.add_argument("--once", action="store_true", help=console.ONCE_HELP)
    given = parser.parse_intermixed_args(line)
    named, command = given.file is not None, given.command
    faults = (
        (not named and command in COPYING, console.FILE_NEEDED),
        (not named and command == MOVE, console.NO_ADDRESS),
        (named and command not in (*COPYING, MOVE, "check"), console.FILE_UNMEANT),
        (given.to is not None and command != MOVE, console.TO_UNMEANT),
        (given.anyway and command != "restore", console.ANYWAY_UNMEANT),
        (given.once and command != TOP, console.ONCE_UNMEANT),
    )
    for is_wrong, words in faults:
        if is_wrong:
            parser.error(words.format(command=command))
    return given


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
    if command == "results":
        from bot.cli.results import results

        log.start("ERROR", settings.log_format)
        return await results(settings)
    if command != "local" and settings.token is not None:
        return await _bot(settings, settings.token.get_secret_value())
    if command != "local":
        print(console.LOCAL, flush=True)
    return await _local(settings)


async def _bot(settings: Settings, token: str) -> int:
    gc.disable()  # imports leave no garbage, and collections would take a sixth of their time
    from discord.webhook.async_ import async_context

    from bot.client import Celestia
    from bot.discord.adapter import Adapter

    gc.freeze()
    gc.enable()
    gc.set_threshold(*GC_THRESHOLD)
    async_context.set(Adapter())
    try:
        async with Celestia(settings) as bot:
            # shielded: clicks are still answered while the shutdown is announced
            running = asyncio.ensure_future(bot.start(token))
            try:
                await asyncio.shield(running)
            except asyncio.CancelledError:
                await bot.announce_shutdown()
                running.cancel()
                await asyncio.wait((running,), timeout=DISCONNECT_TIMEOUT)
                raise
    except Exception as error:  # the text of an unknown error stays out of the log
        code = _failed(error, settings)
        await _pause_after(error)
        return code
    return 0


async def _pause_after(error: Exception) -> None:
    """Wait while Discord blocks this machine, since many hosts restart the bot at once."""
    from bot.discord.circuit_breaker import pause_after

    pause = pause_after(error)
    if pause is not None:
        _log.info(console.WAITING, pause)
        await asyncio.sleep(pause)


async def _local(settings: Settings) -> int:
    if settings.log_level == "INFO":
        # for a table at home the line with the address is enough
        log.start("WARNING", settings.log_format)
    try:
        from bot.cli.local import play

        await play(settings)
    except ModuleNotFoundError as error:
        return _missing(error, console.NO_LOCAL)
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
    """Run until the work is done or a signal comes; return its result, None if it was ended."""
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
    """End the process now, even if a thread is still at work.

    A thread left behind would keep a dead bot alive, which no supervisor would restart.
    """
    logging.shutdown()
    for stream in filter(None, (sys.stdout, sys.stderr)):  # None: it came closed
        with suppress(OSError):  # its reader may be gone
            stream.flush()
    os._exit(code)
