"""Names of members who have not pressed anything since the bot was started."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

import aiohttp
import discord

from bot.discord.incoming import Person
from bot.discord.limits import EDIT_TIMEOUT
from bot.discord.names import Names
from bot.discord.rest import Rest
from bot.single_flight import SingleFlight

CAPACITY: Final = 10_000
"""Members whose answers are kept."""
ANSWER_KEPT: Final = 3600.0
"""Seconds for which a member who was asked for is not asked for again."""

_log = logging.getLogger(__name__)


class Members:
    """Asks Discord for the names of members whose names this process does not know.

    Names are stored nowhere, so a restart forgets them.
    """

    def __init__(self, rest: Rest, names: Names) -> None:
        self._rest = rest
        self._names = names
        self._asked: Final = SingleFlight[tuple[int, int], bool](CAPACITY, ANSWER_KEPT)
        """By server and user: True if it is a member."""

    async def names_in(self, guild: int, users: Iterable[int]) -> Callable[[int, str], str]:
        """Return the names in a server, after asking for members whose names are unknown."""
        unknown = [user for user in users if guild > 0 and not self._names.of(user, "", guild)]
        await asyncio.gather(*[self._ask(guild, user) for user in unknown])
        return partial(self._names.of, guild=guild)

    async def close(self) -> None:
        await self._asked.close()

    async def _ask(self, guild: int, user: int) -> None:
        """Ask for a member, who stays unnamed if Discord does not answer."""
        learn = partial(self._learn, guild, user)
        try:
            await self._asked.get((guild, user), learn, EDIT_TIMEOUT)
        except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError) as fault:
            _log.info("the name of a member is unknown: %s", type(fault).__name__)

    async def _learn(self, guild: int, user: int) -> bool:
        try:
            member = await self._rest.member(guild, user)
        except discord.NotFound:
            return False  # has left the server
        self._names.saw(Person.of_member(member), guild)
        return True
