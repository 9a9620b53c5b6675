"""The cache holds tables as they are stored, and its tables cannot be changed."""

from dataclasses import fields

import pytest

from bot.hosting.reader import TableCache
from bot.store.data import Change, Stored
from bot.store.errors import DatabaseBroken, DiskFull, StoreError
from bot.tables.refusals import Refused
from bot.tables.table import dump, load
from tests.bot.hosting.hosted import ANNA, BEN, CARL, GUILD, Hosting
from tests.bot.store.changes import change
from tests.bot.tables.random_table import RandomTable, random_games


@random_games
def test_a_copy_shares_nothing_with_its_table(number: int) -> None:
    t = RandomTable(number)
    while t.goes_on():
        if len(t.log) % 5 == 0:
            table, before = t.table, dump(t.table)
            t.table = table.copy()
            assert dump(t.table) == before
            for field in fields(table):
                mine, its = getattr(t.table, field.name), getattr(table, field.name)
                assert mine is not its or not isinstance(its, list | dict), field.name
            t.step()
            assert dump(table) == before
        if t.goes_on():
            t.step()


async def test_the_cache_holds_what_is_stored(hosted: Hosting) -> None:
    await hosted.start(persons=3)
    for _ in range(30):
        await hosted.a_move()
        cached, read = await hosted.service.look("blue"), await hosted.service.read("blue")
        assert dump(cached.table) == dump(read.table) == dump(load(read.stored.snapshot))
        assert cached.table.people == read.table.people
        assert cached.stored.version == read.stored.version


async def test_a_table_in_play_is_not_read_again(
    hosted: Hosting, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hosted.open()

    async def unread(*_: object) -> Stored:
        raise DatabaseBroken()

    with monkeypatch.context() as patch:
        patch.setattr(hosted.store, "table", unread)
        await hosted.do(BEN, "join", "b")
        assert (await hosted.service.look("blue")).table.people == {0: ANNA, 1: BEN}
    assert (await hosted.table()).people == {0: ANNA, 1: BEN}


async def test_a_table_that_was_not_stored_is_dropped_from_the_cache(
    hosted: Hosting, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hosted.open()

    async def full(_: Change) -> None:
        raise DiskFull()

    with monkeypatch.context() as patch:
        patch.setattr(hosted.store, "commit", full)
        with pytest.raises(StoreError):
            await hosted.do(BEN, "join", "b")
    assert hosted.service.cache.take("blue") is None
    assert (await hosted.service.look("blue")).table.people == {0: ANNA}


async def test_a_command_refused_halfway_leaves_no_trace(hosted: Hosting) -> None:
    await hosted.start(persons=3)
    before = dump((await hosted.service.look("blue")).table)
    with pytest.raises(Refused):
        await hosted.do(CARL, "setting", "goal=60")
    assert dump((await hosted.service.look("blue")).table) == before


async def test_a_table_that_changed_elsewhere_is_read_again(hosted: Hosting) -> None:
    await hosted.open()
    there = await hosted.store.table("blue")
    assert there is not None
    facts = {"stage": there.stage, "snapshot": there.snapshot, "entries": (), "people": {}}
    await hosted.store.commit(change("blue", there.version, **facts))
    await hosted.do(BEN, "join", "b")
    assert (await hosted.service.look("blue")).table.people == {1: BEN}


async def test_a_closed_table_is_dropped(hosted: Hosting) -> None:
    await hosted.open()
    assert hosted.service.cache.take("blue")
    await hosted.do(ANNA, "cancel")
    assert hosted.service.cache.take("blue") is None


async def test_tables_attended_to_displace_no_table_in_use(hosted: Hosting) -> None:
    hosted.service.cache = TableCache(1)
    for name in ("red", "blue"):
        await hosted.start(name)
    await hosted.service.attend("red")
    assert hosted.service.cache.take("blue")
    await hosted.service.attend("blue")
    cached = hosted.service.cache.take("blue")
    assert cached is not None
    assert cached[1].version == await hosted.version("blue")


async def test_tables_of_lost_shards_are_dropped(hosted: Hosting) -> None:
    await hosted.open()
    cached = hosted.service.cache
    cached.keep(lambda guild: guild == GUILD)
    assert cached.stored("blue") is not None
    cached.keep(lambda guild: guild != GUILD)
    assert cached.stored("blue") is None
