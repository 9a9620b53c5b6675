"""Signals that end the process: received from its first line on, handled where that does no harm.

Left alone, Python would die of them without a word, or raise an exception wherever it happens to
be: in the midst of an import, or where none comes out and the signal is lost with it. This comes
before all other imports, so it imports next to nothing itself.
"""

import signal
from collections.abc import Callable, Generator
from contextlib import contextmanager

from bot.system import SIGNALS

BROKEN_OFF = 128
"""A command that a signal breaks off ends with so much more than its number, as in a shell."""


class Signals:
    """Whether somebody has asked this process to end."""

    def __init__(self) -> None:
        self.received = 0
        """The first signal that came; 0: none."""
        self._handler: Callable[[], object] | None = None

    def listen(self) -> None:
        """Receive every signal from now on; the first process of a container would not."""
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
        """Meanwhile the first signal calls this; at once, if one has come already."""
        self._handler = by
        try:
            if self.received:
                by()
            yield
        finally:
            self._handler = None

    @property
    def code(self) -> int:
        """The exit code of a command that a signal broke off."""
        return BROKEN_OFF + self.received
