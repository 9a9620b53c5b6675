"""Signals that end the process: received from its first line on, handled where it is safe.

By default Python would die without a word, or raise an exception wherever it happens to be: amid an
import, or in a callback that swallows exceptions, and the signal with it. This module is imported
before all others, so it imports next to nothing itself.
"""

import signal
from collections.abc import Callable, Generator
from contextlib import contextmanager

from bot.system import SIGNALS

SIGNAL_EXIT_BASE = 128
"""Added to a signal's number in the exit code of a command that it ended, as in a shell."""


class Signals:
    """Notes that a signal has asked this process to end."""

    def __init__(self) -> None:
        self.received = 0
        """The first signal that was received; 0: none."""
        self._handler: Callable[[], object] | None = None

    def listen(self) -> None:
        """Receive every signal from now on; process 1 of a container ignores them by default."""
        for each in SIGNALS:
            signal.signal(each, self._receive)

    def _receive(self, number: int, _frame: object) -> None:
        if self.received:
            return
        self.received = number
        if self._handler is not None:
            self._handler()

    @contextmanager
    def handled(self, by: Callable[[], object]) -> Generator[None]:
        """Call this on the first signal during the block; at once if it was received before."""
        self._handler = by
        try:
            if self.received:
                by()
            yield
        finally:
            self._handler = None

    @property
    def code(self) -> int:
        """The exit code of a command that a signal ended."""
        return SIGNAL_EXIT_BASE + self.received
