"""A process owns the shards of its leases, and closes those it cannot renew in time."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import pytest

from bot.shards import lease_keeper
from bot.shards.lease_keeper import CLOSING_MARGIN, RENEWAL_TIMEOUT, LeaseKeeper
from bot.store.errors import DiskFailing, OtherShards, Unreachable
from bot.store.leases import LEASE, RENEWAL_INTERVAL, Held, Leases, Need, Share, Usage, fair_share

SHARDS = 8


class Database:
    """The list of processes and the shards of each, as all of them see it."""

    def __init__(self) -> None:
        self.now = 500.0
        self.processes: dict[str, float] = {}
        self.rows: dict[int, tuple[str, int, float]] = {}
        self.usages: dict[str, Usage] = {}
        self.away = False


class View(Leases):
    """The database as one process sees it."""

    def __init__(self, database: Database, delay: float) -> None:
        self.database = database
        self.delay = delay
        self.asked = 0
        self.part = 0.25
        """The part of the requests that the next renewal gives."""
        self.answers = asyncio.Event()
        """Without it, a driver waits that ignores its cancellation at first."""
        self.answers.set()

    async def _there(self) -> Database:
        try:
            await self.answers.wait()
        except asyncio.CancelledError:
            await self.answers.wait()
            raise Unreachable() from None
        if self.database.away:
            raise DiskFailing()
        return self.database

    async def join(self, process: str, shards: int) -> int:
        db = await self._there()
        for shard in range(shards):
            db.rows.setdefault(shard, ("", 0, 0.0))
        db.processes[process] = db.now + LEASE
        return len(db.rows)

    async def renew(self, process: str, shards: int, usage: Usage) -> Held:
        self.asked += 1
        db = await self._there()
        if len(db.rows) != shards:
            raise OtherShards()
        db.now += self.delay
        db.processes[process] = until = db.now + LEASE
        living = [name for name, end in db.processes.items() if end > db.now]
        fair = fair_share(len(db.rows), len(living), living.index(process))
        held: dict[int, int] = {}
        for shard, (owner, epoch, end) in db.rows.items():
            if owner == process and end > db.now:
                held[shard] = epoch
        for shard, (_, epoch, end) in db.rows.items():
            if end <= db.now and len(held) < fair:
                held[shard] = epoch + 1
        db.rows |= {shard: (process, epoch, until) for shard, epoch in held.items()}
        db.usages[process] = usage
        return Held(held, fair, len(living), self.part)

    async def take_turn(self, bucket: int, seconds: float) -> float:
        raise NotImplementedError(bucket, seconds)

    async def hold_turn(self, bucket: int, seconds: float) -> None:
        raise NotImplementedError(bucket, seconds)

    async def is_stirring(self, process: str, held: Held, usage: Usage) -> bool:
        db = await self._there()
        living = sum(end > db.now for end in db.processes.values())
        free = any(end <= db.now for _, _, end in db.rows.values())
        return living != held.living or (free and len(held.shards) < held.fair)

    async def release(self, process: str, shards: frozenset[int]) -> None:
        db = await self._there()
        own = {shard for shard in shards if db.rows[shard][0] == process}
        db.rows |= {shard: ("", db.rows[shard][1], 0.0) for shard in own}

    async def leave(self, process: str) -> None:
        db = await self._there()
        await self.release(process, frozenset(db.rows))
        db.processes.pop(process, None)


class Allowed:
    """What an allowance was told, and asks for."""

    def __init__(self) -> None:
        self.part = 1.0
        self.fair = 0.0
        self.wanted = 0.0

    def allow(self, part: float) -> None:
        self.part = part

    def demand(self, part: float) -> float:
        self.fair = part
        return self.wanted


class Process:
    """A process and what it has connected. Its clock and the database's are not the same."""

    def __init__(self, database: Database, delay: float = 0.0) -> None:
        self.database = database
        self.skew = 7000.0
        self.running: set[int] = set()
        self.shares: list[Share] = []
        self.faults = asyncio.Queue[BaseException]()
        self.leases = View(database, delay)
        self.allowances = Allowed(), Allowed()
        allowances: Any = self.allowances
        self.keeper = LeaseKeeper(
            self.leases, self.take, self.drop, allowances, self.faults.put_nowait, self.clock
        )

    def clock(self) -> float:
        return self.database.now + self.skew

    async def fault(self) -> BaseException:
        """Wait for the fault with which the keeper ends."""
        return await asyncio.wait_for(self.faults.get(), 5)

    async def take(self, share: Share, new: frozenset[int]) -> None:
        assert not new & self.running
        self.running |= new
        assert share.mine == self.running
        self.shares.append(share)

    async def drop(self, share: Share, gone: frozenset[int]) -> None:
        assert gone <= self.running
        self.running -= gone
        assert share.mine == self.running
        self.shares.append(share)


