"""Signals that end the process: heard from its first line on, heeded where that does no harm.

Left alone, Python would die of them without a word, or raise an exception wherever it happens to
be: in the midst of an import, or where none comes out and the signal is lost with it. This comes
before all other imports, so it asks for next to none itself.
"""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

SIGNALS = (signal.SIGINT, signal.SIGTERM)
BROKEN_OFF = 128
"""Whoever is broken off by a signal ends with so much more than its number, as in a shell."""


class Signals:
    """Whether somebody has told this process to end."""

    def __init__(self) -> None:
        self.told = 0
        """The first signal that came; 0: none."""
        self._heed: Callable[[], object] | None = None

    def listen(self) -> None:
        """Hear of every signal from now on; as the first of a container we would not, otherwise."""
        for each in SIGNALS:
            signal.signal(each, self._hear)

    def _hear(self, number: int, _frame: object) -> None:
        if self.told:
            return
        self.told = number
        if self._heed is not None:
            self._heed()

    @contextmanager
    def heeded(self, by: Callable[[], object]) -> Iterator[None]:
        """Meanwhile this is done at the first signal; at once, if there was one already."""
        self._heed = by
        try:
            if self.told:
                by()
            yield
        finally:
            self._heed = None

    @property
    def code(self) -> int:
        """The exit code of what was broken off."""
        return BROKEN_OFF + self.told
