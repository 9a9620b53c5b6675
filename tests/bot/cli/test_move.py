"""``python -m bot move``: nothing is lost or changed between databases of either kind."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot import console
from bot.cli.backup import NotDone, restore, run
from bot.cli.check import _database
from bot.store.address import Address
from bot.store.backends import move, store_at
from bot.store.errors import StoreError
from bot.store.postgres.session import PostgresSession
from bot.store.sql import transfer
from bot.store.sql.catalogue import CATALOGUE
from bot.store.sql.transfer import Sum
from bot.store.sqlite.files import Lock
from tests.bot.cli.databases import LIVING, NEWEST_WAITS, asked, counted, held
from tests.bot.reading import query
from tests.bot.store.corruption import spoil


async def refusal(source: Address, target: Address) -> StoreError:
    with pytest.raises(StoreError) as refused:
        await asyncio.to_thread(move, source, target)
    return refused.value


async def why_not(source: Address, target: Address) -> str:
    return (await refusal(source, target)).code


async def blamed(source: Address, target: Address) -> tuple[str, object]:
    error = await refusal(source, target)
    return error.code, error.data["path"]


async def test_every_table_is_moved_or_known_to_stay(played: Address, server: Address) -> None:
    tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    assert {name for (name,) in query(played.file, tables)} == {it.name for it in CATALOGUE}
    there = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
    assert {name for (name,) in await asked(server, there)} == {it.name for it in CATALOGUE}


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
    monkeypatch.setattr(transfer, "PAGE_SIZE", page)
    await asyncio.to_thread(move, played, server)
    monkeypatch.undo()
    assert await held(server) == await held(played)


async def test_a_moved_game_goes_on(played: Address, server: Address) -> None:
    await asyncio.to_thread(move, played, server)
    store = store_at(server)
    await store.open()
    found, log = await store.table("blue"), await store.log("blue")
    await store.close()
    assert found is not None
    assert found.intact
    assert found.sealed
    assert len(log) > 12
    (finding,) = await _database(server)
    assert finding.well


async def test_a_damaged_database_is_not_moved(played: Address, server: Address) -> None:
    spoil(played.file, "UPDATE tables SET snapshot = '{}' WHERE id = 'blue'")
    assert await why_not(played, server) == "damaged"
    assert not any(it.rows for name, it in (await held(server)).items() if name != "census")


async def test_a_wrong_copy_is_noticed(
    played: Address, server: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The positive control."""
    right = PostgresSession.do_all

    async def careless(db: PostgresSession, sql: str, rows: list[Any]) -> None:
        await right(db, sql, rows[1:] if "INTO log " in sql and len(rows) > 1 else rows)

    monkeypatch.setattr(PostgresSession, "do_all", careless)
    assert await why_not(played, server) == "unlike"
    assert not any(it.rows for name, it in (await held(server)).items() if name != "census")


async def test_move_does_not_overwrite_games(
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
    await asked(server, LIVING)
    assert await why_not(server, Address.of_file(tmp_path / "x.db")) == "in_use"


async def test_an_unmigrated_server_is_not_moved_or_migrated(
    played: Address, server: Address, tmp_path: Path
) -> None:
    await asyncio.to_thread(move, played, server)
    await asked(server, LIVING)  # by processes of an older version
    taken = await counted(server, "schema_version")
    await asked(server, NEWEST_WAITS)
    assert await why_not(server, Address.of_file(tmp_path / "x.db")) == "older_database"
    assert await counted(server, "schema_version") == taken - 1
    with pytest.raises(NotDone, match="end it"):
        await asyncio.to_thread(restore, played.file, server)


async def test_move_does_not_change_the_source(
    played: Address, server: Address, tmp_path: Path
) -> None:
    await asyncio.to_thread(move, played, server)
    await asked(server, "INSERT INTO outbox VALUES ('over', 'end', 99, 1)")
    waiting = await counted(server, "outbox")
    await asyncio.to_thread(move, server, Address.of_file(tmp_path / "x.db"))
    assert await counted(server, "outbox") == waiting  # though no bot waits for it


@pytest.mark.parametrize("from_server", [True, False])
async def test_a_process_that_joins_during_a_move_is_noticed(
    played: Address,
    server: Address,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    from_server: bool,
) -> None:
    file, bot, right = Address.of_file(tmp_path / "x.db"), Lock(played.file), transfer.sums
    if from_server:
        await asyncio.to_thread(move, played, server)

    async def joined(db: transfer.Session) -> dict[str, Sum]:
        if from_server:
            await asked(server, LIVING)
        else:
            bot.take()
        return await right(db)

    source, target = (server, file) if from_server else (played, server)
    monkeypatch.setattr(transfer, "sums", joined)
    assert await why_not(source, target) == "in_use"
    bot.release()
    assert from_server or await counted(server, "tables") == 0
    assert not file.file.exists()


async def test_the_command_says_what_was_moved(
    played: Address, server: Address, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await asyncio.to_thread(run, "move", f"{played}", to=server.server) == 0
    said, _ = capsys.readouterr()
    assert f"{server} holds what {played} does" in said
    assert await asyncio.to_thread(run, "move", f"{played}", to=server.server) == 1
    _, said = capsys.readouterr()
    assert said == console.NOT_EMPTY.format(path=server) + "\n"


async def test_without_a_target_the_configured_database_is_used(
    played: Address,
    server: Address,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """An address may contain a password, which the list of processes would show."""
    monkeypatch.setenv("CELESTIA_DATABASE", server.server)
    assert await asyncio.to_thread(run, "move", f"{played}") == 0
    said, _ = capsys.readouterr()
    assert said.endswith(console.START_THERE.format(source=played) + "\n")
    assert await held(server) == await held(played)


async def test_a_wrong_database_setting_is_reported(
    played: Address, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CELESTIA_DATABASE", "mysql://somewhere/else")
    assert await asyncio.to_thread(run, "move", f"{played}") == 1
    assert "CELESTIA_DATABASE" in capsys.readouterr().err


# --- who is to blame -----------------------------------------------------------------------------


@pytest.mark.parametrize("from_server", [True, False])
async def test_the_unreachable_database_is_named(
    played: Address, server: Address, tmp_path: Path, *, from_server: bool
) -> None:
    nowhere = Address.of_server(server.server.replace("/t", "/nowhere", 1))
    pair = (nowhere, Address.of_file(tmp_path / "x.db")) if from_server else (played, nowhere)
    assert await blamed(*pair) == ("no_entry", nowhere)


async def test_the_database_that_goes_away_is_named(
    played: Address, server: Address, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lost(*_: object) -> None:
        raise ConnectionResetError

    with monkeypatch.context() as patched:
        patched.setattr(PostgresSession, "do_all", lost)
        assert await blamed(played, server) == ("unreachable", server)
    await asyncio.to_thread(move, played, server)
    file, right = Address.of_file(tmp_path / "x.db"), transfer._page

    async def lost_there(db: transfer.Session, *rest: Any) -> list[transfer.Row]:
        return await (lost() if isinstance(db, PostgresSession) else right(db, *rest)) or []

    monkeypatch.setattr(transfer, "_page", lost_there)
    assert await blamed(server, file) == ("unreachable", server)


async def test_the_error_keeps_the_details_of_the_target(played: Address, server: Address) -> None:
    newer = "INSERT INTO schema_version VALUES (99, 'x', 0, '9')"
    await asked(server, newer)
    error = await refusal(played, server)
    assert (error.code, error.data["version"]) == ("newer_database", 99)
    assert error.data["path"] == server
