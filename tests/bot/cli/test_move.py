"""A whole database goes to another place, of either kind, and nothing of it is lost or changed."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from bot import console
from bot.cli import moving as command
from bot.cli.backup import NotDone, backup, restore, tidy
from bot.cli.check import _database
from bot.cli.results import results
from bot.settings import Settings
from bot.store.address import Address
from bot.store.backends import maintenance_at, sql_store_at
from bot.store.moving import move
from bot.store.postgres import maintenance
from bot.store.postgres.session import PostgresSession
from bot.store.protocol import StoreError
from bot.store.sql import moving
from bot.store.sql.moving import KEYS, STAYS, Sum, sums
from bot.store.sqlite.lock import Lock
from bot.store.sqlite.store import SqliteStore
from tests.bot.cli.restoring import spoil
from tests.bot.hosting.hosted import ANNA, BEN, hosting
from tests.bot.results.games import won_by
from tests.bot.store.changes import change
from tests.bot.store.kinds import database
from tests.postgresql.server import Server

LIVING = "INSERT INTO processes (process, format, since, until) VALUES ('p', 1, 0, 9e12)"
NEWEST_WAITS = (
    "DELETE FROM schema_version WHERE version = (SELECT MAX(version) FROM schema_version)"
)


@pytest.fixture(autouse=True)
def _log_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.log.start", lambda level: None)  # it would stay for all tests


@pytest.fixture
async def played(tmp_path: Path) -> Address:
    """A file with a game under way, a lobby, one that is over, and results."""
    file = tmp_path / "played.db"
    async with hosting(file) as hosted:
        await hosted.start("blue", persons=3)
        for _ in range(12):
            await hosted.a_move()
        await hosted.open("lobby")
        await hosted.do(BEN, "join", "b", "lobby")
        await hosted.start("over")
        await hosted.do(ANNA, "cancel", "", "over")
        await hosted.store.note("commands", "told")
        await hosted.store.people.give_tip(ANNA, "stay")
        await hosted.store.commit(change("done", people={0: 1, 1: 2}))
        result = won_by(1, 2, table="done")
        await hosted.store.commit(change("done", 1, stage="over", result=result))
    return Address.of_file(file)


@pytest.fixture
async def server(postgresql: Server) -> AsyncIterator[Address]:
    """A database on a server, which is up to date and empty."""
    async with database(postgresql) as url:
        yield Address.of_server(url)


async def held(address: Address) -> dict[str, Sum]:
    """What each table adds up to."""
    store = sql_store_at(address)
    await store.open()
    try:
        return await store.read_whole(sums)
    finally:
        await store.close()


async def asked(address: Address, sql: str) -> list[tuple[object, ...]]:
    store = sql_store_at(address)
    await store.open()
    try:
        return await store.read_whole(lambda db: db.rows(sql))
    finally:
        await store.close()


async def counted(address: Address, table: str) -> int:
    """How many rows there are, by a look that changes nothing."""
    connection = await asyncpg.connect(address.server)
    try:
        return await connection.fetchval(f"SELECT COUNT(*) FROM {table}")  # noqa: S608 - ours
    finally:
        await connection.close()


async def spoilt(address: Address, sql: str) -> None:
    store = sql_store_at(address)
    await store.open()
    await store._write(sql)
    await store.close()


async def why_not(source: Address, target: Address) -> str:
    with pytest.raises(StoreError) as refused:
        await asyncio.to_thread(move, source, target)
    return refused.value.code


async def test_all_tables_go_along_or_are_known_to_stay(played: Address, server: Address) -> None:
    tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    assert {name for (name,) in await asked(played, tables)} == {*KEYS, *STAYS}
    there = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
    assert {name for (name,) in await asked(server, there)} == {*KEYS, *STAYS}


async def test_there_and_back_again(played: Address, server: Address, tmp_path: Path) -> None:
    before = await held(played)
    assert sum(it.rows for it in before.values()) > 40
    holdings, rows = await asyncio.to_thread(move, played, server)
    assert rows == sum(it.rows for it in before.values())
    assert await held(server) == before
    back = Address.of_file(tmp_path / "back.db")
    assert await asyncio.to_thread(move, server, back) == (holdings, rows)
    assert await held(back) == await held(played) == before


@pytest.mark.parametrize("page", [1, 2, 7])
async def test_pages_of_any_size_leave_nothing_out(
    played: Address, server: Address, monkeypatch: pytest.MonkeyPatch, page: int
) -> None:
    monkeypatch.setattr(moving, "PAGE", page)
    await asyncio.to_thread(move, played, server)
    monkeypatch.undo()
    assert await held(server) == await held(played)


async def test_a_moved_game_goes_on(played: Address, server: Address) -> None:
    await asyncio.to_thread(move, played, server)
    store = sql_store_at(server)
    await store.open()
    found, log = await store.table("blue"), await store.log("blue")
    await store.close()
    assert found is not None
    assert found.intact
    assert found.sealed
    assert len(log) > 12
    (finding,) = await _database(server)
    assert finding.well


async def test_what_is_not_whole_is_not_moved(played: Address, server: Address) -> None:
    await spoilt(played, "UPDATE tables SET snapshot = '{}' WHERE id = 'blue'")
    assert await why_not(played, server) == "damaged"
    assert not any(it.rows for name, it in (await held(server)).items() if name != "census")


async def test_what_is_written_otherwise_than_read_is_noticed(
    played: Address, server: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The positive control."""
    right = PostgresSession.do_all

    async def careless(db: PostgresSession, sql: str, rows: list[Any]) -> None:
        await right(db, sql, rows[1:] if "INTO log " in sql and len(rows) > 1 else rows)

    monkeypatch.setattr(PostgresSession, "do_all", careless)
    assert await why_not(played, server) == "unlike"
    assert not any(it.rows for name, it in (await held(server)).items() if name != "census")


