"""A table survives damage and restarts, or is frozen alone."""

import json
import sqlite3
from pathlib import Path

import pytest

from bot.hosting import inspector
from bot.store.leases import Share
from bot.store.sql import seals
from tests.bot.hosting.hosted import ANNA, BEN, Hosting, code, hosting
from tests.bot.reading import found


def damage(hosted: Hosting, sql: str, *values: object) -> None:
    with sqlite3.connect(hosted.store._file) as db:
        db.execute(sql, values)
    db.close()


async def damage_both(hosted: Hosting, table: str = "blue") -> None:
    """Damage the snapshot and the log of a table."""
    await hosted.start(table)
    damage(hosted, "UPDATE tables SET snapshot = 'x' WHERE id = ?", table)
    damage(hosted, "UPDATE log SET arguments = 'x' WHERE table_id = ? AND seq = 3", table)


async def another_form(hosted: Hosting) -> None:
    """Store a snapshot that no version can read, under a hash that fits."""
    stored = await hosted.store.table("blue")
    assert stored
    other = json.dumps({**json.loads(stored.snapshot), "stage": "dancing"})
    seal = seals.snapshot_seal("blue", stored.version, stored.stage, other)
    damage(hosted, "UPDATE tables SET snapshot = ?, snapshot_hash = ?", other, seal)


@pytest.mark.parametrize("hash_fits", [False, True])
async def test_a_damaged_snapshot_is_rebuilt_from_the_log(
    hosted: Hosting, tmp_path: Path, *, hash_fits: bool
) -> None:
    await hosted.start(persons=3)
    for _ in range(40):
        await hosted.a_move()
    before = await hosted.table()
    assert before.pages[0].number > 0
    if hash_fits:
        await another_form(hosted)
    else:
        damage(hosted, "UPDATE tables SET snapshot = replace(snapshot, 'a', 'b')")
    after = await hosted.table()
    assert after.running.digest() == before.running.digest()
    assert (after.people, after.moment, after.stage) == (before.people, before.moment, "playing")
    assert after.pages == before.pages
    await hosted.a_move()
    assert found(tmp_path / "celestia.db") == []


async def test_a_table_with_a_damaged_log_too_is_frozen_alone(hosted: Hosting) -> None:
    await hosted.start("red")
    await damage_both(hosted)
    assert await code(hosted.table("blue")) == "table_frozen"
    await hosted.service.attend("blue")
    assert (await hosted.a_move("red")).table.made


async def test_a_frozen_table_frees_its_channel(hosted: Hosting) -> None:
    await damage_both(hosted)
    before = await hosted.store.table("blue")
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
    assert await code(hosted.do(BEN, "quiet")) == "table_frozen"
    assert await code(hosted.service.look("blue")) == "table_frozen"
    await hosted.service.attend("blue")
    assert await hosted.store.table("blue") == before


async def test_a_damaged_log_does_not_stop_a_game_with_a_good_snapshot(hosted: Hosting) -> None:
    await hosted.start()
    damage(hosted, "UPDATE log SET arguments = 'x' WHERE seq = 3")
    assert (await hosted.a_move()).table.made
    assert await code(hosted.service.history("blue")) == "log_damaged"
    assert (await hosted.a_move()).table.made


# --- a restart -----------------------------------------------------------------------------


async def test_a_restart_in_the_middle_of_everything_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "celestia.db"
    async with hosting(file) as hosted:
        await hosted.start(persons=3, computers=1, goal=25)
        await hosted.do(BEN, "quiet")
    for restart in range(3):
        async with hosting(file) as hosted:
            hosted.now += 1e6 * restart  # each window has ended meanwhile
            for _ in range(15):
                await hosted.service.attend("blue")
                table = await hosted.table()
                if table.is_person(table.running.waiting[0]):
                    await hosted.a_move()
            table = await hosted.table()
            assert table.running.digest() == (await hosted.service.history("blue")).running.digest()
            assert table.stage == "playing"


# --- results --------------------------------------------------------------------------------------


async def test_some_results_are_checked_each_night(
    hosted: Hosting, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for table in ("one", "two", "three"):
        await hosted.start(table)
        await hosted.do(ANNA, "cancel", "", table)
    damage(hosted, "UPDATE results SET points = points + 1 WHERE game > 1 AND seat = 0")
    monkeypatch.setattr(inspector, "GAMES_A_NIGHT", 2)
    nights = inspector.ResultsInspector(hosted.store)
    named: list[list[str]] = []
    for _ in range(4):
        caplog.clear()
        await nights.go_round()
        named.append([line for line in caplog.messages if "result of game" in line])
    assert [len(it) for it in named] == [1, 1, 0, 1]
    assert "game 2" in named[0][0]
    assert "game 3" in named[1][0]


async def test_a_process_without_direct_messages_checks_no_results(
    hosted: Hosting, caplog: pytest.LogCaptureFixture
) -> None:
    await hosted.start()
    await hosted.do(ANNA, "cancel")
    damage(hosted, "UPDATE results SET points = points + 1 WHERE seat = 0")
    hosted.store.share = Share(2, frozenset({1}))
    await inspector.ResultsInspector(hosted.store).go_round()
    assert caplog.messages == []
