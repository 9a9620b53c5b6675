"""The code of a worker process, which thinks for computers. It imports little to stay small."""

from __future__ import annotations

import faulthandler
import multiprocessing
import os
import signal
import sys
import time
import traceback
from threading import Thread
from typing import Any, Final, NamedTuple

from bot import system
from engine import View
from players.roster import choose

THOUGHT_TIMEOUT: Final = 5.0
"""Seconds after which a thought is considered endless, and its process ends."""
STDERR: Final = 2
"""Gets the traceback of such a process: places in the code, and no values."""


class Thinking(NamedTuple):
    """The outcome of a thought."""

    move: str
    """"" if there was a fault."""
    seconds: float
    """Processor time."""
    fault: str = ""
    """The kind and place of an error, without its text, which may show a hand."""


def think(player: str, view: View, luck: bytes) -> Thinking:
    """Choose a move."""
    began = time.thread_time()
    move, fault = "", ""
    try:
        move = f"{choose(player, view, luck)}"
    except Exception as error:
        where = "".join(traceback.format_tb(error.__traceback__))
        fault = f"{type(error).__name__}\n{where}"
    return Thinking(move, time.thread_time() - began, fault)


def think_alone(player: str, view: View, luck: bytes) -> Thinking:
    """Choose a move in a worker process, which ends if the thought proves endless."""
    faulthandler.dump_traceback_later(THOUGHT_TIMEOUT, exit=True, file=STDERR)
    try:
        return think(player, view, luck)
    finally:
        faulthandler.cancel_dump_traceback_later()


def begin() -> None:
    """Prepare a worker process, which ends with the bot, however the bot ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches workers, too; the bot stops them
    system.leave_no_core()
    system.stand_back()
    _release_forkserver()
    system.die_with_parent()
    Thread(target=_end_with_parent, name="parent", daemon=True).start()


def _release_forkserver() -> None:
    """Let the process that forks workers end with the bot.

    It waits for every holder of a pipe that each worker inherits, even a worker that is stopped.
    """
    # nothing public closes it
    module = sys.modules.get("multiprocessing.forkserver")  # None: where there is no fork
    server: Any = getattr(module, "_forkserver", None)
    held: int | None = getattr(server, "_forkserver_alive_fd", None)
    if held is not None:
        os.close(held)
        server._forkserver_alive_fd = None


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
