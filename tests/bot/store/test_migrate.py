"""A database is migrated whole or not at all, also by a process that is killed midway."""

import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot.store.data import Attached, PostedMessage
from bot.store.errors import StoreError, WrongSchema
from bot.store.sql.schema import Migration
from bot.store.sql.schema import migrations as steps
from bot.store.sqlite import migrate
from bot.store.sqlite.files import WAL, beside
from bot.store.sqlite.migrate import MAX_COPIES, statements
from bot.store.sqlite.store import SqliteStore
from bot.tables.table import PageKey
from tests.bot.reading import found, query
from tests.bot.store.changes import change, is_whole, version_of
from tests.bot.store.kinds import KINDS

RELEASED = Path(__file__).parents[2] / "golden/releases/0.2.0/celestia.db"
"""A database of the first release, from before there were pictures."""

NOTE = "CREATE TABLE later (n BIGINT);\nINSERT INTO later VALUES (1);\n"


def newest() -> int:
    return steps()[-1].number


def add(known: Path, sql: str, number: int | None = None) -> int:
    number = number or newest() + 1
    (known / f"{number:04}_more.sql").write_text(sql, "utf-8")
    return number


async def opened(file: Path, known: Path) -> SqliteStore:
    store = SqliteStore(file, migrations=known)
    await store.open()
    return store


async def refused(file: Path, known: Path) -> StoreError:
    with pytest.raises(StoreError) as caught:
        await SqliteStore(file, migrations=known).open()
    return caught.value


async def an_old_database(file: Path) -> None:
    store = SqliteStore(file)
    await store.open()
    await store.commit(change())
    await store.close()


def as_left_by_others(file: Path) -> bytes:
    """Return the content of the file in another journal mode, which opening it would change."""
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = DELETE").fetchall()
    return file.read_bytes()


def schema(file: Path) -> list[str]:
    db = sqlite3.connect(file)
    found = [sql for (sql,) in db.execute("SELECT sql FROM sqlite_master ORDER BY name")]
    db.close()
    return found


def copies(file: Path) -> list[str]:
    return sorted(copy.name for copy in file.parent.glob("*.bak*"))


def test_migrations_are_numbered_without_a_gap() -> None:
    known = {step.name: step.number for kind in KINDS for step in steps(kind=kind)}
    assert sorted(known.values()) == list(range(1, len(known) + 1))


async def test_a_new_database_applies_all_migrations_without_a_copy(file: Path) -> None:
    store = SqliteStore(file, clock=lambda: 5.0)
    await store.open()
    taken = await store.rows("SELECT version, sha256, applied_at FROM schema_version")
    assert taken == [(step.number, step.sha256, 5.0) for step in steps()]
    assert copies(file) == []
    await store.close()


async def test_an_old_database_is_copied_and_then_migrated(file: Path, known: Path) -> None:
    await an_old_database(file)
    before = schema(file)
    number = add(known, NOTE)
    store = await opened(file, known)
    assert await store.rows("SELECT n FROM later") == [(1,)]
    assert await is_whole(store)
    await store.commit(change(version=1))
    await store.close()
    assert copies(file) == [f"celestia.db.before-{number}.bak"]
    copied = file.with_name(copies(file)[0])
    assert schema(copied) == before
    copy = SqliteStore(copied)
    await copy.open()
    await copy.commit(change(version=1))
    assert await is_whole(copy)
    await copy.close()


async def test_messages_of_the_first_release_are_whole_with_and_without_pictures(
    file: Path,
) -> None:
    shutil.copy(RELEASED, file)
    posted = query(file, "SELECT table_id, kind, number, channel, message FROM messages")
    assert len(posted) > 10
    store = SqliteStore(file)
    await store.open()
    for table, kind, number, channel, message in posted:
        page = PageKey(kind, number)
        assert await store.message_of(table, page) == PostedMessage(page, channel, message)
    await store.close()
    assert found(file) == []

    table, kind, number, channel, message = posted[-1]
    picture = Attached(801, "board-1a.png", "fog")
    shown = PostedMessage(PageKey(kind, number), channel, message, picture=picture)
    for now in (shown, replace(shown, picture=None)):
        await store.open()
        await store.record_post(table, now)
        assert await store.message_of(table, shown.key) == now
        await store.close()
        assert found(file) == []
    assert copies(file) == ["celestia.db.before-2.bak"]