async def test_nothing_is_moved_over_games_that_are_there(
    played: Address, server: Address, tmp_path: Path
) -> None:
    await asyncio.to_thread(move, played, server)
    assert await why_not(played, server) == "not_empty"
    assert await why_not(server, played) == "exists"
    assert await why_not(Address.of_file(tmp_path / "none.db"), server) == "missing"


async def test_a_database_that_is_played_on_stays(
    played: Address, server: Address, tmp_path: Path
) -> None:
    await asyncio.to_thread(move, played, server)
    await spoilt(server, LIVING)
    assert await why_not(server, Address.of_file(tmp_path / "x.db")) == "in_use"


async def test_a_server_that_waits_for_steps_is_not_moved_and_takes_none(
    played: Address, server: Address, tmp_path: Path
) -> None:
    await asyncio.to_thread(move, played, server)
    await spoilt_plainly(server.server, LIVING)  # by processes of an older version
    taken = await counted(server, "schema_version")
    await spoilt_plainly(server.server, NEWEST_WAITS)
    assert await why_not(server, Address.of_file(tmp_path / "x.db")) == "older_database"
    assert await counted(server, "schema_version") == taken - 1
    with pytest.raises(NotDone, match="end it"):
        await asyncio.to_thread(restore, played.file, server)


async def test_the_source_stays_as_it_is(played: Address, server: Address, tmp_path: Path) -> None:
    await asyncio.to_thread(move, played, server)
    await spoilt_plainly(server.server, "INSERT INTO outbox VALUES ('over', 'end', 99, 1)")
    waiting = await counted(server, "outbox")
    await asyncio.to_thread(move, server, Address.of_file(tmp_path / "x.db"))
    assert await counted(server, "outbox") == waiting  # though nobody waits for it any more


@pytest.mark.parametrize("from_server", [True, False])
async def test_a_process_that_joins_meanwhile_is_noticed(
    played: Address,
    server: Address,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    from_server: bool,
) -> None:
    file, bot, right = Address.of_file(tmp_path / "x.db"), Lock(played.file), moving.sums
    if from_server:
        await asyncio.to_thread(move, played, server)

    async def joined(db: moving.Session) -> dict[str, Sum]:
        if from_server:
            await spoilt_plainly(server.server, LIVING)
        else:
            bot.take()
        return await right(db)

    source, target = (server, file) if from_server else (played, server)
    monkeypatch.setattr(moving, "sums", joined)
    assert await why_not(source, target) == "in_use"
    bot.release()
    assert from_server or await counted(server, "tables") == 0
    assert not file.file.exists()


