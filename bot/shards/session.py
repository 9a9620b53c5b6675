"""One shard's connection to Discord: it stays until it is told to go, and takes up its session.

discord.py can keep one shard for each client, or a number of them that is fixed at its start and
that it never resumes after an outage. So what goes round its public face stands here and in
`bot.shards.sessions`; `tests/bot/shards/test_private.py` fails if a version of it no longer has
what they lean on.
"""

from __future__ import annotations

import asyncio
import errno
import logging
from collections.abc import Iterator
from itertools import chain, repeat
from math import nan
from typing import Any, Final

import aiohttp
import discord
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from bot.board.painter import RETRY_AFTER
from bot.discord.dispatches import UNREADABLE
from bot.discord.limits import AUTHENTICATION_FAILED, BAD_INTENTS
from bot.errors import report
from bot.shards.identifying import Identifying
from bot.store.protocol import StoreError

CONNECTS_WITHIN: Final = 60.0
"""Seconds, without those for which it waits until it is its turn."""
CLOSES_WITHIN: Final = 1.0
"""Seconds for a close in good order."""
LEFT: Final = 1000
"""The code with which we close: nobody will come back to this session."""
RESET: Final = (errno.ECONNRESET, 10054)
WRONG_SHARDS: Final = (4010, 4011, 4012)
"""The codes with which the gateway closes if there must be more shards, or we speak wrongly."""
FINAL: Final = (AUTHENTICATION_FAILED, *WRONG_SHARDS, *BAD_INTENTS)
"""The codes after which no other try would do."""
BROKEN: Final = (OSError, discord.HTTPException, discord.ConnectionClosed, aiohttp.ClientError)
"""How a connection ends, or fails to begin; a `TimeoutError` is an `OSError`."""

_log = logging.getLogger(__name__)


class Session:
    """The connection of one shard."""

    def __init__(
        self, client: discord.AutoShardedClient, shard: int, identifying: Identifying
    ) -> None:
        self._client: Final[Any] = client
        self._shard: Final = shard
        self._identifying: Final = identifying
        self._socket: DiscordWebSocket | None = None
        """The newest, from the moment it is connected."""
        self._kind: Final = _that_tells(self)
        self._pauses = _pauses()
        """Seconds to wait after each failure in a row."""
        self._resumes = False
        self._left = False
        """We were told to go: whatever a driver makes of that, nothing begins any more."""

    def opened(self, socket: DiscordWebSocket) -> None:
        """There is a new connection, of which nothing is known yet."""
        self._socket = socket

    @property
    def latency(self) -> float:
        """Seconds of a heartbeat there and back; not a number before the first."""
        return nan if self._socket is None else self._socket.latency

    async def run(self) -> None:
        """Stay connected. It ends with what no other try would mend."""
        backoff = ExponentialBackoff[Any]()
        while not self._left:
            try:
                await self._stay()
            except ReconnectWebSocket as fault:
                self._is_away()
                self._resumes = fault.resume
                continue
            except BROKEN as fault:
                self._is_away()
                if isinstance(fault, discord.ConnectionClosed) and fault.code in FINAL:
                    raise _named(fault) from None
                if self._has_session:
                    self._resumes = True
                    if not _is_reset(fault):
                        await self._pause(backoff.delay(), fault)
                    continue
                await self._pause(next(self._pauses), fault)
            except StoreError as fault:  # nobody can say whose turn it is
                await self.close()
                _log.warning("shard %s waits for the database: %s", self._shard, fault.code)
                await asyncio.sleep(next(self._pauses))
            except UNREADABLE as fault:
                report("a frame of Discord", fault)
                self._is_away()
                await self.close()
                self._resumes = False
                await self._pause(next(self._pauses), fault)

    async def _stay(self) -> None:
        socket = await self._connect()
        self._pauses = _pauses()
        while not self._left:
            await socket.poll_event()

    async def _connect(self) -> DiscordWebSocket:
        old = self._socket
        if self._resumes and old is not None:
            async with asyncio.timeout(CONNECTS_WITHIN):
                return await self._kind.from_client(
                    self._client,
                    shard_id=self._shard,
                    resume=True,
                    session=old.session_id,
                    sequence=old.sequence,
                    gateway=old.gateway,
                )
        async with self._identifying.turn(self._shard), asyncio.timeout(CONNECTS_WITHIN):
            return await self._kind.from_client(self._client, shard_id=self._shard)

    @property
    def _has_session(self) -> bool:
        return self._socket is not None and self._socket.session_id is not None

    async def _pause(self, seconds: float, fault: Exception) -> None:
        why = fault.code if isinstance(fault, discord.ConnectionClosed) else type(fault).__name__
        _log.warning(
            "no connection to Discord for shard %s (%s); once more in %.0f s",
            *(self._shard, why, seconds),
        )
        await asyncio.sleep(seconds)

    def _is_away(self) -> None:
        self._client.dispatch("disconnect")
        self._client.dispatch("shard_disconnect", self._shard)

    async def leave(self) -> None:
        """Close the connection for good: we were told to go."""
        self._left = True
        await self.close()

    async def close(self) -> None:
        """Close the connection, in good order or by force."""
        if self._socket is None:
            return
        try:
            async with asyncio.timeout(CLOSES_WITHIN):  # when it ends, aiohttp cuts the connection
                await self._socket.close(code=LEFT)
        except (TimeoutError, *BROKEN) as fault:
            _log.info("shard %s was cut off: %s", self._shard, type(fault).__name__)


def _that_tells(session: Session) -> type[DiscordWebSocket]:
    """A kind of connection that tells of itself at once.

    discord.py hands out a connection only after it has identified; one that is given up meanwhile
    would stay open for a minute.
    """

    class Telling(DiscordWebSocket):
        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            session.opened(self)

    return Telling


def _pauses() -> Iterator[float]:
    return chain(RETRY_AFTER, repeat(RETRY_AFTER[-1]))


def _is_reset(fault: Exception) -> bool:
    return isinstance(fault, OSError) and fault.errno in RESET


def _named(fault: discord.ConnectionClosed) -> Exception:
    """The fault as those who start the bot know it."""
    if fault.code == BAD_INTENTS[-1]:
        return discord.PrivilegedIntentsRequired(fault.shard_id)
    return fault