class Fleet:
    """Processes that look every second, as they do; those that are stopped do not."""

    def __init__(self) -> None:
        self.database = Database()
        self.processes: list[Process] = []
        self.stopped: set[Process] = set()
        self.doubled = Counter[int]()

    async def add(self, delay: float = 0.0) -> Process:
        process = Process(self.database, delay)
        await process.keeper.join(SHARDS)
        self.processes.append(process)
        return process

    async def go_on(self, seconds: float) -> None:
        for _ in range(round(seconds)):
            self.database.now += 1
            for process in self.processes:
                if process not in self.stopped:
                    await process.keeper.check()
            running = Counter(shard for process in self.processes for shard in process.running)
            self.doubled.update(shard for shard, number in running.items() if number > 1)

    @property
    def sizes(self) -> list[int]:
        return sorted(len(process.running) for process in self.processes)

    @property
    def running(self) -> list[int]:
        return sorted(shard for process in self.processes for shard in process.running)


@pytest.fixture
def fleet() -> Fleet:
    return Fleet()


@pytest.mark.parametrize(
    ("number", "sizes"),
    [(1, [8]), (2, [4, 4]), (3, [2, 3, 3]), (4, [2, 2, 2, 2]), (5, [1, 1, 2, 2, 2])],
)
async def test_newcomers_get_their_share(fleet: Fleet, number: int, sizes: list[int]) -> None:
    for _ in range(number):
        await fleet.add()
        await fleet.go_on(4)
    assert fleet.sizes == sizes
    assert fleet.running == [*range(SHARDS)]
    assert not fleet.doubled


async def test_leases_are_renewed_every_third_of_their_time(fleet: Fleet) -> None:
    process = await fleet.add()
    assert process.keeper.holds  # nothing of its own could be another's yet
    await fleet.go_on(10 * RENEWAL_INTERVAL)
    assert 10 <= process.leases.asked <= 12


async def test_a_process_sends_its_part_of_the_requests_and_says_what_it_needs(
    fleet: Fleet,
) -> None:
    process, other = await fleet.add(), await fleet.add()
    usages, busy = fleet.database.usages, process.allowances[1]
    await fleet.go_on(5)
    assert [it.part for it in process.allowances] == [0.25, 0.25]
    assert busy.fair == 0.5
    busy.wanted, process.leases.part = 1.5, 0.75
    await fleet.go_on(RENEWAL_INTERVAL)
    assert usages[process.keeper.process] == (0.25, Need.MUCH)
    assert [it.part for it in process.allowances] == [0.75, 0.75]
    await fleet.go_on(RENEWAL_INTERVAL)
    assert usages[process.keeper.process] == (0.75, Need.MUCH)
    assert usages[other.keeper.process] == (0.25, Need.LITTLE)


async def test_a_process_whose_leases_end_sends_no_more_than_one_that_starts(
    fleet: Fleet,
) -> None:
    process = await fleet.add()
    await fleet.go_on(2)
    fleet.database.away = True
    await fleet.go_on(LEASE)
    assert [it.part for it in process.allowances] == [0.0, 0.0]
    fleet.database.away = False
    await fleet.go_on(1)
    assert fleet.database.usages[process.keeper.process].part == 0.0
    assert [it.part for it in process.allowances] == [0.25, 0.25]


async def test_a_process_that_starts_sends_nothing_before_its_first_lease(fleet: Fleet) -> None:
    process = await fleet.add()
    fleet.database.away = True
    process.keeper.start()
    assert [it.part for it in process.allowances] == [0.0, 0.0]
    await process.keeper.close()


async def test_shards_of_a_leaving_process_are_taken_within_a_second(fleet: Fleet) -> None:
    first, second = await fleet.add(), await fleet.add()
    await fleet.go_on(5)
    first.keeper.start()
    await first.keeper.close()
    assert not first.running
    fleet.processes.remove(first)
    await fleet.go_on(1)
    assert sorted(second.running) == [*range(SHARDS)]


