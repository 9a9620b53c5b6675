"""The overview counts alike on every kind of database, and names no person."""

from bot.store.data import OpenTables, Overview, Process
from bot.store.leases import SHARD_BITS, Share
from bot.store.sql.inspection import overview
from bot.store.store import Store
from tests.bot.conftest import Clock
from tests.bot.store.changes import change, leg
from tests.bot.store.test_results import plays


async def looked(store: Store, now: float) -> Overview:
    return await store.read(lambda db: overview(db, now, 5))


async def test_a_new_database_has_an_empty_overview(store: Store) -> None:
    assert await looked(store, 10.0) == Overview([], [], 0, 0, 0, 0, 0, 0, size=5)


async def test_tables_games_and_pages_are_counted(store: Store, clock: Clock) -> None:
    clock.now = 100.0
    await store.commit(change("old", stage="lobby", due=110.0))
    clock.now = 200.0
    await store.commit(change("new", due=300.0, paint=[leg(1), leg(2)]))
    await plays(store, 1, 2, 3)
    found = await looked(store, 210.0)
    assert (found.open, found.playing, found.active, found.due) == (2, 1, 2, 1)
    assert (found.waiting, found.over) == (2, 1)


async def test_each_process_counts_the_open_tables_of_its_own_shards(store: Store) -> None:
    for shard, table, stage in (
        (0, "blue", "playing"),
        (1, "red", "lobby"),
        (1, "green", "playing"),
        (1, "gone", "over"),
    ):
        await store.commit(change(table, guild=shard << SHARD_BITS, stage=stage))
    assert await store.open_tables() == OpenTables(3, 2)
    store.share = Share(2, frozenset({1}))
    assert await store.open_tables() == OpenTables(2, 1)


async def test_a_process_is_listed_with_shards_until_its_leases_expire(store: Store) -> None:
    for process, since, until in (("b", 20.0, 115.0), ("a", 10.0, 90.0)):
        await store._write("INSERT INTO processes VALUES (?, 1, ?, ?)", process, since, until)
    for shard, owner, until in ((0, "b", 115.0), (1, "a", 90.0), (2, None, 0.0), (3, "b", 112.0)):
        await store._write("INSERT INTO shards VALUES (?, ?, 1, ?)", shard, owner, until)
    found = await looked(store, 100.0)
    assert found.processes == [Process("a", 90.0, -10.0, []), Process("b", 80.0, 15.0, [0, 3])]
    assert found.unowned == [1, 2]
