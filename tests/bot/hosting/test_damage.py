"""A table survives damage and restarts, or is frozen alone."""

import sqlite3
from collections.abc import Awaitable
from pathlib import Path

import pytest

from bot.tables.refusals import Refused
from tests.bot.hosting.hosted import BEN, Hosting, hosting


async def refused_as(code: str, work: Awaitable[object]) -> bool:
    """Is the table refused for this reason?"""
    with pytest.raises(Refused) as refused:
        await work
    return refused.value.code == code


async def frozen(work: Awaitable[object]) -> bool:
    """Is the table refused because it is frozen?"""
    return await refused_as("table_frozen", work)


# --- damage --------------------------------------------------------------------------------


def damage(hosted: Hosting, sql: str, *values: object) -> None:
    with sqlite3.connect(hosted.store._file) as db:
        db.execute(sql, values)
    db.close()


async def test_a_damaged_snapshot_is_rebuilt_from_the_log(hosted: Hosting) -> None:
    await hosted.start(persons=3)
    for _ in range(40):
        await hosted.a_move()
    before = await hosted.table()
    assert before.pages[0].number > 0
    damage(hosted, "UPDATE tables SET snapshot = replace(snapshot, 'a', 'b')")
    after = await hosted.table()
    assert after.running.digest() == before.running.digest()
    assert (after.people, after.moment) == (before.people, before.moment)
    assert after.pages == before.pages
    await hosted.a_move()
    assert (await hosted.store.table("blue")).intact  # pyright: ignore[reportOptionalMemberAccess] - it is there


async def test_a_table_with_a_damaged_log_too_is_frozen_alone(hosted: Hosting) -> None:
    await hosted.start("blue")
    await hosted.start("red")
    damage(hosted, "UPDATE tables SET snapshot = 'x' WHERE id = 'blue'")
    damage(hosted, "UPDATE log SET arguments = 'x' WHERE table_id = 'blue' AND seq = 3")
    assert await frozen(hosted.a_move("blue"))
    await hosted.service.attend("blue")
    assert (await hosted.a_move("red")).table.made


async def test_a_frozen_table_frees_its_channel(hosted: Hosting) -> None:
    await hosted.start("blue")
    before = await hosted.store.table("blue")
    damage(hosted, "UPDATE tables SET snapshot = 'x' WHERE id = 'blue'")
    damage(hosted, "UPDATE log SET arguments = 'x' WHERE table_id = 'blue' AND seq = 3")
    await hosted.service.clear("blue")
    after = await hosted.store.table("blue")
    assert before
    assert after
    assert (after.stage, after.people) == ("frozen", before.people)
    assert await hosted.store.open_table_in(before.channel) is None


async def test_a_frozen_table_stays_frozen_even_if_readable(hosted: Hosting) -> None:
    await hosted.start("blue")
    damage(hosted, """UPDATE tables SET snapshot = replace(snapshot, '"goal":50', '"goal":25')""")
    damage(hosted, "UPDATE log SET arguments = 'x' WHERE seq = 3")
    hosted.service.cache.drop("blue")
    await hosted.service.attend("blue")
    before = await hosted.store.table("blue")
    assert before is not None
    assert (before.stage, before.intact) == ("frozen", True)
    assert await frozen(hosted.do(BEN, "quiet"))
    assert await frozen(hosted.service.look("blue"))
    await hosted.service.attend("blue")
    assert await hosted.store.table("blue") == before


async def test_a_damaged_log_does_not_stop_a_game_with_a_good_snapshot(hosted: Hosting) -> None:
    await hosted.start()
    damage(hosted, "UPDATE log SET arguments = 'x' WHERE seq = 3")
    assert (await hosted.a_move()).table.made
    assert await refused_as("log_damaged", hosted.service.history("blue"))
    assert (await hosted.a_move()).table.made


# --- a restart -----------------------------------------------------------------------------


async def test_a_restart_in_the_middle_of_everything_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "celestia.db"
    async with hosting(file) as hosted:
        await hosted.start(persons=3, computers=1, goal=25)
        await hosted.do(BEN, "quiet")
    stages: list[str] = []
    while stages[-1:] != ["over"]:
        async with hosting(file) as hosted:
            hosted.now += 1e6 * len(stages)  # each window has ended meanwhile
            for _ in range(30):
                await hosted.service.attend("blue")
                table = await hosted.table()
                if table.stage == "playing" and table.is_person(table.running.waiting[0]):
                    await hosted.a_move()
            table = await hosted.table()
            assert table.running.digest() == (await hosted.service.history("blue")).running.digest()
            stages.append(table.stage)
    assert len(stages) > 2
