"""Throws away what has been kept long enough: old games, and servers that sent the bot away.

It does so now and then, one table at a time, and rests longer after each than that has taken: those
who click notice nothing. What games came to stays. It runs only while Discord is connected: that
proves the clock, since with one that is far ahead no certificate of Discord's is valid.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from bot.errors import report
from bot.hosting.service import TableService
from bot.store.protocol import StoreError
from bot.store.retention import FIRST
from bot.tables.paces import DAY

T = TypeVar("T")

FIRST_AFTER: Final = 600.0
"""Seconds from a start to the first round: a start has enough to do."""
EVERY: Final = 3600.0
"""Seconds between two rounds."""
RESTS: Final = 3
"""How many times as long as a step took there is a rest after it."""
SHORTEST_REST: Final = 0.02
AT_ONCE: Final = 50
"""Names that are asked for in a row."""
_DELETED: Final = "games that were over more than %s days ago: %s deleted, %s left as they are"

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Keeping:
    """For how many days something is kept; 0: for ever."""

    games: int
    """Games, from when they were over."""
    servers: int
    """What belongs to a server, from when the bot was seen not to be there any more."""


@dataclass(frozen=True, slots=True)
class Presence:
    """Where the bot is."""

    is_connected: Callable[[], bool]
    """Does Discord tell us anything?"""
    is_known: Callable[[int], bool]
    """Has it told whether we are in this server?"""
    is_in: Callable[[int], bool]
    """Are we in this server, even if it is unavailable?"""


class Retention:
    """Goes round now and then, as long as the bot runs."""

    def __init__(
        self, service: TableService, presence: Presence, keeping: Keeping, now: Callable[[], float]
    ) -> None:
        self._service: Final = service
        self._store: Final = service.store.retention
        self._presence: Final = presence
        self._keeping: Final = keeping
        self._now: Final = now
        self._rounds: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to go round."""
        if self._rounds is None:
            self._rounds = asyncio.create_task(self._go_on(), name="retention")

    async def close(self) -> None:
        """Go round no more; a step under way is stored or it is not."""
        if self._rounds is not None:
            self._rounds.cancel()
            await asyncio.wait({self._rounds})

    async def _go_on(self) -> None:
        await asyncio.sleep(FIRST_AFTER)
        while True:
            try:
                await self.go_round()
            except StoreError as fault:
                _log.warning("what is old could not be deleted: %s", fault.code)
            except Exception as fault:  # the next round may do better
                report("a round of retention", fault)
            await asyncio.sleep(EVERY)

    async def go_round(self) -> None:
        """Delete all that is old by now, and give back what that took of the disk."""
        if self._keeping.games and self._presence.is_connected():
            await self._delete_games(self._now() - self._keeping.games * DAY)
        if self._keeping.servers:
            await self._look_after_servers(self._now() - self._keeping.servers * DAY)
        while await self._step(self._store.shrink()):
            pass

    # --- games ---------------------------------------------------------------------------------

    async def _delete_games(self, before: float) -> None:
        last, deleted, left = FIRST, 0, 0
        while old := await self._step(self._store.old_games(before, last, AT_ONCE)):
            for game in old:
                done = await self._step(self._delete_game(game.table, before))
                deleted, left = deleted + done, left + (not done)
            last = old[-1]
        if deleted:
            _log.info(_DELETED, self._keeping.games, deleted, left)

    async def _delete_game(self, table: str, before: float) -> bool:
        async with self._service.lock(table):
            return await self._store.delete_game(table, before)

    # --- servers -------------------------------------------------------------------------------

    async def _look_after_servers(self, before: float) -> None:
        share = self._service.store.share
        noted = dict(await self._store.absences())
        async for guild in self._servers():
            since = noted.pop(guild, None)
            if not self._can_tell(guild):
                continue
            if self._presence.is_in(guild):
                if since is not None:
                    await self._store.end_absence(guild)
            elif since is None:
                await self._store.note_absence(guild, self._now())
            elif since < before:
                await self._forget(guild)
        for guild in noted:  # nothing is stored of them any more
            if self._service.store.share is not share:
                return  # or they went to another process with their shard
            await self._store.end_absence(guild)

    async def _servers(self) -> AsyncGenerator[int]:
        last = 0
        while found := await self._step(self._store.servers(last, AT_ONCE)):
            for guild in found:
                yield guild
            last = found[-1]

    def _can_tell(self, guild: int) -> bool:
        """Would this process know of the server if we were there?"""
        return self._service.store.share.has(guild) and self._presence.is_known(guild)

    def _is_away(self, guild: int) -> bool:
        return self._can_tell(guild) and not self._presence.is_in(guild)

    async def _forget(self, guild: int) -> None:
        """Forget a server, unless we are invited again meanwhile, or would not hear of it."""
        last = ""
        while names := await self._store.tables_in(guild, last, AT_ONCE):
            for table in names:
                if not self._is_away(guild):
                    return
                await self._step(self._delete_table(table, guild))
            last = names[-1]
        while self._is_away(guild):
            if not await self._step(self._store.forget_some(guild)):
                _log.info("server %s has sent the bot away, and is forgotten", guild)
                return

    async def _delete_table(self, table: str, guild: int) -> None:
        async with self._service.lock(table):
            self._service.cache.drop(table)
            await self._store.delete_table(table, guild)

    # --- one step after the other --------------------------------------------------------------

    async def _step(self, work: Awaitable[T]) -> T:
        """Do this, and leave those who click more time than it has taken."""
        loop = asyncio.get_running_loop()
        begun = loop.time()
        done = await work
        await asyncio.sleep(max(SHORTEST_REST, RESTS * (loop.time() - begun)))
        return done
