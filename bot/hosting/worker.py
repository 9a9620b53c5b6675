"""What a process does that thinks for the bot. It imports little, so that it is small."""

from __future__ import annotations

import faulthandler
import multiprocessing
import os
import signal
import time
import traceback
from threading import Thread
from typing import Final, NamedTuple

from bot import system
from engine import View
from players.roster import choose

LONGEST: Final = 5.0
"""Seconds. A thought that lasts longer never ends, and takes its process with it."""
STDERR: Final = 2
"""Where it is told what such a process was at: places in the code, and no values."""


class Thinking(NamedTuple):
    """What came of a thought."""

    move: str
    """"" if there was a fault."""
    seconds: float
    """How long it kept the processor."""
    fault: str = ""
    """What went wrong and where, without the text of the error, which may show a hand."""


def think(player: str, view: View, luck: bytes) -> Thinking:
    """Think of a move."""
    began = time.thread_time()
    move, fault = "", ""
    try:
        move = f"{choose(player, view, luck)}"
    except Exception as error:
        where = "".join(traceback.format_tb(error.__traceback__))
        fault = f"{type(error).__name__}\n{where}"
    return Thinking(move, time.thread_time() - began, fault)


def think_alone(player: str, view: View, luck: bytes) -> Thinking:
    """The same in a process that does nothing else, and ends if it does not come to an end."""
    faulthandler.dump_traceback_later(LONGEST, exit=True, file=STDERR)
    try:
        return think(player, view, luck)
    finally:
        faulthandler.cancel_dump_traceback_later()


def begin() -> None:
    """Let this process serve the bot alone, and end with it, however the bot ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches us too, but the bot says when
    system.leave_no_core()
    system.stand_back()
    Thread(target=_end_with_parent, name="parent", daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
