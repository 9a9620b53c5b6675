"""Keeps the leases of this process's shards, and starts and stops shards as leases come and go.

A process counts its own lease from before it asked for it, and others count from when they saw the
renewal. It closes a shard whose lease it could not renew before another process may take it.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import socket
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Final

from bot.discord.allowance import Allowance
from bot.errors import kind_of
from bot.retry import with_timeout
from bot.store.errors import OtherShards
from bot.store.leases import (
    LEASE,
    NOTHING,
    RENEWAL_INTERVAL,
    Held,
    Leases,
    Need,
    Share,
    Usage,
    boottime,
)

CHECK_INTERVAL: Final = 1.0
"""Seconds between two checks of what other processes do."""
CLOSING_MARGIN: Final = 3.0
"""Seconds before the end of a lease at which its shard is closed."""
RENEWAL_TIMEOUT: Final = 4.0
"""Seconds after which a renewal is given up, and tried again."""

Change = Callable[[Share, frozenset[int]], Awaitable[None]]

_log = logging.getLogger(__name__)


class LeaseKeeper:
    """Holds this process's share of all shards."""

    def __init__(
        self,
        leases: Leases,
        take: Change,
        drop: Change,
        allowances: Sequence[Allowance],
        fail: Callable[[BaseException], None],
        now: Callable[[], float] | None = None,
    ) -> None:
        """``take`` and ``drop`` get the share after the change and the shards that came or went.

        ``take`` returns before the shards are connected; ``drop`` returns when they are closed and
        nothing is done at their tables. ``allowances`` share one part of the bot's requests, which
        is asked for at each renewal. ``fail`` is called when leases are no longer renewed.
        """
        self.process: Final = f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(4)}"
        """The name of this process, which no other has had."""
        self.held: Held = Held({}, 0, 0)
        """The leases of this process, as far as it knows."""
        self.share = NOTHING
        self._leases = leases
        self._take = take
        self._drop_shards = drop
        self._allowances = allowances
        self._fail = fail
        self._now = now or boottime()
        self._until = 0.0
        """The end of the leases."""
        self._asked = -LEASE
        """The time of the last request for a renewal."""
        self._failing = False
        self._task: asyncio.Task[None] | None = None

    @property
    def holds(self) -> bool:
        """Are the leases valid, if there ever were any? The machine may have slept."""
        return not self._until or self._now() < self._until

    @property
    def lease_age(self) -> float:
        """Seconds since the leases were renewed."""
        return self._now() - self._asked

    async def join(self, wanted: int) -> int:
        """Become one of the processes, and return the number of shards on which all agree."""
        agreed = await self._leases.join(self.process, wanted)
        if agreed != wanted:
            _log.warning(
                "there are %s shards, as the processes that run have agreed; the number becomes %s"
                " when all of them have stopped",
                agreed,
                wanted,
            )
        self.share = Share(agreed, frozenset())
        return agreed

    def start(self) -> None:
        """Begin to take and renew leases."""
        self._allow(0.0)
        self._task = asyncio.create_task(self._run(), name="leases")
        self._task.add_done_callback(self._is_over)

    def _is_over(self, task: asyncio.Task[None]) -> None:
        fault = None if task.cancelled() else task.exception()
        if fault is not None:
            self._fail(fault)

    async def close(self) -> None:
        """Hand over all shards at once."""
        if self._task is None:
            return
        task, self._task = self._task, None
        task.cancel()
        await asyncio.wait({task}, timeout=RENEWAL_TIMEOUT)
        await self._drop(frozenset(self.held.shards))
        try:
            await with_timeout(RENEWAL_TIMEOUT, self._leases.leave(self.process))
        except Exception as fault:
            _log.warning("our leases end by themselves: %s", kind_of(fault))

    async def _run(self) -> None:
        while True:
            await self.check()
            await asyncio.sleep(CHECK_INTERVAL)

    async def check(self) -> None:
        """Renew the leases when it is time or processes come and go; close what is not renewed."""
        if self._is_late:  # after the machine slept
            await self._lose_all()
        asked = self._now()
        try:
            held = await with_timeout(self._timeout, self._renewed())
        except Exception as fault:
            if isinstance(fault, OtherShards):
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
        is_time = self.lease_age >= RENEWAL_INTERVAL
        usage = Usage(self.held.part, self._need)
        if is_time or await self._leases.is_stirring(self.process, self.held, usage):
            return await self._leases.renew(self.process, self.share.all, usage)
        return None

    @property
    def _need(self) -> Need:
        fair = self.held.fair / self.share.all
        return Need.of(max(allowance.demand(fair) for allowance in self._allowances))

    def _allow(self, part: float) -> None:
        for allowance in self._allowances:
            allowance.allow(part)

    async def _follow(self, held: Held, asked: float) -> None:
        """Drop shards that were lost or exceed the fair share, and take the new ones."""
        self._asked, self._until = asked, asked + LEASE
        self._allow(held.part)
        lost = {it for it, epoch in self.held.shards.items() if held.shards.get(it) != epoch}
        if lost:
            _log.error("shards %s were taken by others", sorted(lost))
            await self._drop(frozenset(lost))
        surplus = frozenset(sorted(held.shards)[held.fair :])
        await self._drop(surplus & {*self.held.shards})
        mine = {shard: epoch for shard, epoch in held.shards.items() if shard not in surplus}
        new = frozenset(mine) - {*self.held.shards}
        self.held = replace(held, shards=mine)
        if surplus:
            await self._release(surplus)
        if new:
            self.share = Share.of_leases(self.share.all, mine)
            _log.info("shards %s of %s are ours now", sorted(new), self.share.all)
            await self._take(self.share, new)

    async def _release(self, surplus: frozenset[int]) -> None:
        """Release these leases; after a failure, the next renewal returns them for another try."""
        try:
            await with_timeout(RENEWAL_TIMEOUT, self._leases.release(self.process, surplus))
        except Exception as fault:
            _log.warning("shards could not be handed over yet: %s", kind_of(fault))
        else:
            _log.info("shards %s are left to others", sorted(surplus))

    async def _lose_all(self) -> None:
        _log.error("our leases end: shards %s are closed", sorted(self.held.shards))
        self._allow(0.0)
        self.held = replace(self.held, part=0.0)
        await self._drop(frozenset(self.held.shards))

    async def _drop(self, gone: frozenset[int]) -> None:
        if not gone:
            return
        rest = {shard: epoch for shard, epoch in self.held.shards.items() if shard not in gone}
        self.held = replace(self.held, shards=rest)
        self.share = Share.of_leases(self.share.all, rest)
        await self._drop_shards(self.share, gone)

    @property
    def _is_late(self) -> bool:
        """Must the shards be closed now, because other processes may take them soon?"""
        return bool(self.held.shards) and self._now() >= self._until - CLOSING_MARGIN

    @property
    def _timeout(self) -> float:
        """Seconds to wait for the database so that shards can still be closed in time."""
        if not self.held.shards:
            return RENEWAL_TIMEOUT
        return max(0.0, min(RENEWAL_TIMEOUT, self._until - CLOSING_MARGIN - self._now()))
