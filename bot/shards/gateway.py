"""The gateway connections of this process, one for each of its shards.

discord.py runs one shard for each client, or a number of them that is fixed at its start and that
it never resumes after an outage. So this module uses private parts of it in some places;
`tests/bot/shards/test_gateway.py` fails if a version of discord.py lacks one.
"""

from __future__ import annotations

import asyncio
import errno
import logging
from collections.abc import Collection, Iterable
from functools import partial
from math import nan
from typing import Any, Final, cast

import aiohttp
import discord
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from bot.discord.dispatches import UNREADABLE
from bot.discord.limits import AUTHENTICATION_FAILED, BAD_INTENTS, TOO_FEW_SHARDS
from bot.errors import report
from bot.retry import retry_delays
from bot.shards.identify import GatewayInfo, IdentifyLimiter
from bot.store.errors import StoreError

CONNECT_TIMEOUT: Final = 60.0
"""Seconds, not counting the wait for the turn to identify."""
CLOSE_TIMEOUT: Final = 1.0
"""Seconds for an orderly close; then the connection is cut."""
SESSION_ENDS: Final = 1000
"""The close code after which Discord drops the session: it will not be resumed."""
RESET: Final = (errno.ECONNRESET, 10054)
WRONG_SHARD, WRONG_PROTOCOL = 4010, 4012
FINAL: Final = (
    *(AUTHENTICATION_FAILED, WRONG_SHARD, TOO_FEW_SHARDS, WRONG_PROTOCOL),
    *BAD_INTENTS,
)
"""Close codes after which a retry would fail in the same way."""
BROKEN: Final = (OSError, discord.HTTPException, discord.ConnectionClosed, aiohttp.ClientError)
"""Errors of a connection that breaks or cannot be made; a `TimeoutError` is an `OSError`."""

_log = logging.getLogger(__name__)


class Gateway:
    """Starts and stops the connections of single shards."""

    def __init__(self, client: discord.AutoShardedClient, identify: IdentifyLimiter) -> None:
        self._client: Final = client
        self._identify: Final = identify
        self._connections: Final[dict[int, _Connection]] = {}
        self._tasks: Final[dict[int, asyncio.Task[None]]] = {}
        self._ended: Final = asyncio.Event()
        self._fault: BaseException | None = None

    @property
    def running(self) -> frozenset[int]:
        """The shards that are connected or connecting."""
        return frozenset(self._tasks)

    def latency(self, shard: int) -> float:
        """Seconds of a heartbeat's round trip; not a number before the first."""
        connection = self._connections.get(shard)
        return nan if connection is None else connection.latency

    def set_shard_count(self, shards: int) -> None:
        """Set how many shards the bot has, before the first of them is started."""
        self._client.shard_count = self._state.shard_count = shards

    def start(self, shards: Iterable[int]) -> None:
        """Connect these shards; each waits for its turn in the background."""
        for shard in sorted({*shards} - self.running):
            connection = _Connection(self._client, shard, self._identify)
            self._connections[shard] = connection
            task = asyncio.create_task(connection.run(), name=f"shard {shard}")
            self._tasks[shard] = task
            task.add_done_callback(partial(self._is_over, shard))

    def _is_over(self, shard: int, task: asyncio.Task[None]) -> None:
        """A shard that ends by itself met a fault that no retry can repair, so the bot ends."""
        if self._tasks.get(shard) is task and not task.cancelled():
            self.fail(task.exception())

    def fail(self, fault: BaseException | None) -> None:
        """End `wait` with this fault."""
        self._fault = fault
        self._ended.set()

    async def stop(self, shards: Collection[int]) -> None:
        """Close these at once, and make discord.py drop what it knows of their servers."""
        stopping = self.running & {*shards}
        going = [(self._tasks.pop(it), self._connections.pop(it)) for it in stopping]
        for task, _ in going:
            task.cancel()
        await asyncio.gather(*(connection.stop() for _, connection in going))
        if going:
            await asyncio.wait([task for task, _ in going], timeout=CLOSE_TIMEOUT)
        for shard in shards:
            self._drop_servers(shard)

    async def wait(self) -> None:
        """Wait until `close` or `fail` is called; raise the fault of a shard."""
        await self._ended.wait()
        if self._fault is not None:
            raise self._fault

    async def close(self) -> None:
        await self.stop(self.running)
        self._ended.set()

    def set_ready(self) -> None:
        """Release all who wait until the client is ready.

        discord.py does so only when all the shards that it was given at its start are ready.
        """
        self._state.call_handlers("ready")
        self._client.dispatch("ready")

    # --- the private state of discord.py -------------------------------------------------------

    @property
    def _state(self) -> Any:
        return cast("Any", self._client)._connection

    def _drop_servers(self, shard: int) -> None:
        """Make discord.py drop the servers of a shard: no more events about them arrive."""
        state = self._state
        waiting = state._ready_tasks.pop(shard, None)
        if waiting is not None:
            waiting.cancel()
        state._ready_states.pop(shard, None)
        for guild in [it for it in self._client.guilds if it.shard_id == shard]:
            state._remove_guild(guild)
        self._client.dispatch("shard_disconnect", shard)


