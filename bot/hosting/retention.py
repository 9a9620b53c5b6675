"""Deletes old games, and the data of servers that removed the bot.

It deletes one table at a time, and rests longer after each than that took, so that clicks are not
held up. Results of games stay. It deletes games only while Discord is connected, which proves the
clock: with a clock far ahead, no certificate of Discord's is valid.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from bot.hosting.service import TableService
from bot.periodic import Periodic
from bot.store.data import FIRST
from bot.tables.paces import DAY

T = TypeVar("T")

FIRST_AFTER: Final = 600.0
"""Seconds from a start to the first round: a start has enough to do."""
INTERVAL: Final = 3600.0
"""Seconds between two rounds."""
REST_FACTOR: Final = 3
"""The rest after a step, in multiples of its duration."""
MIN_REST: Final = 0.02
"""Seconds."""
BATCH: Final = 50
"""Rows that are read at a time."""
_DELETED: Final = "games that were over more than %s days ago: %s deleted, %s left as they are"

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Keeping:
    """How many days data is kept; 0: for ever."""

    games: int
    """Games, from their end."""
    servers: int
    """Data of a server, from when the bot was first seen to be missing there."""


@dataclass(frozen=True, slots=True)
class Presence:
    """Which servers the bot is in."""

    is_connected: Callable[[], bool]
    """Is any shard connected?"""
    is_known: Callable[[int], bool]
    """Has Discord said whether the bot is in this server?"""
    is_in: Callable[[int], bool]
    """Is the bot in this server, even if the server is unavailable?"""

    def is_removed(self, guild: int) -> bool:
        """Return whether the bot is no longer in this server."""
        return self.is_known(guild) and not self.is_in(guild)


class Retention:
    """Deletes data that has been kept long enough, every hour."""

    def __init__(
        self, service: TableService, presence: Presence, keeping: Keeping, now: Callable[[], float]
    ) -> None:
        self._service: Final = service
        self._store: Final = service.store.retention
        self._presence: Final = presence
        self._keeping: Final = keeping
        self._now: Final = now
        self._rounds: Final = Periodic("retention", self.go_round, INTERVAL, FIRST_AFTER)

    def start(self) -> None:
        self._rounds.start()

    async def close(self) -> None:
        """End the rounds; a step under way is stored whole or not at all."""
        await self._rounds.close()

    async def go_round(self) -> None:
        """Delete all data that is too old, and return its space on disk."""
        if self._keeping.games and self._presence.is_connected():
            await self._delete_games(self._now() - self._keeping.games * DAY)
        if self._keeping.servers:
            await self._check_servers(self._now() - self._keeping.servers * DAY)
        while await self._step(self._store.shrink()):
            pass

    # --- games ---------------------------------------------------------------------------------

    async def _delete_games(self, before: float) -> None:
        last, deleted, left = FIRST, 0, 0
        while old := await self._step(self._store.old_games(before, last, BATCH)):
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

    async def _check_servers(self, before: float) -> None:
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
        for guild in noted:  # nothing else is stored of them
            if self._service.store.share is not share:
                return  # their shards may have gone to another process
            await self._store.end_absence(guild)

    async def _servers(self) -> AsyncGenerator[int]:
        last = 0
        while found := await self._step(self._store.servers(last, BATCH)):
            for guild in found:
                yield guild
            last = found[-1]

    def _can_tell(self, guild: int) -> bool:
        """Would this process know if the bot were in this server?"""
        return self._service.store.share.has(guild) and self._presence.is_known(guild)

    def _is_away(self, guild: int) -> bool:
        return self._service.store.share.has(guild) and self._presence.is_removed(guild)

    async def _forget(self, guild: int) -> None:
        """Delete the data of a server, unless the bot returns to it or could not know."""
        last = ""
        while names := await self._store.tables_in(guild, last, BATCH):
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
        """Await this, and rest for longer than it took."""
        loop = asyncio.get_running_loop()
        begun = loop.time()
        done = await work
        await asyncio.sleep(max(MIN_REST, REST_FACTOR * (loop.time() - begun)))
        return done
