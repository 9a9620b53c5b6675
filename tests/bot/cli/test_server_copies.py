"""Backup, restore and other commands with a database on a server."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot import console
from bot.cli.backup import NotDone, backup, restore
from bot.cli.check import _database
from bot.cli.results import results
from bot.settings import Settings
from bot.store.address import Address
from bot.store.backends import maintenance_at, move, store_at
from bot.store.data import PostedMessage
from bot.store.errors import DiskFull
from bot.store.postgres import maintenance
from bot.store.sqlite.store import SqliteStore
from tests.bot.cli.databases import LIVING, NEWEST_WAITS, asked, counted, held
from tests.bot.reading import query
from tests.bot.store.changes import change, leg
from tests.bot.store.corruption import spoil


async def test_a_server_is_copied_into_a_file_and_back(
    played: Address, server: Address, tmp_path: Path
) -> None:
    await asyncio.to_thread(move, played, server)
    await asked(server, LIVING)  # a copy can be made meanwhile
    copy = tmp_path / "copy.db"
    await asyncio.to_thread(backup, copy, server)
    found = await asyncio.to_thread(maintenance_at(Address.of_file(copy)).inspect_copy)
    assert not found.damages
    with pytest.raises(NotDone, match="end it"):
        await asyncio.to_thread(restore, copy, server)
    await asked(server, "DELETE FROM processes")
    await asked(server, "UPDATE tables SET guild = 9")
    lines = await asyncio.to_thread(restore, copy, server)
    assert "replaced_" in lines[-1]
    assert await asked(server, "SELECT id FROM tables WHERE guild = 9") == []
    schemas = "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'replaced%'"
    ((kept,),) = await asked(server, schemas)
    there = f"SELECT DISTINCT guild FROM {kept}.tables"  # noqa: S608 - a name of our own
    assert await asked(server, there) == [(9,)]
    restored = "SELECT DISTINCT table_id FROM log WHERE command = 'restored' ORDER BY 1"
    assert await asked(server, restored) == [("blue",), ("lobby",)]
    (finding,) = await _database(server)
    assert finding.well, finding.what


async def test_a_server_that_may_lose_commits_is_not_said_to_be_well(
    played: Address, server: Address
) -> None:
    await asyncio.to_thread(move, played, server)
    name = Path(server.file).name
    await asked(server, f"ALTER DATABASE {name} SET synchronous_commit TO off")
    (finding,) = await _database(server)
    assert not finding.well
    assert "synchronous_commit" in finding.what


async def test_a_damaged_copy_is_not_restored(
    played: Address, server: Address, tmp_path: Path
) -> None:
    await asyncio.to_thread(move, played, server)
    before = await held(server)
    spoil(played.file, "UPDATE tables SET snapshot = '{}' WHERE id = 'blue'")
    with pytest.raises(NotDone):
        await asyncio.to_thread(restore, played.file, server)
    assert await held(server) == before
    await asyncio.to_thread(restore, played.file, server, anyway=True)


@pytest.mark.parametrize(
    "damage",
    [
        # no column of a server accepts that
        "UPDATE tables SET version = 'x' WHERE id = 'blue'",
        # its log is left without a table
        "DELETE FROM tables WHERE id = 'blue'",
    ],
)
async def test_restore_to_a_server_leaves_out_damaged_tables_on_request(
    played: Address, server: Address, damage: str
) -> None:
    spoil(played.file, damage)
    with pytest.raises(NotDone):
        await asyncio.to_thread(restore, played.file, server)
    lines = "SELECT COUNT(*) FROM log WHERE table_id <> 'blue'"
    ((others,),) = query(played.file, lines)
    said = await asyncio.to_thread(restore, played.file, server, anyway=True)
    (left_out,) = [line for line in said if line.startswith(console.LEFT_OUT[:20])]
    assert int("".join(filter(str.isdigit, left_out))) > 12
    names = await asked(server, "SELECT id FROM tables ORDER BY id")
    assert names == [("done",), ("lobby",), ("over",)]
    ((there,),) = await asked(server, "SELECT COUNT(*) FROM log WHERE command <> 'restored'")
    assert there == others
    (finding,) = await _database(server)
    assert "whole and up to date" in finding.what


async def test_a_process_that_starts_during_a_restore_is_noticed(
    played: Address, server: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    await asyncio.to_thread(move, played, server)
    await asked(server, LIVING)
    before = await held(server)

    async def nobody(_: object) -> None:
        """Stand in for a process that starts a moment later."""

    monkeypatch.setattr(maintenance, "_check_at_rest", nobody)
    with pytest.raises(NotDone, match="end it"):
        await asyncio.to_thread(restore, played.file, server)
    assert await held(server) == before


async def test_the_folder_for_a_copy_is_blamed_if_it_is_full(
    played: Address, server: Address, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await asyncio.to_thread(move, played, server)

    async def full(*_: object) -> None:
        raise DiskFull()

    monkeypatch.setattr(SqliteStore, "write_whole", full)
    with pytest.raises(NotDone) as refused:
        await asyncio.to_thread(backup, tmp_path / "copy.db", server)
    assert "celestia" in f"{refused.value}"
    assert server.server not in f"{refused.value}"
    assert not (tmp_path / "copy.db").exists()


@pytest.mark.parametrize("waits", [True, False])
async def test_results_are_not_recomputed_on_a_server_in_use(
    server: Address, capsys: pytest.CaptureFixture[str], *, waits: bool
) -> None:
    await asked(server, LIVING)
    if waits:
        await asked(server, NEWEST_WAITS)
    taken = await counted(server, "schema_version")
    settings = Settings(database=server)
    assert await results(settings) == 1
    assert "end it, and compute results then" in capsys.readouterr().err
    assert await counted(server, "schema_version") == taken
    await asked(server, "DELETE FROM processes")
    assert waits or await results(settings) == 0


async def test_a_check_of_a_server_changes_nothing(server: Address) -> None:
    await asked(server, "DROP SCHEMA public CASCADE")
    await asked(server, "CREATE SCHEMA public")
    (finding,) = await _database(server)
    assert (finding.well, "no database" in finding.what) == (True, True)
    assert await asked(server, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'") == []


async def test_damage_on_a_server_is_named(played: Address, server: Address) -> None:
    await asyncio.to_thread(move, played, server)
    await asked(server, "UPDATE log SET arguments = 'x' WHERE table_id = 'blue' AND seq = 3")
    (found,) = await _database(server)
    assert not found.well
    assert "blue" in found.what


async def test_a_copy_of_a_server_has_the_sums_that_a_file_needs(
    played: Address, server: Address, tmp_path: Path
) -> None:
    """A server keeps none, so those that came from a file do not fit any longer."""
    await asyncio.to_thread(move, played, server)
    store = store_at(server)
    await store.open()
    await store.commit(change("new"))
    await store.record_post("blue", PostedMessage(leg(7), 70, 5007))
    await store.close()
    await asked(server, "DELETE FROM processes")
    copy = tmp_path / "copy.db"
    await asyncio.to_thread(maintenance_at(server).back_up, copy)
    assert await kinds_of_damage(copy) == {"lost"}  # `change` stores what is no game
    with closing(sqlite3.connect(copy)) as db:
        db.execute("DELETE FROM messages WHERE number = 7")
        db.execute("DELETE FROM players WHERE table_id = 'new'")
        db.execute("DELETE FROM log WHERE table_id = 'new'")
        db.execute("DELETE FROM outbox WHERE table_id = 'new'")
        db.execute("DELETE FROM tables WHERE id = 'new'")
        db.commit()
    assert await kinds_of_damage(copy) == {"missing", "messages"}


async def kinds_of_damage(copy: Path) -> set[str]:
    found = await asyncio.to_thread(maintenance_at(Address.of_file(copy)).inspect_copy)
    return {it.kind for it in found.damages}
