"""A guild with a channel, the bot as a process, and people: the ground of most tests."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from tests.client.messages import Shown
from tests.e2e.wire.people import Person
from tests.e2e.wire.process import BotProcess
from tests.e2e.wire.server import ON_A_BUSY_MACHINE, Discord
from tests.e2e.wire.world import Channel, Guild, User, new_id

ERROR: Final = re.compile(r"^\S+ (ERROR|CRITICAL) |Traceback \(most recent call last\)")
"""A log line with an error, or with an exception that was not caught, or was logged whole."""


def errors_in(log: str, forgiven: Iterable[re.Pattern[str]] = ()) -> list[str]:
    """Return the lines with an error that match none of these."""
    errors = [line for line in log.splitlines() if ERROR.search(line)]
    return [line for line in errors if not any(it.search(line) for it in forgiven)]


class Wire:
    def __init__(self, discord: Discord, bot: BotProcess, guild: Guild) -> None:
        self.discord: Final = discord
        self.bot: Final = bot
        self.guild: Final = guild
        self.channel: Final = discord.add_channel(guild, "table")
        self._forgiven: list[re.Pattern[str]] = []

    def join(
        self,
        name: str,
        *,
        locale: str = "en-US",
        manager: bool = False,
        id: int | None = None,  # noqa: A002 (as Discord names it)
        channel: Channel | None = None,
    ) -> Person:
        """Return a person, with a new id or a known one."""
        user = User(id or new_id(), name, locale)
        return Person(self.discord, user, channel or self.channel, manager=manager)

    @property
    def board(self) -> Shown:
        return self.discord.board_in(self.channel)

    @property
    def messages(self) -> list[Shown]:
        return self.discord.messages_in(self.channel)

    def forgive(self, *patterns: str) -> None:
        """Let log lines that match one of these fail nothing: the test expects them."""
        self._forgiven += map(re.compile, patterns)

    def complaints(self) -> list[str]:
        """Return errors of the bot and faults of the wire itself."""
        lines = errors_in(self.bot.log, self._forgiven)
        return [*self.discord.violations, *self.discord.breakdowns, *lines]


@asynccontextmanager
async def wired(
    folder: Path, *, locale: str = "en-US", started: bool = True, **bot: Any
) -> AsyncIterator[Wire]:
    """A wire with the bot running on it, which ends with all complaints as one failure.

    Interactions are given up late, since a busy machine needs more than Discord's three seconds.
    ``bot`` goes to the `BotProcess`.
    """
    discord = Discord()
    discord.limited = False
    discord.ack_within = ON_A_BUSY_MACHINE
    await discord.start()
    process = BotProcess(discord, folder, **bot)
    wire = Wire(discord, process, discord.add_guild("Celestia", locale=locale))
    try:
        if started:
            await process.start()
        yield wire
        await discord.settled()
    finally:
        await process.close()
        await discord.stop()
    complaints = wire.complaints()
    assert not complaints, "\n".join(["the bot did wrong:", *complaints])
