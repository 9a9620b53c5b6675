"""What is kept of tables from click to click is what is stored, and nobody can change it there."""

import sqlite3
from dataclasses import fields

import pytest

from bot.hosting.cache import TableCache
from bot.hosting.service import Command
from bot.store.protocol import Change, Stored, StoreError
from bot.tables.refusals import Refused
from bot.tables.table import dump, load
from tests.bot.hosting.hosted import ANNA, BEN, CARL, Hosting
from tests.bot.tables.random_table import RandomTable


@pytest.mark.parametrize("number", range(12))
def test_a_copy_has_nothing_in_common_with_its_table(number: int) -> None:
    evening = RandomTable(number)
    while evening.goes_on():
        table, before = evening.table, dump(evening.table)
        copy = table.copy()
        assert dump(copy) == before
        for field in fields(copy):
            mine, its = getattr(copy, field.name), getattr(table, field.name)
            assert mine is not its or not isinstance(its, list | dict), field.name
        evening.table = copy
        evening.step()
        assert dump(table) == before


async def test_what_is_kept_is_what_is_stored(house: Hosting) -> None:
    await house.start(persons=3)
    for _ in range(60):
        await house.a_move()
        kept, read = await house.service.look("blue"), await house.service.read("blue")
        assert dump(kept.table) == dump(read.table) == dump(load(read.stored.snapshot))
        assert (kept.table.people, kept.stored.version) == (read.table.people, read.stored.version)


async def test_a_table_that_is_played_at_is_not_read_again(
    house: Hosting, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.open()

    async def unread(*_: object) -> Stored:
        raise StoreError("broken")

    with monkeypatch.context() as patch:
        patch.setattr(house.store, "table", unread)
        await house.do(BEN, "join", "b")
        assert (await house.service.look("blue")).table.people == {0: ANNA, 1: BEN}
    assert (await house.table()).people == {0: ANNA, 1: BEN}


async def test_a_click_that_is_here_again_is_known_though_its_moment_has_passed(
    house: Hosting,
) -> None:
    await house.start()
    known = await house.table()
    seat = known.running.waiting[0]
    deed = Command("move", f"{known.running.legal(seat)[0]}", known.moment, known.turns[seat])
    user = known.people[seat]
    ends = [await house.service.do("blue", deed, user=user, interaction=900) for _ in range(2)]
    assert [end.repeated for end in ends] == [False, True]


async def test_what_was_not_stored_is_not_kept(
    house: Hosting, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.open()

    async def full(_: Change) -> None:
        raise StoreError("full")

    with monkeypatch.context() as patch:
        patch.setattr(house.store, "commit", full)
        with pytest.raises(StoreError):
            await house.do(BEN, "join", "b")
    assert house.service.cache.take("blue") is None
    assert (await house.service.look("blue")).table.people == {0: ANNA}


async def test_an_act_that_is_refused_half_way_leaves_no_trace(house: Hosting) -> None:
    await house.start(persons=3)
    before = dump((await house.service.look("blue")).table)
    with pytest.raises(Refused):
        await house.do(CARL, "setting", "goal=60")
    assert dump((await house.service.look("blue")).table) == before


async def test_a_table_that_moved_on_elsewhere_is_read_again(house: Hosting) -> None:
    await house.open()
    with sqlite3.connect(house.store._file) as db:
        db.execute("DELETE FROM players")
        db.execute("UPDATE tables SET version = version + 1")
    db.close()
    await house.do(BEN, "join", "b")
    assert (await house.service.look("blue")).table.people == {1: BEN}


async def test_a_closed_table_is_let_go_of(house: Hosting) -> None:
    await house.open()
    assert house.service.cache.take("blue")
    await house.do(ANNA, "cancel")
    assert house.service.cache.take("blue") is None


async def test_the_one_that_was_used_least_lately_makes_room(house: Hosting) -> None:
    house.service.cache = TableCache(2)
    for name in ("red", "blue"):
        await house.open(name)
    await house.service.look("red")
    await house.open("green")
    kept = [bool(house.service.cache.take(name)) for name in ("red", "blue", "green")]
    assert kept == [True, False, True]


async def test_what_the_house_does_by_itself_pushes_nobody_off(house: Hosting) -> None:
    house.service.cache = TableCache(1)
    for name in ("red", "blue"):
        await house.start(name)
    await house.service.attend("red")
    assert house.service.cache.take("blue")
    await house.service.attend("blue")
    kept = house.service.cache.take("blue")
    assert kept is not None
    assert kept[1].version == await house.version("blue")
