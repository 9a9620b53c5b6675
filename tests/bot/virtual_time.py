"""An event loop for tests of timers: its time jumps to the next timer while all tasks wait."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec

_Given = ParamSpec("_Given")


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop that never sleeps: waiting for a timer sets its clock forward."""

    def __init__(self) -> None:
        super().__init__()
        self._now = 0.0
        selector: Any = self._selector  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType] - no public way
        really = selector.select

        def select(timeout: float | None = None) -> Any:
            if timeout is None or timeout <= 0:
                return really(timeout)
            self._now += timeout
            return really(0)

        selector.select = select

    def time(self) -> float:
        return self._now


def in_virtual_time(test: Callable[_Given, Coroutine[Any, Any, None]]) -> Callable[_Given, None]:
    """Run an asynchronous test in virtual time."""

    @wraps(test)
    def run(*args: _Given.args, **kwargs: _Given.kwargs) -> None:
        with asyncio.Runner(loop_factory=VirtualLoop) as runner:
            runner.run(test(*args, **kwargs))

    return run


def now() -> float:
    """Return the time of the running loop, in seconds."""
    return asyncio.get_running_loop().time()
