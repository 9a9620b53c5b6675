"""Several processes share the shards of one bot over PostgreSQL."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

import pytest

from bot.store.errors import NewerProcesses, OtherShards
from bot.store.leases import FORMAT, LEASE, Held, Leases, Share, fair_share
from bot.store.postgres import leases
from bot.store.postgres.leases import PostgresLeases
from tests.postgresql.fresh import Pool, database
from tests.postgresql.server import Server

SHARDS = 8
LEASES_NEED = ("0001_tables.sql", "0004_processes.sql", "0008_home.sql")


class Processes:
    """Processes without a bot in them."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.leases: Leases = PostgresLeases(pool.acquire)
        self.held: dict[str, Held] = {}
        self.agreed: dict[str, int] = {}
        self.old: set[str] = set()
        self.old_leases = self.leases

    async def join(self, *names: str, shards: int = SHARDS) -> list[int]:
        found = await asyncio.gather(*(self.leases.join(name, shards) for name in names))
        self.agreed |= dict(zip(names, found, strict=True))
        return found

    async def round(self, *names: str, gives: bool = True) -> None:
        """Have each of these renew, and release its surplus."""
        for name in names:
            held = self.held[name] = await self.of(name).renew(name, self.agreed[name])
            too_many = sorted(held.shards)[held.fair :]
            if too_many and gives:
                await self.leases.release(name, frozenset(too_many))
                rest = {it: held.shards[it] for it in held.shards if it not in too_many}
                self.held[name] = Held(rest, held.fair, held.living)

    def newer(self) -> None:
        """Make all processes but those in `old` newer from now on."""
        self.old = {*self.held}
        self.old_leases, self.leases = self.leases, PostgresLeases(self.pool.acquire, FORMAT + 1)

    def of(self, name: str) -> Leases:
        return self.old_leases if name in self.old else self.leases

    async def settle(self, *names: str) -> None:
        for _ in range(3):
            await self.round(*names)

    def shards(self, *names: str) -> list[int]:
        return sorted(it for name in names for it in self.held[name].shards)

    async def pass_time(self, seconds: float, *names: str) -> None:
        """Age all leases of these processes by this many seconds."""
        who: Sequence[str] = [*names] or [*self.held]
        for statement in (
            "UPDATE shards SET until = until - $1 WHERE owner = ANY($2::TEXT[])",
            "UPDATE processes SET until = until - $1 WHERE process = ANY($2::TEXT[])",
        ):
            await self.pool.execute(statement, seconds, who)


@pytest.fixture
async def processes(postgresql: Server) -> AsyncGenerator[Processes]:
    async with database(postgresql, *LEASES_NEED) as pool:
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

        held = await PostgresLeases(asking).renew("a", 100)
    assert len(held.shards) == held.fair == 50


async def test_dead_processes_are_deleted_long_after_their_end(
    processes: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "LEASE", 0.9)
    await processes.join("a", "b")
    for seconds, left in ((2, {"a", "b"}), (20, {"b"})):
        await processes.pass_time(seconds, "a")
        await processes.join("b")
        rows = await processes.pool.fetch("SELECT process FROM processes")
        assert {row["process"] for row in rows} == left


async def test_an_expired_lease_goes_to_others_with_a_new_epoch(processes: Processes) -> None:
    await processes.join("a", "b")
    await processes.settle("a", "b")
    before = dict(processes.held["a"].shards)
    await processes.pass_time(LEASE, "a")
    await processes.round("b")
    assert processes.shards("b") == [*range(SHARDS)]
    assert all(processes.held["b"].shards[shard] > epoch for shard, epoch in before.items())


async def test_a_lease_that_has_not_expired_is_not_taken(processes: Processes) -> None:
    await processes.join("a", "b")
    await processes.settle("a", "b")
    before = processes.shards("b")
    await processes.pass_time(LEASE - 2, "a")
    await processes.round("b")
    assert processes.shards("b") == before


async def test_a_renewal_keeps_epochs_but_not_expired_leases(processes: Processes) -> None:
    await processes.join("a")
    await processes.settle("a")
    assert {*processes.held["a"].shards.values()} == {1}
    await processes.pass_time(LEASE)
    await processes.round("a")
    assert {*processes.held["a"].shards.values()} == {2}


async def test_a_stalled_process_learns_that_it_has_lost_its_shards(processes: Processes) -> None:
    await processes.join("a", "b")
    await processes.settle("a", "b")
    stalled = {*processes.held["a"].shards}
    await processes.pass_time(LEASE, "a")
    await processes.settle("b")
    await processes.round("a")
    assert not stalled & {*processes.held["a"].shards}
    await processes.settle("a", "b")
    assert processes.shards("a", "b") == [*range(SHARDS)]


async def test_a_process_that_leaves_releases_its_shards_at_once(processes: Processes) -> None:
    await processes.join("a", "b")
    await processes.settle("a", "b")
    assert not await processes.leases.is_stirring(processes.held["b"])
    await processes.leases.leave("a")
    assert await processes.leases.is_stirring(processes.held["b"])
    await processes.round("b")
    assert processes.shards("b") == [*range(SHARDS)]


async def test_the_number_of_shards_stays_while_a_process_lives(processes: Processes) -> None:
    assert await processes.join("a") == [SHARDS]
    assert await processes.join("b", shards=16) == [SHARDS]
    await processes.leases.leave("a")
    assert await processes.join("c", shards=16) == [SHARDS]
    await processes.leases.leave("b")
    await processes.leases.leave("c")
    assert await processes.join("d", shards=16) == [16]
    await processes.round("d")
    assert processes.shards("d") == [*range(16)]


async def test_a_stale_process_is_refused_after_the_number_of_shards_changed(
    processes: Processes,
) -> None:
    await processes.join("a")
    await processes.round("a")
    await processes.pass_time(LEASE)
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
    await processes.leases.leave("a")
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
    processes.newer()
    await processes.join("c")
    await processes.settle("a", "b", "c")
    assert [len(processes.held[name].shards) for name in "abc"] == [3, 3, 2]
    written = {*processes.held["c"].shards}
    await processes.leases.leave("c")
    await processes.settle("a", "b")
    assert not written & {*processes.shards("a", "b")}
    await processes.join("d")
    await processes.settle("a", "b", "d")
    assert written <= {*processes.shards("d")}
    assert processes.shards("a", "b", "d") == [*range(SHARDS)]
    await processes.leases.leave("a")
    await processes.settle("b", "d")
    assert processes.shards("b", "d") == [*range(SHARDS)]


async def test_shares_are_fair_again_when_all_are_newer(processes: Processes) -> None:
    await processes.join("a", "b")
    await processes.settle("a", "b")
    processes.newer()
    for old, new in ("ac", "bd"):
        await processes.leases.leave(old)
        del processes.held[old]
        await processes.join(new)
        await processes.settle(*processes.held, new)
    assert [len(processes.held[name].shards) for name in "cd"] == [4, 4]


async def test_a_bucket_has_one_holder_at_a_time(processes: Processes) -> None:
    waits = await asyncio.gather(*(processes.leases.take_turn(0, 5.0) for _ in range(5)))
    assert min(waits) == 0.0
    assert all(4 < wait <= 5 for wait in sorted(waits)[1:])
    assert await processes.leases.take_turn(1, 5.0) == 0.0
    await processes.leases.hold_turn(1, 0.0)
    assert await processes.leases.take_turn(1, 5.0) == 0.0


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
    assert mine.part == 1 / 8
    assert Share.of_one(3).whole
