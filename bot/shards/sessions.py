"""Our connections to Discord, one for each shard that is ours; they come and go one by one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Iterable
from functools import partial
from math import nan
from typing import Any, Final, cast

import discord

from bot.shards.identifying import Advice, Identifying
from bot.shards.session import CLOSES_WITHIN, Session

_log = logging.getLogger(__name__)


class Sessions:
    """The shards of a client."""

    def __init__(self, client: discord.AutoShardedClient, identifying: Identifying) -> None:
        self._client: Final = client
        self._identifying: Final = identifying
        self._sessions: Final[dict[int, Session]] = {}
        self._tasks: Final[dict[int, asyncio.Task[None]]] = {}
        self._ended: Final = asyncio.Event()
        self._fault: BaseException | None = None

    @property
    def running(self) -> frozenset[int]:
        """The shards that are connected, or on their way."""
        return frozenset(self._tasks)

    def latency(self, shard: int) -> float:
        """Seconds of a heartbeat there and back; not a number before the first."""
        session = self._sessions.get(shard)
        return nan if session is None else session.latency

    def count(self, shards: int) -> None:
        """Say how many shards there are, before the first of them is started."""
        self._client.shard_count = shards
        state = self._state
        state.shard_count = shards

    def start(self, shards: Iterable[int]) -> None:
        """Connect these; each waits by itself until it is its turn."""
        for shard in sorted({*shards} - self.running):
            session = self._sessions[shard] = Session(self._client, shard, self._identifying)
            task = asyncio.create_task(session.run(), name=f"shard {shard}")
            self._tasks[shard] = task
            task.add_done_callback(partial(self._is_over, shard))

    def _is_over(self, shard: int, task: asyncio.Task[None]) -> None:
        """A shard that ends by itself does so for good, and the bot with it."""
        if self._tasks.get(shard) is task and not task.cancelled():
            self.fail(task.exception())

    def fail(self, fault: BaseException | None) -> None:
        """End all of it, with this."""
        self._fault = fault
        self._ended.set()

    async def stop(self, shards: Collection[int]) -> None:
        """Close these at once: nothing more is heard of their servers."""
        ours = self.running & {*shards}
        going = [(self._tasks.pop(shard), self._sessions.pop(shard)) for shard in ours]
        for task, _ in going:
            task.cancel()
        await asyncio.gather(*(session.leave() for _, session in going))
        if going:
            await asyncio.wait([task for task, _ in going], timeout=CLOSES_WITHIN)
        for shard in shards:
            self._forget(shard)

    async def wait(self) -> None:
        """Wait until all is over; raises what a shard could not get over."""
        await self._ended.wait()
        if self._fault is not None:
            raise self._fault

    async def close(self) -> None:
        """Close all of them."""
        await self.stop(self.running)
        self._ended.set()

    def be_ready(self) -> None:
        """Let those go on who wait until the client is ready.

        discord.py would do so when a number of shards is ready that it was told of at its start.
        """
        self._state.call_handlers("ready")
        self._client.dispatch("ready")

    # --- what discord.py keeps -----------------------------------------------------------------

    @property
    def _state(self) -> Any:
        return cast("Any", self._client)._connection

    def _forget(self, shard: int) -> None:
        """Forget the servers of a shard that is no longer ours: we hear no news of them."""
        state = self._state
        waiting = state._ready_tasks.pop(shard, None)
        if waiting is not None:
            waiting.cancel()
        state._ready_states.pop(shard, None)
        for guild in [it for it in self._client.guilds if it.shard_id == shard]:
            state._remove_guild(guild)
        self._client.dispatch("shard_disconnect", shard)


def told_by(client: discord.Client) -> partial[Any]:
    """A question that Discord answers with its `Advice`."""
    return partial(_advice, client)


async def _advice(client: discord.Client) -> Advice:
    shards, _, limit = await client.http.get_bot_gateway()
    return Advice(
        shards,
        max(1, limit["max_concurrency"]),
        limit["remaining"],
        limit["reset_after"] / 1000,
    )
