"""Holds the leases of our shards, and starts and stops the shards as leases come and go.

A process may think that it holds a shard for less time than the database does: it counts from
before it asked, by a clock that nobody can set. What it could not renew it closes before others may
take it.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import socket
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, Protocol

from bot.errors import kind_of
from bot.shards.patience import within
from bot.store.leases import (
    LEASE,
    NOTHING,
    OTHERS,
    RENEWED_EVERY,
    Held,
    Holding,
    Share,
)
from bot.store.protocol import StoreError

LOOKS_EVERY: Final = 1.0
"""Seconds between two looks at what others do."""
CLOSING: Final = 3.0
"""Seconds before the end of a lease at which its shard is closed."""
ANSWERED_WITHIN: Final = 4.0
"""Seconds after which a renewal is given up, and asked for again."""

_log = logging.getLogger(__name__)


class Shards(Protocol):
    """What has shards: the client."""

    async def take(self, share: Share, new: frozenset[int]) -> None:
        """These are ours now, besides: connect them. It does not wait until they are connected."""
        ...

    async def drop(self, share: Share, gone: frozenset[int]) -> None:
        """These are no longer ours: return when they are closed, and nobody attends to them."""
        ...

    def fail(self, fault: BaseException) -> None:
        """Nobody looks after our leases any more: all of it has to end."""
        ...


def _boottime() -> Callable[[], float]:
    """A clock that nobody can set, and that goes on while the machine sleeps where there is one."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic if clock is None else partial(time.clock_gettime, clock)


class Keeper:
    """Keeps this process's share of all shards."""

    def __init__(
        self,
        leases: Holding,
        shards: Shards,
        now: Callable[[], float] | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.process: Final = f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(4)}"
        """The name of this process, which no other has had."""
        self.held: Held = Held({}, 0, 0)
        """What we hold, as far as we know."""
        self.share = NOTHING
        self._leases = leases
        self._shards = shards
        self._now = now or _boottime()
        self._sleep = sleep
        self._until = 0.0
        """When our leases end."""
        self._asked = -LEASE
        """When they were last renewed."""
        self._failing = False
        self._task: asyncio.Task[None] | None = None

    @property
    def holds(self) -> bool:
        """Is what we held still ours, if there ever was anything? We may just have woken up."""
        return not self._until or self._now() < self._until

    @property
    def lease_age(self) -> float:
        """Seconds since our leases were last renewed."""
        return self._now() - self._asked

    async def join(self, wanted: int) -> int:
        """Become one of the processes; the number of shards on which all agree."""
        agreed = await self._leases.join(self.process, wanted)
        if agreed != wanted:
            _log.warning(
                "there are %s shards, as the processes that run have agreed; the number becomes %s"
                " when all of them have stopped",
                *(agreed, wanted),
            )
        self.share = Share(agreed, frozenset())
        return agreed

    def start(self) -> None:
        """Begin to hold what is fair."""
        self._task = asyncio.create_task(self._run(), name="leases")
        self._task.add_done_callback(self._is_over)

    def _is_over(self, task: asyncio.Task[None]) -> None:
        fault = None if task.cancelled() else task.exception()
        if fault is not None:
            self._shards.fail(fault)

    async def close(self) -> None:
        """Hand over all that is ours at once."""
        if self._task is None:
            return
        task, self._task = self._task, None
        task.cancel()
        await asyncio.wait({task}, timeout=ANSWERED_WITHIN)
        await self._drop(frozenset(self.held.shards))
        try:
            await within(ANSWERED_WITHIN, self._leases.leave(self.process))
        except Exception as fault:
            _log.warning("our leases end by themselves: %s", kind_of(fault))

    async def _run(self) -> None:
        while True:
            await self.look()
            await self._sleep(LOOKS_EVERY)

    async def look(self) -> None:
        """Renew when it is time, or others come and go; close what could not be renewed."""
        if self._is_late:  # we slept, perhaps
            await self._lose_all()
        asked = self._now()
        try:
            held = await within(self._patience, self._renewed())
        except Exception as fault:
            if isinstance(fault, StoreError) and fault.code == OTHERS:
                await self._lose_all()
                raise
            if not self._failing:
                _log.warning("our leases could not be renewed: %s", kind_of(fault))
            self._failing = True
            if self._is_late:
                await self._lose_all()
        else:
            if self._failing:
                _log.info("our leases are renewed again")
            self._failing = False
            if held is not None:
                await self._follow(held, asked)

    async def _renewed(self) -> Held | None:
        is_time = self.lease_age >= RENEWED_EVERY
        if is_time or await self._leases.is_stirring(self.held):
            return await self._leases.renew(self.process, self.share.all)
        return None

    async def _follow(self, held: Held, asked: float) -> None:
        """Stop what is no longer ours or more than is fair, and start what is new."""
        self._asked, self._until = asked, asked + LEASE
        lost = {
            shard for shard, epoch in self.held.shards.items() if held.shards.get(shard) != epoch
        }
        if lost:
            _log.error("shards %s were taken by others", sorted(lost))
            await self._drop(frozenset(lost))
        surplus = frozenset(sorted(held.shards)[held.fair :])
        await self._drop(surplus & {*self.held.shards})
        mine = {shard: epoch for shard, epoch in held.shards.items() if shard not in surplus}
        new = frozenset(mine) - {*self.held.shards}
        self.held = Held(mine, held.fair, held.living)
        if surplus:
            await self._release(surplus)
        if new:
            self.share = Share(self.share.all, frozenset(mine))
            _log.info("shards %s of %s are ours now", sorted(new), self.share.all)
            await self._shards.take(self.share, new)

    async def _release(self, surplus: frozenset[int]) -> None:
        """Leave these to others; if that fails, the next renewal returns them, and we try again."""
        try:
            await within(ANSWERED_WITHIN, self._leases.release(self.process, surplus))
        except Exception as fault:
            _log.warning("shards could not be handed over yet: %s", kind_of(fault))
        else:
            _log.info("shards %s are left to others", sorted(surplus))

    async def _lose_all(self) -> None:
        _log.error("our leases end: shards %s are closed", sorted(self.held.shards))
        await self._drop(frozenset(self.held.shards))

    async def _drop(self, gone: frozenset[int]) -> None:
        if not gone:
            return
        rest = {shard: epoch for shard, epoch in self.held.shards.items() if shard not in gone}
        self.held = Held(rest, self.held.fair, self.held.living)
        self.share = Share(self.share.all, frozenset(rest))
        await self._shards.drop(self.share, gone)

    @property
    def _is_late(self) -> bool:
        """Is it time to close what we hold, since others may take it soon?"""
        return bool(self.held.shards) and self._now() >= self._until - CLOSING

    @property
    def _patience(self) -> float:
        """Seconds for which we can wait for the database, and still close in time."""
        if not self.held.shards:
            return ANSWERED_WITHIN
        return max(0.0, min(ANSWERED_WITHIN, self._until - CLOSING - self._now()))
