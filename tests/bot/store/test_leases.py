"""Several processes share the shards of one bot over PostgreSQL."""

from __future__ import annotations

import asyncio
import random
from collections import Counter, defaultdict
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from bot.store.errors import NewerProcesses, OtherShards
from bot.store.leases import (
    FORMAT,
    LEASE,
    LONGEST_TURN,
    RENEWAL_INTERVAL,
    Held,
    Leases,
    Need,
    Share,
    Usage,
    fair_share,
    parts,
)
from bot.store.postgres.leases import PostgresLeases
from tests.postgresql.fresh import SETTABLE_CLOCK, Pool, database, set_clock
from tests.postgresql.server import Server

SHARDS = 8
LEASES_NEED = ("0001_tables.sql", "0004_processes.sql", "0008_home.sql", "0009_requests.sql")


class Processes:
    """Processes without a bot in them."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.now = 500.0
        """Their own clocks, which nobody can set."""
        self.leases: dict[str, Leases] = {}
        self.held: dict[str, Held] = {}
        self.renewed: dict[str, float] = {}
        self.agreed: dict[str, int] = {}
        self.needs = defaultdict[str, Need](lambda: Need.SOME)
        """How many requests each process needs."""
        self.format = FORMAT
        """The format of those that join."""

    async def join(self, *names: str, shards: int = SHARDS) -> list[int]:
        for name in names:
            self.leases[name] = PostgresLeases(self.pool.acquire, self.format, lambda: self.now)
        found = await asyncio.gather(*(self.leases[name].join(name, shards) for name in names))
        self.agreed |= dict(zip(names, found, strict=True))
        return found

    async def round(self, *names: str, gives: bool = True) -> None:
        """Have each of these renew, and release its surplus."""
        for name in names:
            held = await self.leases[name].renew(name, self.agreed[name], self.usage(name))
            self.held[name], self.renewed[name] = held, self.now
            assert sum(self.parts()) <= 1 + 1e-9
            too_many = sorted(held.shards)[held.fair :]
            if too_many and gives:
                await self.leases[name].release(name, frozenset(too_many))
                rest = {it: held.shards[it] for it in held.shards if it not in too_many}
                self.held[name] = replace(held, shards=rest)

    def usage(self, name: str) -> Usage:
        return Usage(self.part(name), self.needs[name])

    def part(self, name: str) -> float:
        """Return the part of the requests that a process sends; without leases it sends none."""
        has_leases = name in self.held and self.now < self.renewed[name] + LEASE
        return self.held[name].part if has_leases else 0.0

    def parts(self) -> list[float]:
        return [self.part(name) for name in sorted(self.held)]

    async def settle(self, *names: str) -> None:
        for _ in range(3):
            await self.round(*names)

    async def leave(self, name: str) -> None:
        await self.leases[name].leave(name)
        self.held.pop(name, None)

    def shards(self, *names: str) -> list[int]:
        return sorted(it for name in names for it in self.held[name].shards)

    async def is_stirring(self, name: str) -> bool:
        return await self.leases[name].is_stirring(name, self.held[name], self.usage(name))

    async def pass_time(self, seconds: float, *asleep: str) -> None:
        """Let time pass second by second; these processes do nothing, the others renew."""
        for second in range(1, int(seconds) + 1):
            self.now += 1
            await set_clock(self.pool, 1)
            for name in self.held.keys() - {*asleep}:
                if second % int(RENEWAL_INTERVAL) == 0 or await self.is_stirring(name):
                    await self.round(name)


@pytest.fixture
async def processes(postgresql: Server) -> AsyncGenerator[Processes]:
    async with database(postgresql, *LEASES_NEED) as pool:
        await pool.execute(SETTABLE_CLOCK)
        await pool.expire_connections()
        yield Processes(pool)


async def test_all_shards_are_held_and_no_share_is_larger_by_more_than_one(
    processes: Processes,
) -> None:
    names = "abcde"
    for number, name in enumerate(names, 1):
        await processes.join(name)
        await processes.settle(*names[:number])
        sizes = [len(processes.held[it].shards) for it in names[:number]]
        assert processes.shards(*names[:number]) == [*range(SHARDS)]
        assert max(sizes) - min(sizes) <= 1


async def test_without_releases_a_new_process_gets_no_shard(processes: Processes) -> None:
    await processes.join("a")
    await processes.round("a")
    await processes.join("b")
    for _ in range(3):
        await processes.round("a", "b", gives=False)
    assert processes.shards("b") == []


async def test_ten_that_start_at_once_agree_and_share(processes: Processes) -> None:
    names = [f"p{number}" for number in range(10)]
    joins = (processes.join(name, shards=SHARDS + at) for at, name in enumerate(names))
    agreed = [shards for (shards,) in await asyncio.gather(*joins)]
    assert len({*agreed}) == 1
    for _ in range(4):
        await asyncio.gather(*(processes.round(name) for name in names))
        held = Counter(processes.shards(*names))
        assert max(held.values(), default=0) <= 1
    assert processes.shards(*names) == [*range(agreed[0])]
    sizes = [len(processes.held[name].shards) for name in names]
    assert max(sizes) - min(sizes) <= 1


async def test_no_process_takes_more_than_its_fair_share_by_any_query_plan(
    processes: Processes,
) -> None:
    """The server may evaluate the search for free shards once for each row."""
    await processes.join("a", "b", shards=100)
    async with processes.pool.acquire() as connection:
        for way in ("hashjoin", "mergejoin", "hashagg", "sort", "material", "memoize"):
            await connection.execute(f"SET enable_{way} = off")

        @asynccontextmanager
        async def asking() -> AsyncGenerator[object]:
            yield connection

        held = await PostgresLeases(asking).renew("a", 100, Usage())
    assert len(held.shards) == held.fair == 50


async def test_shards_of_the_dead_go_to_others_with_a_new_epoch(processes: Processes) -> None:
    await processes.join("a", "b")
    await processes.settle("a", "b")
    before = dict(processes.held["a"].shards)
    await processes.pass_time(LEASE, "a")
    assert processes.shards("b") == [*range(SHARDS)]
    assert all(processes.held["b"].shards[shard] > epoch for shard, epoch in before.items())
    rows = await processes.pool.fetch("SELECT process FROM processes")
    assert [row["process"] for row in rows] == ["b"]


async def test_a_lease_that_has_not_expired_is_not_taken(processes: Processes) -> None:
    await processes.join("a", "b")
    await processes.settle("a", "b")
    before = processes.shards("b")
    await processes.pass_time(LEASE - 1, "a")
    assert processes.shards("b") == before


@pytest.mark.parametrize("seconds", [-60, 60, -86400, 86400])
async def test_the_clock_of_the_database_may_be_set(processes: Processes, seconds: float) -> None:
    """Who lives keeps its shards, and the shards of who dies go to others as soon as ever."""
    await processes.join("a", "b", "c")
    await processes.settle("a", "b", "c")
    before = {name: processes.held[name] for name in "abc"}
    await set_clock(processes.pool, seconds)
    await processes.pass_time(RENEWAL_INTERVAL - 1)
    assert processes.held == before
    await processes.round("a", "b", "c")
    assert processes.held == before
    await set_clock(processes.pool, -seconds)
    await processes.pass_time(LEASE - 1, "a")
    assert (processes.held["b"], processes.held["c"]) == (before["b"], before["c"])
    await processes.pass_time(2, "a")
    assert processes.shards("b", "c") == [*range(SHARDS)]


async def test_a_process_that_starts_waits_only_for_what_is_left_of_a_dead_ones_lease(
    processes: Processes,
) -> None:
    await processes.join("a")
    await processes.settle("a")
    await processes.pass_time(LEASE - 3, "a")
    del processes.held["a"]
    await processes.join("b")
    await processes.round("b")
    assert processes.shards("b") == []
    await processes.pass_time(3)
    assert processes.shards("b") == [*range(SHARDS)]


async def test_a_process_that_starts_after_the_clock_was_set_back_waits_for_one_lease(
    processes: Processes,
) -> None:
    await processes.join("a")
    await processes.settle("a")
    await set_clock(processes.pool, -3600)
    del processes.held["a"]
    await processes.join("b")
    await processes.round("b")
    await processes.pass_time(LEASE)
    assert processes.shards("b") == [*range(SHARDS)]


async def test_who_renews_while_others_bury_it_lives(processes: Processes) -> None:
    """The database was away for longer than a lease, and each takes the others for dead."""
    await processes.join("a", "b")
    await processes.settle("a", "b")
    processes.now += LEASE
    await processes.settle("a", "b")
    assert {name: len(processes.held[name].shards) for name in "ab"} == {"a": 4, "b": 4}
    assert processes.shards("a", "b") == [*range(SHARDS)]
    shards = processes.held["a"].shards
    processes.now += LEASE
    async with processes.pool.acquire() as other, other.transaction():
        await other.execute("UPDATE processes SET until = until + 1 WHERE process = 'a'")
        await asyncio.wait_for(processes.round("b"), 5)
    await processes.round("a", "b")
    assert processes.held["a"].shards == shards


async def test_a_renewal_keeps_epochs(processes: Processes) -> None:
    await processes.join("a")
    await processes.settle("a")
    assert {*processes.held["a"].shards.values()} == {1}
    await processes.pass_time(3 * LEASE)
    await processes.round("a")
    assert {*processes.held["a"].shards.values()} == {1}


async def test_shards_whose_owner_nobody_knows_are_free(processes: Processes) -> None:
    await processes.join("a")
    await processes.settle("a")
    await processes.pool.execute("UPDATE shards SET owner = 'of an older release'")
    assert not await processes.is_stirring("a")
    await processes.round("a")
    assert await processes.is_stirring("a") is False
    assert processes.shards("a") == [*range(SHARDS)]


async def test_a_stalled_process_learns_that_it_has_lost_its_shards(processes: Processes) -> None:
    await processes.join("a", "b")
    await processes.settle("a", "b")
    stalled = {*processes.held["a"].shards}
    await processes.pass_time(LEASE, "a")
    await processes.round("a")
    assert not stalled & {*processes.held["a"].shards}
    await processes.settle("a", "b")
    assert processes.shards("a", "b") == [*range(SHARDS)]


async def test_a_process_that_leaves_releases_its_shards_at_once(processes: Processes) -> None:
    await processes.join("a", "b")
    await processes.settle("a", "b")
    assert not await processes.is_stirring("b")
    await processes.leave("a")
    assert await processes.is_stirring("b")
    await processes.round("b")
    assert processes.shards("b") == [*range(SHARDS)]


async def test_the_number_of_shards_stays_while_a_process_lives(processes: Processes) -> None:
    assert await processes.join("a") == [SHARDS]
    assert await processes.join("b", shards=16) == [SHARDS]
    await processes.leave("a")
    assert await processes.join("c", shards=16) == [SHARDS]
    await processes.leave("b")
    await processes.leave("c")
    assert await processes.join("d", shards=16) == [16]
    await processes.round("d")
    assert processes.shards("d") == [*range(16)]


async def test_a_stale_process_is_refused_after_the_number_of_shards_changed(
    processes: Processes,
) -> None:
    await processes.join("a")
    await processes.round("a")
    await processes.pass_time(LEASE, "a")
    assert await processes.join("b", shards=16) == [16]
    with pytest.raises(OtherShards):
        await processes.round("a")
    await processes.round("b")
    assert processes.shards("b") == [*range(16)]


async def test_a_process_that_survives_a_restore_is_refused(processes: Processes) -> None:
    """Its lists are new and empty then: it has to join like a process that starts."""
    await processes.join("a")
    await processes.round("a")
    for table in ("fleet", "processes", "shards"):
        await processes.pool.execute(f"DELETE FROM {table}")  # noqa: S608 - our own names
    with pytest.raises(OtherShards):
        await processes.round("a")
    await processes.join("a")
    await processes.round("a")
    assert processes.shards("a") == [*range(SHARDS)]


async def test_surplus_shards_are_deleted(processes: Processes) -> None:
    await processes.join("a")
    await processes.leave("a")
    assert await processes.join("a", shards=3) == [3]
    await processes.round("a")
    assert processes.shards("a") == [0, 1, 2]


async def test_an_older_process_does_not_join_newer_ones(processes: Processes) -> None:
    await processes.join("a")
    await processes.pool.execute("UPDATE fleet SET format = $1", FORMAT + 1)
    with pytest.raises(NewerProcesses):
        await processes.join("b")
    await processes.round("a")
    assert processes.held["a"].living == 1


async def test_an_older_version_takes_no_shard_beside_a_newer_one(processes: Processes) -> None:
    await processes.join("a", "b")
    await processes.settle("a", "b")
    processes.format += 1
    await processes.join("c")
    await processes.settle("a", "b", "c")
    assert [len(processes.held[name].shards) for name in "abc"] == [3, 3, 2]
    written = {*processes.held["c"].shards}
    await processes.leave("c")
    await processes.settle("a", "b")
    assert not written & {*processes.shards("a", "b")}
    await processes.join("d")
    await processes.settle("a", "b", "d")
    assert written <= {*processes.shards("d")}
    assert processes.shards("a", "b", "d") == [*range(SHARDS)]
    await processes.leave("a")
    await processes.settle("b", "d")
    assert processes.shards("b", "d") == [*range(SHARDS)]


async def test_shares_are_fair_again_when_all_are_newer(processes: Processes) -> None:
    await processes.join("a", "b")
    await processes.settle("a", "b")
    processes.format += 1
    for old, new in ("ac", "bd"):
        await processes.leave(old)
        await processes.join(new)
        await processes.settle(*processes.held, new)
    assert [len(processes.held[name].shards) for name in "cd"] == [4, 4]


async def test_a_bucket_has_one_holder_at_a_time(processes: Processes) -> None:
    turns = PostgresLeases(processes.pool.acquire)
    waits = await asyncio.gather(*(turns.take_turn(0, 5.0) for _ in range(5)))
    assert min(waits) == 0.0
    assert all(4 < wait <= 5 for wait in sorted(waits)[1:])
    assert await turns.take_turn(1, 5.0) == 0.0
    await turns.hold_turn(1, 0.0)
    assert await turns.take_turn(1, 5.0) == 0.0


async def test_no_shard_waits_for_a_turn_from_before_the_clock_was_set_back(
    processes: Processes,
) -> None:
    turns = PostgresLeases(processes.pool.acquire)
    assert await turns.take_turn(0, LONGEST_TURN) == 0.0
    assert await turns.take_turn(0, LONGEST_TURN) > 0.0
    await set_clock(processes.pool, -60)
    assert await turns.take_turn(0, LONGEST_TURN) == 0.0
    assert LONGEST_TURN - 5 < await turns.take_turn(0, LONGEST_TURN) <= LONGEST_TURN


# --- requests -----------------------------------------------------------------------------------


async def test_those_who_need_much_get_what_others_lend_within_seconds(
    processes: Processes,
) -> None:
    await processes.join(*"abcd")
    await processes.settle(*"abcd")
    await processes.pass_time(4)
    assert processes.parts() == [0.25, 0.25, 0.25, 0.25]
    processes.needs |= {"a": Need.MUCH, "b": Need.LITTLE, "c": Need.LITTLE, "d": Need.SOME}
    await processes.pass_time(4)
    assert processes.parts() == [0.5, 0.125, 0.125, 0.25]
    processes.needs |= {"b": Need.MUCH}
    await processes.pass_time(4)
    assert processes.parts() == [0.3125, 0.3125, 0.125, 0.25]
    processes.needs |= {"a": Need.SOME, "b": Need.SOME}
    await processes.pass_time(4)
    assert processes.parts() == [0.25, 0.25, 0.25, 0.25]
    assert not any([await processes.is_stirring(name) for name in "abcd"])


async def test_the_parts_of_all_never_exceed_the_whole(processes: Processes) -> None:
    """Each round of `Processes` asserts it. Some hang between their question and the answer."""
    chance = random.Random(24)
    names = [f"p{number}" for number in range(6)]
    await processes.join(*names)
    for _ in range(60):
        processes.needs |= {chance.choice(names): chance.choice([*Need])}
        at_once = chance.sample(names, chance.randint(1, 6))
        await asyncio.gather(*(processes.round(name) for name in at_once))
        if chance.random() < 0.1:
            gone = chance.choice(names)
            await processes.leave(gone)
            await processes.join(gone)
    processes.needs.clear()
    await processes.settle(*names)
    await processes.pass_time(5)
    assert sum(processes.parts()) == pytest.approx(1.0)


async def test_the_part_of_the_dead_is_only_used_after_their_leases(processes: Processes) -> None:
    await processes.join("a", "b")
    await processes.settle("a", "b")
    processes.needs |= {"a": Need.MUCH, "b": Need.LITTLE}
    await processes.pass_time(LEASE - 2, "b")
    assert processes.parts() == [0.5, 0.5]
    await processes.pass_time(3, "b")
    assert processes.parts() == [1.0, 0.0]


async def test_a_process_of_0_3_0_sends_as_many_as_its_shards_are(processes: Processes) -> None:
    """It neither writes its part nor lends from it."""
    processes.format = FORMAT - 1
    await processes.join("old")
    await processes.round("old")
    processes.format = FORMAT
    await processes.join("new")
    processes.needs["new"] = Need.MUCH
    await processes.pool.execute("UPDATE processes SET part = NULL, need = 1")
    del processes.held["old"]
    await processes.settle("new")
    assert processes.parts() == [0.0]
    await processes.pool.execute("UPDATE shards SET owner = NULL WHERE shard < 6")
    await processes.settle("new")
    assert processes.parts() == [0.75]


async def test_a_renewal_waits_for_nobody_who_changes_parts(processes: Processes) -> None:
    await processes.join("a", "b")
    await processes.settle("a")
    processes.needs |= {"a": Need.LITTLE, "b": Need.MUCH}
    async with processes.pool.acquire() as other, other.transaction():
        await other.execute("SELECT 1 FROM fleet FOR UPDATE")
        await asyncio.wait_for(processes.round("b", "a", "b"), 5)
        assert processes.parts() == [0.25, 0.0]
    await processes.settle("a", "b")
    assert processes.parts() == [0.25, 0.75]


def test_parts_add_up_and_nobody_lends_more_than_half() -> None:
    chance = random.Random(24)
    for _ in range(500):
        number = chance.randint(1, 9)
        weights = [chance.randint(0, 5) for _ in range(number)]
        fair = {str(it): weight / max(1, sum(weights)) for it, weight in enumerate(weights)}
        needs = {name: chance.choice([*Need]) for name in fair}
        found = parts(fair, needs)
        assert sum(found.values()) == pytest.approx(sum(fair.values()))
        for name, part in found.items():
            least = fair[name] / 2 if needs[name] is Need.LITTLE else fair[name]
            most = 1.0 if needs[name] is Need.MUCH else fair[name]
            assert least <= part <= most + 1e-9


def test_shares_add_up_and_none_shrinks_when_a_process_leaves() -> None:
    for shards in range(1, 40):
        for processes in range(1, 12):
            shares = [fair_share(shards, processes, rank) for rank in range(processes)]
            assert sum(shares) == shards
            assert shares == sorted(shares, reverse=True)
            for gone in range(processes if processes > 1 else 0):
                rest = [fair_share(shards, processes - 1, rank) for rank in range(processes - 1)]
                stayed = shares[:gone] + shares[gone + 1 :]
                assert all(now >= then for now, then in zip(rest, stayed, strict=True))


def test_servers_belong_to_shards_as_discord_says() -> None:
    server = 81384788765712384
    mine = Share(8, frozenset({(server >> 22) % 8}))
    others = Share(8, frozenset(range(8)) - mine.mine)
    assert mine.has(server)
    assert not others.has(server)
    assert Share(8, frozenset({0})).has(0)
    assert not mine.whole
    assert Share.of_one(3).whole
