"""Messages between the processes of one bot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Relay(Protocol):
    """Sends messages to all processes; one that does not listen at the moment misses them."""

    async def send(self, text: str) -> None:
        """Send a message of any length."""
        ...

    async def listen(self, hear: Callable[[str], None]) -> None:
        """Hear the messages of all processes, this one included, until the connection is lost.

        Raises a `StoreError` if there is none.
        """
        ...