async def test_a_database_that_is_up_to_date_is_not_copied(file: Path, known: Path) -> None:
    await an_old_database(file)
    await (await opened(file, known)).close()
    assert copies(file) == []


@pytest.mark.parametrize("name", ["celestia.db", "games[1].db"])
async def test_the_last_three_copies_stay(name: str, tmp_path: Path, known: Path) -> None:
    file = tmp_path / name
    await an_old_database(file)
    numbers = range(newest() + 1, newest() + MAX_COPIES + 3)
    for number in numbers:
        add(known, f"CREATE TABLE later{number} (n BIGINT);", number)
        await (await opened(file, known)).close()
    assert {*copies(file)} == {f"{name}.before-{n}.bak" for n in numbers[-MAX_COPIES:]}


async def test_a_newer_database_is_refused_and_left_alone(file: Path, known: Path) -> None:
    await an_old_database(file)
    number = add(known, NOTE)
    await (await opened(file, known)).close()
    written = as_left_by_others(file)
    with pytest.raises(WrongSchema) as caught:
        await SqliteStore(file).open()
    assert caught.value.code == "newer_database"
    assert caught.value.data == {"version": number, "newest": newest()}
    assert file.read_bytes() == written


async def test_an_edited_migration_is_refused_by_name(file: Path, known: Path) -> None:
    await an_old_database(file)
    written = as_left_by_others(file)
    first = known / steps()[0].name
    first.write_text(first.read_text("utf-8") + "-- better\n", "utf-8")
    add(known, NOTE)
    error = await refused(file, known)
    assert error.code == "edited_migration"
    assert error.data == {"version": 1, "name": first.name}
    assert file.read_bytes() == written
    assert copies(file) == []


async def test_a_missing_migration_counts_as_edited(file: Path, known: Path) -> None:
    await an_old_database(file)
    add(known, NOTE)
    (known / steps()[0].name).unlink()
    assert (await refused(file, known)).code == "edited_migration"


async def test_other_line_endings_do_not_count_as_an_edit(file: Path, known: Path) -> None:
    await an_old_database(file)
    first = known / steps()[0].name
    first.write_bytes(first.read_bytes().replace(b"\n", b"\r\n"))
    await (await opened(file, known)).close()


@pytest.mark.parametrize(
    "table", ["recipes (name TEXT)", "schema_version (version BIGINT, description TEXT)"]
)
async def test_a_database_of_another_program_is_refused_and_left_alone(
    table: str, file: Path
) -> None:
    db = sqlite3.connect(file)
    db.execute(f"CREATE TABLE {table}")
    db.close()
    written = file.read_bytes()
    assert (await refused(file, Path("migrations"))).code == "foreign_database"
    assert file.read_bytes() == written


@pytest.mark.parametrize(
    "fault",
    ["CREATE TABLE tables (n BIGINT);", "MAKE IT SO;", "CREATE TABLE", "DELETE FROM tables;"],
)
async def test_a_broken_migration_leaves_the_old_database(
    file: Path, known: Path, fault: str
) -> None:
    await an_old_database(file)
    before = schema(file)
    add(known, NOTE)
    number = add(known, f"DROP TABLE outbox;\n{fault}", newest() + 2)
    error = await refused(file, known)
    assert isinstance(error, WrongSchema)
    assert (error.code, error.data["version"]) == ("broken_migration", number)
    assert schema(file) == before
    store = SqliteStore(file)
    await store.open()
    assert await version_of(store) == 1
    await store.close()


