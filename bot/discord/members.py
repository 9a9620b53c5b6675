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
from bot.lru import Lru

CAPACITY: Final = 10_000
"""Members who are remembered as asked for."""

_log = logging.getLogger(__name__)


class Members:
    """Asks Discord for the names of members, of each at most once.

    Names are stored nowhere, so a restart forgets them.
    """

    def __init__(self, rest: Rest, names: Names) -> None:
        self._rest = rest
        self._names = names
        self._asked: Final = Lru[tuple[int, int], bool](CAPACITY)

    async def names_in(self, guild: int, users: Iterable[int]) -> Callable[[int, str], str]:
        """Return the names in a server, after asking for members whose names are unknown."""
        unknown = [user for user in users if guild and not self._names.of(user, "", guild)]
        await asyncio.gather(*[self._ask(guild, user) for user in unknown])
        return partial(self._names.of, guild=guild)

    async def _ask(self, guild: int, user: int) -> None:
        if self._asked.get((guild, user)):
            return
        self._asked[guild, user] = True
        try:
            async with asyncio.timeout(EDIT_TIMEOUT):
                member = await self._rest.member(guild, user)
        except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError) as fault:
            # who has left the server is named by a colour
            _log.info("the name of a member is unknown: %s", type(fault).__name__)
        else:
            self._names.saw(Person.of_member(member), guild)
