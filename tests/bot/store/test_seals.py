"""The check and the start notice every change of a single row from outside."""

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.hosting.inspector import inspect_tables
from bot.store.data import Attached, Damage, PostedMessage
from bot.tables.refusals import Refused
from bot.tables.table import FROZEN
from tests.bot.hosting.hosted import ANNA, BEN, CARL, hosting
from tests.bot.reading import found
from tests.bot.store.changes import leg
from tests.bot.store.corruption import spoil

BOARD = 555
PICTURE = Attached(801, "board-1a.png", "fog")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game and a game that is over, on which no bot is running."""
    file = tmp_path_factory.mktemp("played") / "celestia.db"
    asyncio.run(play(file))
    assert found(file) == []
    return file


@pytest.fixture
def file(played: Path, tmp_path: Path) -> Path:
    """A copy of the played database."""
    return Path(shutil.copy(played, tmp_path))


async def play(file: Path) -> None:
    async with hosting(file) as hosted:
        for table in ("blue", "over"):
            await hosted.start(table, persons=3)
            page = (await hosted.service.look(table)).table.page.key
            await hosted.store.record_post(table, PostedMessage(page, 70, BOARD))
        await hosted.store.record_post(
            "blue", PostedMessage(leg(9), 70, BOARD + 1, picture=PICTURE)
        )
        await hosted.do(ANNA, "cancel", "", "over")


COLUMNS = {
    "the players in the row": """people = '{"0":1002,"1":1001,"2":1003}'""",
    "the channel": "channel = channel + 1",
    "the server": "guild = guild + 1",
    "is_open": "is_open = 0",
    "all that says it is open": "is_open = 0, stage = 'over', due = NULL",
    "when it is due": "due = due + 1e9",
    "when it is due, as bytes": "due = x'00'",
    "that it is due": "due = NULL",
    "when it was changed": "changed = changed + 9",
    "when it was changed, as text": "changed = 'x'",
    "how often users have left": """departed = '{"x":5}'""",
    "the version": "version = version + 1",
    "no version": "version = 0",
    "a version of letters": "version = 'x'",
    "the snapshot": "snapshot = replace(snapshot, '1', '2')",
    "the end of the log": "last_hash = 'x'",
    "the hash of people": "people_hash = 'x'",
    "the hash of the row": "row_hash = 'x'",
}
IN_THE_ROW = {
    name: f"UPDATE tables SET {it} WHERE id = 'blue'"  # noqa: S608 - from above
    for name, it in COLUMNS.items()
}
BESIDE_THE_ROW = {
    "the user on a seat": "UPDATE players SET user_id = 1004 WHERE {} AND seat = 1",
    "the users of two seats exchanged": (
        "UPDATE players SET user_id = 1001 + 1002 - user_id WHERE {} AND seat < 2"
    ),
    "a player lost": "DELETE FROM players WHERE {} AND seat = 1",
    "all players lost": "DELETE FROM players WHERE {}",
    "a message": "UPDATE messages SET message = 7 WHERE {} AND number = 9",
    "the picture of a message": (
        "UPDATE messages SET picture = replace(picture, '801', '802') WHERE {} AND number = 9"
    ),
    "a picture lost": "UPDATE messages SET picture = '' WHERE {} AND number = 9",
    "a picture too many": (
        "UPDATE messages SET picture = '801 board-1a.png fog' WHERE {} AND number <> 9"
    ),
    "a message lost": "DELETE FROM messages WHERE {} AND number = 9",
    "a message of another table": "UPDATE messages SET table_id = 'over' WHERE {} AND number = 9",
    "the seal of messages": "UPDATE message_seals SET hash = 'x' WHERE {}",
    "the click behind a line": "UPDATE log SET interaction = 7 WHERE {} AND seq = 2",
    "a click forgotten": "UPDATE log SET interaction = NULL WHERE {} AND seq = 2",
    "a line of the log": "UPDATE log SET arguments = 'x' WHERE {} AND seq = 2",
    "a line lost": "DELETE FROM log WHERE {} AND seq = 2",
    "the last line lost": (
        "DELETE FROM log WHERE {0} AND seq = (SELECT MAX(seq) FROM log WHERE {0})"
    ),
}
OF_BLUE = "table_id = 'blue'"
OF_A_TABLE = ("players", "messages", "message_seals", "outbox", "log")
CHANGES: dict[str, tuple[str, ...]] = {
    **{name: (it,) for name, it in IN_THE_ROW.items()},
    **{name: (it.format(OF_BLUE),) for name, it in BESIDE_THE_ROW.items()},
    "the rows of two seats exchanged": tuple(
        f"UPDATE players SET seat = {to} WHERE {OF_BLUE} AND seat = {seat}"  # noqa: S608 - ours
        for seat, to in ((0, 9), (1, 0), (9, 1))
    ),
    "a player too many": ("INSERT INTO players VALUES ('blue', 5, 1004)",),
    "is_open of a game that is over": ("UPDATE tables SET is_open = 1 WHERE id = 'over'",),
    "the end of the log of a game that is over": (
        "UPDATE tables SET last_seq = 9223372036854775807 WHERE id = 'over'",
    ),
    "a whole table": (
        *(f"DELETE FROM {name} WHERE {OF_BLUE}" for name in OF_A_TABLE),  # noqa: S608 - ours
        "DELETE FROM tables WHERE id = 'blue'",
    ),
    "the census": ("UPDATE census SET tables = tables - 1",),
    "no census": ("DELETE FROM census",),
}


@pytest.mark.parametrize("name", CHANGES)
async def test_check_and_start_find_every_change_of_a_row_and_the_start_repairs_it(
    file: Path, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    spoil(file, *CHANGES[name])
    damage = [f"{it}" for it in found(file)]
    assert damage
    async with hosting(file) as hosted:
        await inspect_tables(hosted.store, hosted.service.mend)
    assert all(it in caplog.text for it in damage), (damage, caplog.text)
    left = [it for it in found(file) if it.kind != "log"]  # a log cannot be repaired
    assert left == []


SEATS = [
    name for name in CHANGES if {"player", "players", "seat", "seats", "people"} & {*name.split()}
]


@pytest.mark.parametrize("name", SEATS)
async def test_a_changed_row_seats_no_other_user(file: Path, name: str) -> None:
    spoil(file, *CHANGES[name])
    async with hosting(file) as hosted:
        state = await hosted.service.look("blue")
        assert state.table.people == {0: ANNA, 1: BEN, 2: CARL}


async def test_no_hand_is_shown_where_the_users_are_uncertain(file: Path) -> None:
    spoil(file, *CHANGES["all players lost"], *CHANGES["the players in the row"])
    assert found(file) == [Damage("blue", "seats")]
    async with hosting(file) as hosted:
        for read in (hosted.service.look, hosted.service.read):
            with pytest.raises(Refused) as caught:
                await read("blue")
            assert caught.value.code == "table_frozen"
        await inspect_tables(hosted.store, hosted.service.mend)
        closed = await hosted.store.table("blue")
        assert closed is not None
        assert closed.stage == FROZEN
    assert found(file) == []


async def test_a_table_is_found_again_that_was_hidden_by_a_changed_row(file: Path) -> None:
    spoil(file, *CHANGES["all that says it is open"], *CHANGES["a player lost"])
    async with hosting(file) as hosted:
        assert await hosted.store.next_due() is None
        await inspect_tables(hosted.store, hosted.service.mend)
        assert await hosted.store.next_due() is not None
        assert await hosted.store.open_tables_of(BEN, 7) == ["blue"]


async def test_a_damaged_log_hides_no_other_damage(file: Path) -> None:
    spoil(file, *CHANGES["a line of the log"], *CHANGES["that it is due"], *CHANGES["a message"])
    assert [it.kind for it in found(file)] == ["log", "row", "messages"]
    async with hosting(file) as hosted:
        await inspect_tables(hosted.store, hosted.service.mend)
        assert await hosted.store.next_due() is not None
    assert [it.kind for it in found(file)] == ["log"]


@pytest.mark.parametrize("end", ["last_hash = 'x'", "last_seq = 9223372036854775807"])
async def test_a_log_is_read_although_its_end_in_the_row_is_damaged(file: Path, end: str) -> None:
    spoil(file, f"UPDATE tables SET {end} WHERE id = 'blue'")  # noqa: S608 - from above
    async with hosting(file) as hosted:
        before = len(await hosted.store.log("blue"))
        await hosted.a_move()
        assert len(await hosted.store.log("blue")) == before + 1
    assert found(file) == []


@pytest.mark.parametrize("column", ["changed", "due"])
async def test_a_damaged_time_does_not_stop_the_start(file: Path, column: str) -> None:
    spoil(file, f"UPDATE tables SET {column} = 'x'")  # noqa: S608 - from above
    async with hosting(file) as hosted:
        assert await hosted.store.last_changed() is None or column == "due"
        assert await hosted.store.next_due() is None or column == "changed"


async def test_orphan_rows_are_reported_and_stop_no_game(file: Path) -> None:
    spoil(file, "INSERT INTO players VALUES ('gone', 0, 1)")
    assert found(file) == [Damage("", "orphans")]
    async with hosting(file) as hosted:
        await hosted.a_move()


# --- indexes -------------------------------------------------------------------------------------

INDEXES = (
    "one_open_table_in_a_channel",
    "tables_by_channel",
    "open_tables_in_a_guild",
    "tables_by_due",
    "open_tables_by_change",
    "tables_at_a_glance",
    "players_by_user",
)


def hide(file: Path, index: str) -> None:
    """Empty an index, as if a page of it had been lost, and leave its table as it is."""
    where = f"WHERE name = '{index}'"
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        (sql,) = db.execute(f"SELECT sql FROM sqlite_schema {where}").fetchone()  # noqa: S608
    bare = f"{sql.partition(' WHERE ')[0]} WHERE 1 = 0".replace("UNIQUE ", "")
    for text, then in ((bare, f"REINDEX {index}"), (sql, "SELECT 1")):
        with closing(sqlite3.connect(file, isolation_level=None)) as db:
            db.execute("PRAGMA writable_schema = ON")
            db.execute(f"UPDATE sqlite_schema SET sql = ? {where}", (text,))  # noqa: S608
        with closing(sqlite3.connect(file, isolation_level=None)) as db:
            db.execute(then)


def tear(file: Path, index: str) -> None:
    """Overwrite the page of an index."""
    with closing(sqlite3.connect(file)) as db:
        asked = "SELECT rootpage FROM sqlite_schema WHERE name = ?"
        (page,) = db.execute(asked, (index,)).fetchone()
        (size,) = db.execute("PRAGMA page_size").fetchone()
    data = bytearray(file.read_bytes())
    data[page * size - 64 : page * size] = b"\xff" * 64
    file.write_bytes(data)


@pytest.mark.parametrize("index", INDEXES)
async def test_a_table_that_a_damaged_index_hides_is_found(
    file: Path, index: str, caplog: pytest.LogCaptureFixture
) -> None:
    hide(file, index)
    assert Damage("", "index") in found(file)
    await start_finds_all(file)
    assert f"{Damage('', 'index')}" in caplog.text


@pytest.mark.parametrize("index", [it for it in INDEXES if it != "tables_at_a_glance"])
async def test_a_torn_index_page_is_reported_and_does_not_stop_the_start(
    file: Path, index: str, caplog: pytest.LogCaptureFixture
) -> None:
    tear(file, index)
    with pytest.raises(sqlite3.DatabaseError):
        found(file)
    async with hosting(file) as hosted:
        assert (await hosted.service.look("blue")).table.people == {0: ANNA, 1: BEN, 2: CARL}
    assert "the database could not be repaired: broken" in caplog.text


async def start_finds_all(file: Path) -> None:
    async with hosting(file) as hosted:
        assert await hosted.store.open_tables_of(BEN, 7) == ["blue"]
        assert await hosted.store.names("", 9) == ["blue", "over"]
        assert await hosted.store.next_due() is not None
    assert found(file) == []


# --- people who are forgotten --------------------------------------------------------------------


async def test_forgetting_a_person_leaves_every_seal_whole(file: Path) -> None:
    async with hosting(file) as hosted:
        assert await hosted.store.forget(BEN) == 1
        assert await hosted.store.about(BEN) == [("blue", 1, "playing")]
        over = await hosted.store.table("over")
        assert over is not None
        assert over.people == {0: ANNA, 2: CARL}
    assert found(file) == []


async def test_nothing_of_a_forgotten_person_is_left_in_the_file(file: Path) -> None:
    async with hosting(file) as hosted:
        await hosted.do(ANNA, "cancel", "", "blue")
        await hosted.store.forget(BEN)
    assert f":{BEN}".encode() not in file.read_bytes()


async def test_forgetting_a_person_hides_no_damage(file: Path) -> None:
    spoil(file, "UPDATE tables SET channel = channel + 1 WHERE id = 'over'")
    async with hosting(file) as hosted:
        await hosted.store.forget(BEN)
    assert found(file) == [Damage("over", "row")]


async def test_an_inspection_goes_on_behind_a_table_that_cannot_be_read(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    async def mend(damage: Damage) -> None:
        seen.append(damage.table)
        await asyncio.sleep(0)

    spoil(file, "UPDATE tables SET row_hash = 'x'")
    async with hosting(file) as hosted:
        await inspect_tables(hosted.store, mend)
    assert seen == ["blue", "over"]