async def test_shards_of_a_dead_process_are_taken_when_its_leases_end(fleet: Fleet) -> None:
    first, second = await fleet.add(), await fleet.add()
    await fleet.go_on(7)
    fleet.processes.remove(first)
    await fleet.go_on(LEASE - RENEWAL_INTERVAL - 1)
    assert len(second.running) == 4
    await fleet.go_on(RENEWAL_INTERVAL + 2)
    assert sorted(second.running) == [*range(SHARDS)]


async def test_a_shard_that_cannot_be_renewed_is_closed_before_its_lease_ends(fleet: Fleet) -> None:
    process = await fleet.add()
    await fleet.go_on(3)
    asked = process.leases.asked
    fleet.database.away = True
    ends = fleet.database.now + LEASE
    while process.running:
        await fleet.go_on(1)
        assert fleet.database.now < ends
    assert fleet.database.now >= ends - CLOSING_MARGIN - RENEWAL_INTERVAL - 1
    fleet.database.away = False
    await fleet.go_on(2)
    assert process.leases.asked > asked
    assert sorted(process.running) == [*range(SHARDS)]


async def test_a_process_that_slept_closes_first_and_asks_then(fleet: Fleet) -> None:
    first, second = await fleet.add(), await fleet.add()
    await fleet.go_on(6)
    fleet.stopped.add(first)
    await fleet.go_on(LEASE + 2)
    assert len(second.running) == SHARDS  # they are doubled while it sleeps, and can do nothing
    assert (first.keeper.holds, second.keeper.holds) == (False, True)
    fleet.stopped.clear()
    asked = len(first.shares)
    await first.keeper.check()
    assert first.shares[asked].mine == frozenset()
    fleet.doubled.clear()
    await fleet.go_on(4)
    assert (fleet.sizes, fleet.running, fleet.doubled) == ([4, 4], [*range(SHARDS)], Counter())


async def test_a_database_that_falls_silent_doubles_nothing(fleet: Fleet) -> None:
    await cut_off(fleet)
    assert not fleet.doubled


async def test_without_a_look_at_the_lease_a_shard_is_doubled(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control of the test before."""
    monkeypatch.setattr(lease_keeper, "CLOSING_MARGIN", -1000.0)
    await cut_off(fleet)
    assert fleet.doubled


async def cut_off(fleet: Fleet) -> None:
    """One of two processes loses the database, and the other goes on."""
    first, second = await fleet.add(), await fleet.add()
    await fleet.go_on(6)
    first.leases.database = Database()
    first.leases.database.away = True
    await fleet.go_on(2 * LEASE)
    assert sorted(second.running) == [*range(SHARDS)]


async def test_a_slow_renewal_counts_from_when_it_was_asked(fleet: Fleet) -> None:
    process = await fleet.add(delay=RENEWAL_TIMEOUT - 1)
    await process.keeper.check()
    asked = fleet.database.now - (RENEWAL_TIMEOUT - 1)
    fleet.database.away = True
    while process.running:
        await fleet.go_on(1)
    assert fleet.database.now <= asked + LEASE - CLOSING_MARGIN + 1


async def test_a_shard_that_others_took_is_closed_at_the_next_renewal(fleet: Fleet) -> None:
    process = await fleet.add()
    await fleet.go_on(2)
    _, epoch, until = fleet.database.rows[3]
    fleet.database.rows[3] = ("somebody", epoch + 1, until + 100)
    await fleet.go_on(RENEWAL_INTERVAL)
    assert 3 not in process.running


async def test_a_process_considered_gone_ends_if_the_shard_count_has_changed(fleet: Fleet) -> None:
    process = await fleet.add()
    await fleet.go_on(2)
    process.keeper.start()
    fleet.database.rows[SHARDS] = ("somebody", 1, fleet.database.now + 100)
    fleet.database.now += RENEWAL_INTERVAL
    assert isinstance(await process.fault(), OtherShards)
    assert not process.running


async def test_a_driver_that_hangs_delays_no_closing(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lease_keeper, "RENEWAL_TIMEOUT", 0.2)
    process = await fleet.add()
    await fleet.go_on(2)
    process.leases.answers.clear()
    fleet.database.now += LEASE - CLOSING_MARGIN
    async with asyncio.timeout(5):
        await process.keeper.check()
    assert not process.running
    process.keeper.start()
    await asyncio.sleep(0)
    async with asyncio.timeout(5):
        await process.keeper.close()
    process.leases.answers.set()


async def test_an_unexpected_fault_ends_the_lease_keeper(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = await fleet.add()

    async def breaks(share: Share, new: frozenset[int]) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(process.keeper, "_take", breaks)
    process.keeper.start()
    assert isinstance(await process.fault(), ZeroDivisionError)