async def test_the_command_says_what_was_moved(
    played: Address, server: Address, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await asyncio.to_thread(command.run, f"{played}", server.server) == 0
    said, _ = capsys.readouterr()
    assert f"{server} holds what {played} does" in said
    assert await asyncio.to_thread(command.run, f"{played}", server.server) == 1
    _, said = capsys.readouterr()
    assert said == console.NOT_EMPTY.format(path=server) + "\n"


async def test_without_a_target_it_goes_to_the_place_that_is_set(
    played: Address,
    server: Address,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """An address may hold a password, which would stand in the list of processes."""
    monkeypatch.setenv("CELESTIA_DATABASE", server.server)
    assert await asyncio.to_thread(command.run, f"{played}", None) == 0
    said, _ = capsys.readouterr()
    assert said.endswith(console.START_THERE.format(source=played) + "\n")
    assert await held(server) == await held(played)


async def test_a_place_that_is_set_wrongly_is_told(
    played: Address, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CELESTIA_DATABASE", "mysql://somewhere/else")
    assert await asyncio.to_thread(command.run, f"{played}", None) == 1
    assert "CELESTIA_DATABASE" in capsys.readouterr().err


# --- who is to blame -----------------------------------------------------------------------------


async def blamed(source: Address, target: Address) -> tuple[str, object]:
    with pytest.raises(StoreError) as refused:
        await asyncio.to_thread(move, source, target)
    return refused.value.code, refused.value.data["path"]


@pytest.mark.parametrize("from_server", [True, False])
async def test_the_place_that_cannot_be_opened_is_named(
    played: Address, server: Address, tmp_path: Path, *, from_server: bool
) -> None:
    nowhere = Address.of_server(server.server.replace("/t", "/nowhere", 1))
    pair = (nowhere, Address.of_file(tmp_path / "x.db")) if from_server else (played, nowhere)
    assert await blamed(*pair) == ("no_entry", nowhere)


async def test_the_place_that_goes_away_meanwhile_is_named(
    played: Address, server: Address, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lost(*_: object) -> None:
        raise ConnectionResetError

    with monkeypatch.context() as patched:
        patched.setattr(PostgresSession, "do_all", lost)
        assert await blamed(played, server) == ("unreachable", server)
    await asyncio.to_thread(move, played, server)
    file, right = Address.of_file(tmp_path / "x.db"), moving._page

    async def lost_there(db: moving.Session, *rest: Any) -> list[moving.Row]:
        return await (lost() if isinstance(db, PostgresSession) else right(db, *rest)) or []

    monkeypatch.setattr(moving, "_page", lost_there)
    assert await blamed(server, file) == ("unreachable", server)


async def test_what_is_said_of_the_target_is_not_lost(played: Address, server: Address) -> None:
    newer = "INSERT INTO schema_version VALUES (99, 'x', 0, '9')"
    await spoilt_plainly(server.server, newer)
    with pytest.raises(StoreError) as refused:
        await asyncio.to_thread(move, played, server)
    assert refused.value.code == "newer_database"
    assert refused.value.data["version"] == 99
    assert refused.value.data["path"] == server


# --- copies of a server --------------------------------------------------------------------------


async def test_a_server_is_copied_into_a_file_and_back(
    played: Address, server: Address, tmp_path: Path
) -> None:
    await asyncio.to_thread(move, played, server)
    await spoilt(server, LIVING)  # a copy can be made meanwhile
    copy = tmp_path / "copy.db"
    await asyncio.to_thread(backup, copy, server)
    found = await asyncio.to_thread(maintenance_at(Address.of_file(copy)).inspect_copy)
    assert not found.damages
    with pytest.raises(NotDone, match="end it"):
        await asyncio.to_thread(restore, copy, server)
    await spoilt(server, "DELETE FROM processes")
    await spoilt(server, "UPDATE tables SET guild = 9")
    lines = await asyncio.to_thread(restore, copy, server)
    assert "replaced_" in lines[-1]
    assert await asked(server, "SELECT id FROM tables WHERE guild = 9") == []
    ((kept,),) = await asked(
        server, "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'replaced%'"
    )
    there = f"SELECT DISTINCT guild FROM {kept}.tables"  # noqa: S608 - a name of our own
    assert await asked(server, there) == [(9,)]
    restored = "SELECT DISTINCT table_id FROM log WHERE command = 'restored' ORDER BY 1"
    assert await asked(server, restored) == [("blue",), ("lobby",)]
    (finding,) = await _database(server)
    assert finding.well, finding.what


async def test_a_damaged_copy_is_not_restored(
    played: Address, server: Address, tmp_path: Path
) -> None:
    await asyncio.to_thread(move, played, server)
    before = await held(server)
    await spoilt(played, "UPDATE tables SET snapshot = '{}' WHERE id = 'blue'")
    with pytest.raises(NotDone):
        await asyncio.to_thread(restore, played.file, server)
    assert await held(server) == before
    await asyncio.to_thread(restore, played.file, server, anyway=True)


@pytest.mark.parametrize(
    ("damage", "said_then"),
    [
        # no column of a server takes that
        ("UPDATE tables SET version = 'x' WHERE id = 'blue'", "tables that were opened are gone"),
        # its log is left, and hangs on nothing
        ("DELETE FROM tables WHERE id = 'blue'", "whole and up to date"),
    ],
)
async def test_what_a_server_does_not_take_is_left_out_if_that_is_asked_for(
    played: Address, server: Address, damage: str, said_then: str
) -> None:
    spoil(played.file, damage)
    with pytest.raises(NotDone):
        await asyncio.to_thread(restore, played.file, server)
    lines = "SELECT COUNT(*) FROM log WHERE table_id <> 'blue'"
    ((others,),) = await asked(played, lines)
    said = await asyncio.to_thread(restore, played.file, server, anyway=True)
    (left_out,) = [line for line in said if line.startswith(console.LEFT_OUT[:20])]
    assert int("".join(filter(str.isdigit, left_out))) > 12
    names = await asked(server, "SELECT id FROM tables ORDER BY id")
    assert names == [("done",), ("lobby",), ("over",)]
    ((there,),) = await asked(server, "SELECT COUNT(*) FROM log WHERE command <> 'restored'")
    assert there == others
    (finding,) = await _database(server)
    assert said_then in finding.what


async def test_a_process_that_comes_while_a_copy_is_brought_back_is_noticed(
    played: Address, server: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    await asyncio.to_thread(move, played, server)
    await spoilt(server, LIVING)
    before = await held(server)

    async def nobody(_: object) -> None:
        """It came a moment later."""

    monkeypatch.setattr(maintenance, "_check_at_rest", nobody)
    with pytest.raises(NotDone, match="end it"):
        await asyncio.to_thread(restore, played.file, server)
    assert await held(server) == before


async def test_the_folder_for_a_copy_is_blamed_if_it_is_full(
    played: Address, server: Address, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await asyncio.to_thread(move, played, server)

    async def full(*_: object) -> None:
        raise StoreError("full")

    monkeypatch.setattr(SqliteStore, "write_whole", full)
    with pytest.raises(NotDone) as refused:
        await asyncio.to_thread(backup, tmp_path / "copy.db", server)
    assert "celestia" in f"{refused.value}"
    assert server.server not in f"{refused.value}"
    assert not (tmp_path / "copy.db").exists()


async def test_old_games_on_a_server_are_deleted(played: Address, server: Address) -> None:
    await asyncio.to_thread(move, played, server)
    await spoilt(server, "UPDATE tables SET stage = 'playing' WHERE id = 'over'")  # not believed
    said = await asyncio.to_thread(tidy, 1, server)
    assert said.startswith("1 games")
    assert ("done",) not in await asked(server, "SELECT id FROM tables")


async def test_nothing_is_deleted_on_a_server_on_which_bots_play(
    played: Address, server: Address
) -> None:
    await asyncio.to_thread(move, played, server)
    await spoilt(server, LIVING)
    with pytest.raises(NotDone, match="end it, and tidy then"):
        await asyncio.to_thread(tidy, 1, server)
    assert ("done",) in await asked(server, "SELECT id FROM tables")


@pytest.mark.parametrize("waits", [True, False])
async def test_nothing_is_reckoned_anew_on_a_server_on_which_bots_play(
    server: Address, capsys: pytest.CaptureFixture[str], *, waits: bool
) -> None:
    await spoilt_plainly(server.server, LIVING)
    if waits:
        await spoilt_plainly(server.server, NEWEST_WAITS)
    taken = await counted(server, "schema_version")
    settings = Settings(database=server)
    assert await results(settings) == 1
    assert "end it, and reckon then" in capsys.readouterr().err
    assert await counted(server, "schema_version") == taken
    await spoilt_plainly(server.server, "DELETE FROM processes")
    assert waits or await results(settings) == 0


async def test_a_check_of_a_server_makes_nothing(postgresql: Server) -> None:
    async with database(postgresql) as url:
        address = Address.of_server(url)
        await spoilt(address, "DROP SCHEMA public CASCADE")
        await spoilt_plainly(url, "CREATE SCHEMA public")
        (finding,) = await _database(address)
        assert finding.well
        assert "no database" in finding.what


async def spoilt_plainly(url: str, sql: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute(sql)
    await connection.close()


async def test_damage_on_a_server_is_named(played: Address, server: Address) -> None:
    await asyncio.to_thread(move, played, server)
    await spoilt(server, "UPDATE log SET arguments = 'x' WHERE table_id = 'blue' AND seq = 3")
    await spoilt(server, "UPDATE census SET tables = 99")
    found = await _database(server)
    assert [it.well for it in found] == [False, False]
    assert "blue" in found[1].what