async def test_a_broken_first_migration_leaves_an_empty_database(
    file: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "migrations"
    folder.mkdir()
    add(folder, f"{NOTE}MAKE IT SO;", 1)
    await refused(file, folder)
    assert schema(file) == []
    await (await opened(file, Path("migrations"))).close()


def test_a_file_is_split_at_the_ends_of_its_statements() -> None:
    sql = """-- first; not the end;
CREATE TABLE a (n TEXT); -- a remark
INSERT INTO a VALUES ('one;
two');
CREATE TRIGGER t AFTER INSERT ON a BEGIN
    DELETE FROM a;
END;
-- the last;
"""
    found = list(statements(sql))
    assert [statement.count("\n") for statement in found] == [1, 1, 2]
    assert found[1] == "INSERT INTO a VALUES ('one;\ntwo');"


# --- a process that is killed ------------------------------------------------------------

PARTS = 12
"""Tables that the two added migrations create and fill."""
PART = """CREATE TABLE NAME (n BIGINT);
INSERT INTO NAME WITH RECURSIVE count(n) AS
    (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < 4000) SELECT n FROM count;
"""
INSTRUCTIONS = 60_000
"""Instructions of SQLite between two kills."""


@pytest.fixture
def more(known: Path) -> Path:
    """The bot's migrations and two more."""
    newest = steps()[-1].number
    for number in (newest + 1, newest + 2):
        tables = [PART.replace("NAME", f"step{number}_{n}") for n in range(PARTS // 2)]
        (known / f"{number:04}_more.sql").write_text("\n".join(tables), "utf-8")
    return known


class StatementByStatement:
    """A connection that begins no transactions: the protection is off."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def execute(self, sql: str, *values: Any) -> Any:
        sql = "SELECT 1" if sql in ("BEGIN IMMEDIATE", "COMMIT") else sql
        return self._db.execute(sql, *values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._db, name)


async def left_by_kills(
    folder: Path, more: Path, monkeypatch: pytest.MonkeyPatch, *, protected: bool = True
) -> list[Path]:
    """Return the files that kills during a migration leave: those that the system has by then."""
    file = folder / "celestia.db"
    store = SqliteStore(file)
    await store.open()
    await store.commit(change())
    await store.close()
    left: list[Path] = []
    numbers, apply = count(), migrate.apply

    def killed() -> int:
        left.append(folder / f"killed-{next(numbers)}.db")
        for end in ("", WAL):
            shutil.copy(beside(file, end), beside(left[-1], end))
        return 0

    def watched(db: sqlite3.Connection, waiting: Sequence[Migration], now: float) -> None:
        db.set_progress_handler(killed, INSTRUCTIONS)
        unprotected: Any = StatementByStatement(db)
        apply(db if protected else unprotected, waiting, now)
        db.set_progress_handler(None, 0)
        killed()

    with monkeypatch.context() as patch:
        patch.setattr(migrate, "apply", watched)
        store = SqliteStore(file, migrations=more)
        await store.open()
        await store.close()
    return left


def parts(file: Path) -> tuple[int, int]:
    """Return the number of applied migrations, and of tables of the added ones."""
    with closing(sqlite3.connect(file)) as db:
        (applied,) = db.execute("SELECT COUNT(*) FROM schema_version").fetchone()
        (made,) = db.execute(
            "SELECT COUNT(*) FROM sqlite_master WHERE name LIKE 'step%'"
        ).fetchone()
    return applied, made


async def test_a_killed_migration_is_applied_whole_or_not_at_all(
    more: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = (len(steps()), 0), (len(steps()) + 2, PARTS)
    left = await left_by_kills(tmp_path, more, monkeypatch)
    assert len(left) > 5
    assert [parts(file) for file in left] == [old] * (len(left) - 1) + [new]
    for file in left:
        store = SqliteStore(file, migrations=more)
        await store.open()
        assert await version_of(store) == 1
        assert await is_whole(store)
        await store.commit(change(version=1))
        await store.close()
        assert parts(file) == new


async def test_without_a_transaction_a_migration_would_be_half_applied(
    more: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The positive control."""
    left = await left_by_kills(tmp_path, more, monkeypatch, protected=False)
    assert any(0 < made < PARTS for _, made in map(parts, left))