class _Connection:
    """The connection of one shard: it reconnects until it is stopped, and resumes its session."""

    def __init__(
        self, client: discord.AutoShardedClient, shard: int, identify: IdentifyLimiter
    ) -> None:
        self._client: Final[Any] = client
        self._shard: Final = shard
        self._identify: Final = identify
        self._socket: DiscordWebSocket | None = None
        """The newest, from the moment it is connected."""
        self._kind: Final = _announcing(self)
        self._delays = retry_delays()
        """Seconds to wait after each failure in a row."""
        self._resumes = False
        self._stopped = False
        """Closing was requested: do not reconnect, even if the driver swallows the cancellation."""

    def opened(self, socket: DiscordWebSocket) -> None:
        """Note a new connection, which has not identified yet."""
        self._socket = socket

    @property
    def latency(self) -> float:
        """Seconds of a heartbeat's round trip; not a number before the first."""
        return nan if self._socket is None else self._socket.latency

    async def run(self) -> None:
        """Stay connected until `stop`; raise a fault that no retry can repair."""
        backoff = ExponentialBackoff[Any]()
        while not self._stopped:
            try:
                await self._stay()
            except ReconnectWebSocket as fault:
                self._note_disconnect()
                self._resumes = fault.resume
                continue
            except BROKEN as fault:
                self._note_disconnect()
                if isinstance(fault, discord.ConnectionClosed) and fault.code in FINAL:
                    raise _named(fault) from None
                if self._has_session:
                    self._resumes = True
                    if not _is_reset(fault):
                        await self._pause(backoff.delay(), fault)
                    continue
                await self._pause(next(self._delays), fault)
            except StoreError as fault:  # the turn to identify is unknown
                await self._close()
                _log.warning("shard %s waits for the database: %s", self._shard, fault.code)
                await asyncio.sleep(next(self._delays))
            except UNREADABLE as fault:
                report("a frame of Discord", fault)
                self._note_disconnect()
                await self._close()
                self._resumes = False
                await self._pause(next(self._delays), fault)

    async def stop(self) -> None:
        """Close the connection for good."""
        self._stopped = True
        await self._close()

    async def _stay(self) -> None:
        socket = await self._connect()
        self._delays = retry_delays()
        while not self._stopped:
            await socket.poll_event()

    async def _connect(self) -> DiscordWebSocket:
        old = self._socket
        if self._resumes and old is not None:
            async with asyncio.timeout(CONNECT_TIMEOUT):
                return await self._kind.from_client(
                    self._client,
                    shard_id=self._shard,
                    resume=True,
                    session=old.session_id,
                    sequence=old.sequence,
                    gateway=old.gateway,
                )
        async with self._identify.turn(self._shard), asyncio.timeout(CONNECT_TIMEOUT):
            return await self._kind.from_client(self._client, shard_id=self._shard)

    @property
    def _has_session(self) -> bool:
        return self._socket is not None and self._socket.session_id is not None

    async def _pause(self, seconds: float, fault: Exception) -> None:
        why = fault.code if isinstance(fault, discord.ConnectionClosed) else type(fault).__name__
        words = "no connection to Discord for shard %s (%s); once more in %.0f s"
        _log.warning(words, self._shard, why, seconds)
        await asyncio.sleep(seconds)

    def _note_disconnect(self) -> None:
        self._client.dispatch("disconnect")
        self._client.dispatch("shard_disconnect", self._shard)

    async def _close(self) -> None:
        if self._socket is None:
            return
        try:
            async with asyncio.timeout(CLOSE_TIMEOUT):  # after it, aiohttp cuts the connection
                await self._socket.close(code=SESSION_ENDS)
        except (TimeoutError, *BROKEN) as fault:
            _log.info("shard %s was cut off: %s", self._shard, type(fault).__name__)


def _announcing(connection: _Connection) -> type[DiscordWebSocket]:
    """A kind of socket that announces itself as soon as it is open.

    discord.py hands out a socket only after it has identified; one that is given up before would
    stay open for a minute.
    """

    class Announcing(DiscordWebSocket):
        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            connection.opened(self)

    return Announcing


def _is_reset(fault: Exception) -> bool:
    return isinstance(fault, OSError) and fault.errno in RESET


def _named(fault: discord.ConnectionClosed) -> Exception:
    """The fault in the form that the command line explains to the operator."""
    if fault.code == BAD_INTENTS[-1]:
        return discord.PrivilegedIntentsRequired(fault.shard_id)
    return fault


async def gateway_info(client: discord.Client) -> GatewayInfo:
    """Ask Discord how to connect (``GET /gateway/bot``)."""
    shards, _, limit = await client.http.get_bot_gateway()
    return GatewayInfo(
        shards, max(1, limit["max_concurrency"]), limit["remaining"], limit["reset_after"] / 1000
    )
