"""Players that take long, fail or never end, for workers in tests.

Workers import this module; their changes of it, or of the players, reach no test.
"""

import os
import time
from pathlib import Path
from random import Random

from bot.hosting import worker
from bot.hosting.worker import Thinking, think_alone
from engine import Move, View
from players.roster import PLAYERS

SECONDS = 0.15
"""As long as a thought is meant to last."""
TOO_LONG = 0.5


def think_slowly(player: str, view: View, luck: bytes) -> Thinking:
    """Keep the processor busy, and make the last move of the list."""
    end = time.thread_time() + SECONDS
    while time.thread_time() < end:
        pass
    return Thinking(f"{view.legal[-1]}", SECONDS)


def think_for_ever(player: str, view: View, luck: bytes) -> Thinking:
    """Sleep, which keeps the processor free; a worker sees no difference."""
    PLAYERS[player] = Endless
    worker.THOUGHT_TIMEOUT = TOO_LONG
    return think_alone(player, view, luck)


def think_for_a_minute(player: str, view: View, luck: bytes) -> Thinking:
    """Sleep for longer than a test, in a worker that does not end itself."""
    time.sleep(60)
    return Thinking("", 0.0)


class Endless:
    def choose(self, view: View, rng: Random) -> Move:
        while True:
            time.sleep(0.1)


def die(player: str, view: View, luck: bytes) -> Thinking:
    """As if the system had killed it."""
    os._exit(9)


def die_of_one(player: str, view: View, luck: bytes) -> Thinking:
    """Die of luck that begins with a zero, and make the last move otherwise."""
    if not luck[0]:
        os._exit(9)
    return Thinking(f"{view.legal[-1]}", 0.0)


def die_once(mark: Path) -> str:
    """Die unless this file is there, which is then there."""
    if not mark.exists():
        mark.touch()
        os._exit(9)
    return "worked"


def stumble(player: str, view: View, luck: bytes) -> Thinking:
    PLAYERS[player] = Stumbling
    return think_alone(player, view, luck)


class Stumbling:
    def choose(self, view: View, rng: Random) -> Move:
        raise KeyError(view.hand)
