"""Corruption is noticed: flipped bits, missing lines, unreadable pages."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from bot.store.data import PostedMessage
from bot.store.errors import LogBroken, StoreError
from bot.store.sql.rows import MAX_AGE_OF_WAITING_END
from bot.store.sql.session import Value
from bot.store.store import Store
from bot.tables.actions import Entry
from tests.bot.store.changes import ANNA, BEN, GUILD, STAY, change, leg, version_of
from tests.bot.store.conftest import Clock
from tests.bot.store.corruption import LONG, lose_the_page, lose_the_rest
from tests.bot.store.kinds import only_sqlite

SNAPSHOT = '{"hand": "été"}'


async def three_lines(store: Store, table: str = "blue") -> None:
    entries = (STAY, Entry(None, "Rolled", "3"), Entry(1, "Play", "key"))
    await store.commit(change(table, entries=entries, snapshot=SNAPSHOT))


async def spoil(store: Store, sql: str, *values: Value) -> None:
    await store._write(sql, *values)


@only_sqlite
async def test_every_bit_that_flips_in_a_snapshot_is_noticed(store: Store) -> None:
    await three_lines(store)
    written = SNAPSHOT.encode()
    for bit in range(len(written) * 8):
        damaged = bytearray(written)
        damaged[bit // 8] ^= 1 << bit % 8
        await spoil(store, "UPDATE tables SET snapshot = CAST(? AS TEXT)", bytes(damaged))
        found = await store.table("blue")
        assert found is not None
        assert not found.intact
    await spoil(store, "UPDATE tables SET snapshot = ?", SNAPSHOT)
    found = await store.table("blue")
    assert found is not None
    assert found.intact


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE tables SET stage = 'lobby'",
        "UPDATE tables SET version = 2",
        "UPDATE tables SET snapshot_hash = ''",
    ],
)
async def test_changes_beside_the_snapshot_are_noticed_too(store: Store, damage: str) -> None:
    await three_lines(store)
    await spoil(store, damage)
    found = await store.table("blue")
    assert found is not None
    assert not found.intact


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE log SET arguments = 'kez' WHERE seq = 3",
        "UPDATE log SET command = 'Stax' WHERE seq = 1",
        "UPDATE log SET seat = 2 WHERE seq = 1",
        "UPDATE log SET seat = NULL WHERE seq = 1",
        "UPDATE log SET hash = '' WHERE seq = 2",
        "UPDATE log SET seq = 4 WHERE seq = 3",
        "UPDATE log SET seq = -seq",
        "DELETE FROM log WHERE seq = 1",
        "DELETE FROM log WHERE seq = 2",
        "DELETE FROM log WHERE seq = 3",
        "DELETE FROM log",
    ],
)
async def test_a_log_that_is_not_what_was_written_is_noticed(store: Store, damage: str) -> None:
    await three_lines(store)
    await spoil(store, damage)
    with pytest.raises(LogBroken):
        await store.log("blue")


@only_sqlite
async def test_values_that_have_become_bytes_are_noticed(store: Store) -> None:
    await three_lines(store)
    await spoil(store, "UPDATE tables SET last_seq = x'00'")
    await store.commit(change(version=1, entries=(STAY,)))
    assert len(await store.log("blue")) == 4
    await spoil(store, "UPDATE tables SET snapshot = CAST(snapshot AS BLOB)")
    found = await store.table("blue")
    assert found is not None
    assert not found.intact
    for damage in ("CAST('key' AS BLOB)", "CAST(X'6BE579' AS TEXT)"):
        await spoil(store, f"UPDATE log SET arguments = {damage} WHERE seq = 3")  # noqa: S608 - ours
        with pytest.raises(LogBroken):
            await store.log("blue")


async def test_lines_of_another_table_break_the_chain(store: Store) -> None:
    await three_lines(store, "blue")
    await three_lines(store, "red")
    await spoil(store, "DELETE FROM log WHERE table_id = 'red'")
    await spoil(store, "UPDATE log SET table_id = 'red'")
    for table in ("blue", "red"):
        with pytest.raises(LogBroken):
            await store.log(table)


async def test_a_broken_log_says_where(store: Store) -> None:
    await three_lines(store)
    await spoil(store, "UPDATE log SET arguments = 'kez' WHERE seq = 3")
    with pytest.raises(LogBroken) as caught:
        await store.log("blue")
    assert caught.value.data == {"table": "blue", "seq": 3}


@pytest.mark.parametrize(
    "damage", ["UPDATE tables SET last_seq = 2", "UPDATE tables SET last_seq = 0"]
)
async def test_a_log_whose_length_is_damaged_is_continued(store: Store, damage: str) -> None:
    await three_lines(store)
    await spoil(store, damage)
    await store.commit(change(version=1, entries=(STAY,)))
    assert [entry.action for entry in await store.log("blue")] == ["Stay", "Rolled", "Play", "Stay"]


@only_sqlite
async def test_a_flipped_bit_in_the_file_is_noticed_and_other_tables_play_on(
    store: Store, file: Path
) -> None:
    await store.commit(change("blue", snapshot="the blue snapshot"))
    await store.commit(change("red", snapshot="the red snapshot"))
    await store.close()
    data = file.read_bytes()
    assert data.count(b"the blue snapshot") == 1
    file.write_bytes(data.replace(b"the blue snapshot", b"the bluf snapshot"))
    await store.open()
    intact = {name: await store.table(name) for name in ("blue", "red")}
    assert [found and found.intact for found in intact.values()] == [False, True]
    await store.commit(change("red", version=1))
    assert await version_of(store, "red") == 2


@only_sqlite
async def test_an_unreadable_row_hides_nothing_of_another_table(
    store: Store, file: Path, clock: Clock
) -> None:
    facts = {
        "blue": ("playing", 1.0, ANNA),
        "over": ("over", None, BEN),
        "red": ("playing", 2.0, BEN),
    }
    for name, (stage, due, user) in facts.items():
        text, paint = name[0] * 3000, (leg(1),)
        await store.commit(
            change(name, stage=stage, due=due, snapshot=text, paint=paint, people={0: user})
        )
    await store.close()
    lose_the_page(file, "r" * 3000)
    await store.open()
    with pytest.raises(StoreError):
        await store.table("red")
    assert await store.due(5.0) == ["blue", "red"]
    assert await store.next_due(after=1.0) == 2.0
    assert await store.last_changed() == clock.now
    assert await store.open_tables_of(ANNA, GUILD) == ["blue"]
    assert await store.unpainted() == ["blue", "red", "over"]
    assert len(await store.pages_never_posted(5.0)) == 3
    await store.close()
    clock.now += MAX_AGE_OF_WAITING_END + 1
    await store.open()
    assert await store.unpainted() == ["blue", "red"]


@only_sqlite
async def test_a_row_that_cannot_be_written_fails_only_its_own_change(
    store: Store, file: Path
) -> None:
    await store.commit(change("blue"))
    await store.commit(change("red", snapshot=LONG))
    await store.close()
    lose_the_rest(file)
    await store.open()
    asked = (store.commit(change(name, version=1)) for name in ("red", "blue"))
    ends = await asyncio.gather(*asked, return_exceptions=True)
    assert [end.code if isinstance(end, StoreError) else end for end in ends] == ["broken", None]
    assert await version_of(store, "blue") == 2


@only_sqlite
async def test_an_unreadable_row_keeps_no_other_table_from_being_repainted(
    store: Store, file: Path
) -> None:
    for name in ("blue", "green", "red"):
        await store.commit(change(name, snapshot=name[0] * 3000))
    for name in ("blue", "green", "red"):
        await store.record_painted(name, leg(1), 1, PostedMessage(leg(1), 70, 700))
    await store.close()
    lose_the_page(file, "r" * 3000)
    await store.open()
    with pytest.raises(StoreError):
        await store.repaint(["blue", "red", "green"])
    assert await store.unpainted() == ["blue", "green"]


@only_sqlite
async def test_a_file_of_garbage_is_one_clear_error(store: Store, file: Path) -> None:
    for n in range(40):
        await store.commit(change(f"t{n}", snapshot="x" * 2000))
    await store.close()
    size = file.stat().st_size
    with file.open("rb+") as data:
        data.seek(4096)
        data.write(b"\xa5" * (size - 4096))
    with pytest.raises(StoreError) as caught:
        await store.open()
    assert caught.value.code == "broken"
    assert isinstance(caught.value.__cause__, sqlite3.Error)


@only_sqlite
async def test_a_garbage_version_is_one_clear_error(store: Store) -> None:
    await spoil(store, "UPDATE schema_version SET version = 'x' WHERE version = 1")
    await store.close()
    with pytest.raises(StoreError) as caught:
        await store.open()
    assert caught.value.code == "broken"


@only_sqlite
async def test_a_garbage_schema_is_one_clear_error(store: Store, file: Path) -> None:
    await store.close()
    data = file.read_bytes()
    damaged = data.replace(b"tableservers", b"table" + b"\xd4" * 7)
    damaged = damaged.replace(b"CREATE TABLE servers", b"CREXTE TABLE servers")
    assert damaged != data
    file.write_bytes(damaged)
    with pytest.raises(StoreError) as caught:
        await store.open()
    assert caught.value.code == "broken"
