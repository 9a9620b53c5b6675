"""Requests that go wrong, and what the bot says of them in its log."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any, Final

from tests.e2e.wire.asked import Asked
from tests.e2e.wire.faults import Fault
from tests.e2e.wire.people import Person
from tests.e2e.wire.server import Discord
from tests.e2e.wire.wire import Wire

Json = dict[str, Any]

CALLBACK: Final = "/callback$"
"""First answers."""
BOARDS: Final = "^/channels/"
"""Requests in channels by the bot's own token."""
ORIGINAL: Final = "@original$"
"""The first answer, or the message of the pressed button, by an interaction's token."""

AWAY: Final = "its board cannot be shown"
LIMITED: Final = "ate limited"
SHUT: Final = "we are shut out"
MISREAD: Final = "Can't keep up"
"""discord.py may take a heartbeat that is answered at once, as here, for one that never was."""

SAID_WITHIN: Final = 120.0
LOOKS_EVERY: Final = 0.05
"""Seconds."""


class Log:
    """The bot's log since this was made."""

    def __init__(self, wire: Wire, *, whole: bool = False) -> None:
        self._wire = wire
        self._begun = 0 if whole else len(wire.bot.log.splitlines())

    @property
    def lines(self) -> list[str]:
        return self._wire.bot.log.splitlines()[self._begun :]

    @property
    def warnings(self) -> list[str]:
        """All that is worse than usual."""
        return [line for line in self.lines if " INFO " not in line and MISREAD not in line]

    async def says(self, text: str) -> None:
        """Wait until a line has this in it. Nobody tells us of lines, so we look for it."""
        async with asyncio.timeout(SAID_WITHIN):
            while not any(text in line for line in self.lines):
                await asyncio.sleep(LOOKS_EVERY)


@asynccontextmanager
async def failing(
    wire: Wire, method: str, path: str, fault: Json, told: str | None
) -> AsyncIterator[Fault]:
    """This goes wrong meanwhile, and the log has one line that says this, or none.

    What goes to a channel is tried until it is heard of; an answer is soon worth nothing.
    """
    log, discord = Log(wire), wire.discord
    injected = discord.fault(method, path, **fault)
    yield injected
    if path != CALLBACK:
        await discord.until(lambda: any(not it.lost for it in since(discord, injected)))
    await discord.settled()
    if told is not None:
        await log.says(told)
    assert len(injected.hits) == fault.get("times", 1)
    assert len(log.warnings) == (told is not None), log.warnings
    assert all(str(told) in line and "Traceback" not in line for line in log.warnings)


def done(requests: Iterable[Asked]) -> list[Asked]:
    """Those that took effect."""
    return [it for it in requests if it.well]


def since(discord: Discord, fault: Fault) -> list[Asked]:
    """The requests of the same kind that came after a fault."""
    asked = discord.asked(fault.method, fault.path)
    return [it for it in done(asked) if fault.hits and it.at > fault.hits[-1].at]


def posts(person: Person) -> str:
    """Where messages for this person's channel go to."""
    return f"^/channels/{person.channel.id}/messages$"


def edits(person: Person) -> str:
    """The same for edits."""
    return f"^/channels/{person.channel.id}/messages/"


def called(discord: Discord, person: Person) -> list[int]:
    """Who is called by the message that was sent last in this person's channel."""
    last = done(discord.asked("POST", posts(person)))[-1]
    return [*map(int, last.json["allowed_mentions"]["users"])]
