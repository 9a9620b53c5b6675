"""A relay within this process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot.store.errors import Unreachable


class Everybody:
    """Gives each message to all who listen."""

    def __init__(self, *, fails: bool = False) -> None:
        self.ears: list[Callable[[str], None]] = []
        self.fails = fails
        self.sent: list[str] = []

    async def send(self, text: str) -> None:
        self.sent.append(text)
        if self.fails:
            raise Unreachable
        for hear in self.ears:
            hear(text)

    async def listen(self, hear: Callable[[str], None]) -> None:
        self.ears.append(hear)
        await asyncio.Event().wait()
