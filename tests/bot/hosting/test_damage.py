"""A table outlives damage and restarts, or is frozen alone."""

import sqlite3
from collections.abc import Awaitable
from pathlib import Path

import pytest

from bot.tables.refusals import Refused
from tests.bot.hosting.hosted import BEN, Hosting, hosting


async def refused_as(code: str, work: Awaitable[object]) -> bool:
    """Is it refused for this reason?"""
    with pytest.raises(Refused) as refused:
        await work
    return refused.value.code == code


async def frozen(work: Awaitable[object]) -> bool:
    """Is it refused because the table is frozen?"""
    return await refused_as("table_frozen", work)


# --- damage --------------------------------------------------------------------------------


def damage(house: Hosting, sql: str, *values: object) -> None:
    with sqlite3.connect(house.store._file) as db:
        db.execute(sql, values)
    db.close()


async def test_a_damaged_snapshot_is_made_again_from_the_log(house: Hosting) -> None:
    await house.start(persons=3)
    for _ in range(40):
        await house.a_move()
    before = await house.table()
    assert before.pages[0].number > 0
    damage(house, "UPDATE tables SET snapshot = replace(snapshot, 'a', 'b')")
    after = await house.table()
    assert after.running.digest() == before.running.digest()
    assert (after.people, after.moment) == (before.people, before.moment)
    assert after.pages == before.pages
    await house.a_move()
    assert (await house.store.table("blue")).intact  # pyright: ignore[reportOptionalMemberAccess] - it is there


async def test_a_table_whose_log_is_damaged_too_is_frozen_and_the_others_play_on(
    house: Hosting,
) -> None:
    await house.start("blue")
    await house.start("red")
    damage(house, "UPDATE tables SET snapshot = 'x' WHERE id = 'blue'")
    damage(house, "UPDATE log SET arguments = 'x' WHERE table_id = 'blue' AND seq = 3")
    assert await frozen(house.a_move("blue"))
    await house.service.attend("blue")
    assert (await house.a_move("red")).table.made


async def test_a_frozen_table_gives_its_channel_back(house: Hosting) -> None:
    await house.start("blue")
    before = await house.store.table("blue")
    damage(house, "UPDATE tables SET snapshot = 'x' WHERE id = 'blue'")
    damage(house, "UPDATE log SET arguments = 'x' WHERE table_id = 'blue' AND seq = 3")
    await house.service.clear("blue")
    after = await house.store.table("blue")
    assert before
    assert after
    assert (after.stage, after.people) == ("frozen", before.people)
    assert await house.store.open_table_in(before.channel) is None


async def test_a_frozen_table_stays_frozen_though_its_rot_can_be_read(house: Hosting) -> None:
    await house.start("blue")
    damage(house, """UPDATE tables SET snapshot = replace(snapshot, '"goal":50', '"goal":25')""")
    damage(house, "UPDATE log SET arguments = 'x' WHERE seq = 3")
    house.service.cache.drop("blue")
    await house.service.attend("blue")
    before = await house.store.table("blue")
    assert before is not None
    assert (before.stage, before.intact) == ("frozen", True)
    assert await frozen(house.do(BEN, "quiet"))
    assert await frozen(house.service.look("blue"))
    await house.service.attend("blue")
    assert await house.store.table("blue") == before


async def test_a_log_that_cannot_be_followed_does_not_hold_up_a_game_that_is_well(
    house: Hosting,
) -> None:
    await house.start()
    damage(house, "UPDATE log SET arguments = 'x' WHERE seq = 3")
    assert (await house.a_move()).table.made
    assert await refused_as("log_damaged", house.service.history("blue"))
    assert (await house.a_move()).table.made


# --- a restart -----------------------------------------------------------------------------


async def test_a_restart_in_the_middle_of_everything_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "celestia.db"
    async with hosting(file) as house:
        await house.start(persons=3, computers=1, goal=25)
        await house.do(BEN, "quiet")
    stages: list[str] = []
    while stages[-1:] != ["over"]:
        async with hosting(file) as house:
            house.now += 1e6 * len(stages)  # each window has ended meanwhile
            for _ in range(30):
                await house.service.attend("blue")
                table = await house.table()
                if table.stage == "playing" and table.is_person(table.running.waiting[0]):
                    await house.a_move()
            table = await house.table()
            assert table.running.digest() == (await house.service.history("blue")).running.digest()
            stages.append(table.stage)
    assert len(stages) > 2
