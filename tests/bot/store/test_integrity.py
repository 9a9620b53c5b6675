"""``python -m bot check`` finds damaged tables, names them, and changes nothing."""

import asyncio
import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import fields
from pathlib import Path

import pytest

from bot import console
from bot.cli.check import check
from bot.store.data import Damage
from bot.store.integrity import logged, sentences
from bot.store.sql import schema, seals
from bot.store.sql.schema import Migration
from bot.store.sql.schema import migrations as steps
from bot.store.sqlite.inspection import damage_in, looking_into
from bot.store.sqlite.session import SqliteSession, finished
from bot.tables.actions import Entry, replay
from bot.tables.table import BESIDE_THE_LOG, Table, dump, load
from tests.bot.cli.process import BOT, run
from tests.bot.hosting.hosted import ANNA, BEN, Hosting, hosting
from tests.bot.reading import found
from tests.bot.store.corruption import spoil
from tests.bot.tables.random_table import RandomTable

CHECK = (*BOT, "check")
OURS = {"people", "made", "told", "whole", "news"}
"""Fields of a table that no snapshot holds, or of which each version has its own."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game, a lobby and a closed table, on which no bot is running."""
    file = tmp_path_factory.mktemp("played") / "celestia.db"
    asyncio.run(play(file))
    return file


@pytest.fixture
def file(played: Path, tmp_path: Path) -> Path:
    """A copy of the played database."""
    return Path(shutil.copy(played, tmp_path))


async def play(file: Path) -> None:
    async with hosting(file) as hosted:
        await hosted.start("blue", persons=3, computers=1)
        await hosted.do(BEN, "quiet")
        for _ in range(30):
            await hosted.a_move()
            await hosted.service.attend("blue")
        await hosted.service.repost("blue", 71, None)
        await hosted.open("lobby")
        await hosted.start("over")
        await hosted.do(ANNA, "cancel", "", "over")


def rewritten(file: Path, change: Callable[[str], str]) -> None:
    """Change the snapshot of the game, together with its hashes."""
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        (row,) = finished(SqliteSession(db).named("SELECT * FROM tables WHERE id = 'blue'"))
        new = change(row["snapshot"])
        assert new != row["snapshot"]
        seal = seals.snapshot_seal(row["id"], row["version"], row["stage"], new)
        db.execute("UPDATE tables SET snapshot = ? WHERE id = 'blue'", (new,))
        resealed(db, snapshot_hash=seal)


def resealed(db: sqlite3.Connection, **changes: str) -> None:
    """Change the row of the game, together with its own hash."""
    (row,) = finished(SqliteSession(db).named("SELECT * FROM tables WHERE id = 'blue'"))
    row |= changes
    row["row_hash"] = seals.row_seal(row)
    db.execute(
        "UPDATE tables SET last_hash = :last_hash, snapshot_hash = :snapshot_hash,"
        " row_hash = :row_hash WHERE id = 'blue'",
        row,
    )


# --- what is whole ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "number", [*range(3), *(pytest.param(n, marks=pytest.mark.long) for n in range(3, 12))]
)
def test_every_snapshot_equals_its_replayed_log(number: int) -> None:
    evening = RandomTable(number)
    steps_to_the_next_look = 1
    while evening.goes_on():
        assert logged(load(dump(evening.table))) == logged(replay(evening.log))
        for _ in range(steps_to_the_next_look):
            if evening.goes_on():
                evening.step()
        steps_to_the_next_look *= 2
    assert logged(load(dump(evening.table))) == logged(replay(evening.log))


def test_a_snapshot_is_compared_in_all_that_the_log_determines() -> None:
    names = {field.name for field in fields(Table)}
    compared = set(logged(RandomTable(1).table)) - OURS
    assert compared == names - OURS - set(BESIDE_THE_LOG)
    assert names >= set(BESIDE_THE_LOG)


# --- what is damaged -------------------------------------------------------------------------

NOT_JSON = "UPDATE tables SET snapshot = 'x' WHERE id = '{}'"
OTHER_WORDS = "UPDATE log SET arguments = 'x' WHERE table_id = '{}' AND seq = 3"


@pytest.mark.parametrize(
    ("statements", "damage"),
    [
        ([NOT_JSON.format("blue")], Damage("blue", "snapshot")),
        ([NOT_JSON.format("over")], Damage("over", "snapshot")),
        ([OTHER_WORDS.format("blue")], Damage("blue", "log", 3)),
        ([OTHER_WORDS.format("over")], Damage("over", "log", 3)),
        ([NOT_JSON.format("blue"), OTHER_WORDS.format("blue")], Damage("blue", "lost", 3)),
        ([NOT_JSON.format("over"), OTHER_WORDS.format("over")], Damage("over", "lost", 3)),
        (["UPDATE tables SET stage = 'over' WHERE id = 'blue'"], Damage("blue", "snapshot")),
        (["DELETE FROM log WHERE table_id = 'lobby'"], Damage("lobby", "log", 1)),
    ],
)
def test_damage_is_named_by_table_and_line(
    file: Path, statements: list[str], damage: Damage
) -> None:
    spoil(file, *statements)
    assert found(file) == [damage]


def test_a_snapshot_unlike_its_replayed_log_is_named(file: Path) -> None:
    rewritten(file, lambda snapshot: snapshot.replace('"moment":', '"moment":1'))
    assert found(file) == [Damage("blue", "unlike")]


def test_exchanged_hands_are_found_although_every_hash_fits(file: Path) -> None:
    def exchanged(snapshot: str) -> str:
        data = json.loads(snapshot)
        first, second, *_ = data["game"]["table"]["seats"]
        first["hand"], second["hand"] = second["hand"], first["hand"]
        return json.dumps(data)

    rewritten(file, exchanged)
    assert found(file) == [Damage("blue", "unlike")]


def test_a_snapshot_that_this_version_cannot_read_is_named(file: Path) -> None:
    rewritten(file, lambda snapshot: snapshot.replace('"stage":"playing"', '"stage":"playin"'))
    assert found(file) == [Damage("blue", "snapshot")]


def test_a_log_that_cannot_be_replayed_is_named_although_its_hashes_fit(file: Path) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        lines = db.execute(
            "SELECT seq, seat, command, arguments, interaction FROM log WHERE table_id = 'blue'"
            " ORDER BY seq"
        )
        head = seals.log_start("blue")
        for seq, seat, command, arguments, click in lines.fetchall():
            entry = Entry(seat, "dance" if seq == 5 else command, arguments)
            head = seals.log_link(head, seq, entry, click)
            db.execute(
                "UPDATE log SET command = ?, hash = ? WHERE table_id = 'blue' AND seq = ?",
                (entry.action, head, seq),
            )
        resealed(db, last_hash=head)
    assert found(file) == [Damage("blue", "astray", 5)]


async def test_a_frozen_table_is_not_named_again(file: Path) -> None:
    spoil(file, NOT_JSON.format("blue"))
    spoil(file, OTHER_WORDS.format("blue"))
    async with hosting(file) as hosted:
        await hosted.service.attend("blue")
    assert found(file) == []


def test_without_the_comparison_a_changed_game_would_go_unnoticed(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The positive control."""
    rewritten(file, lambda snapshot: snapshot.replace('"moment":', '"moment":1'))
    monkeypatch.setattr("bot.store.integrity.logged", lambda table: table.id)
    assert found(file) == []


def test_only_a_handful_of_tables_is_named() -> None:
    many = [Damage(f"t{n}", "log", n) for n in range(40)]
    said = list(sentences(many))
    assert len(said) == 6
    assert said[-1] == console.MORE_DAMAGE.format(count=35)


OF_ALL = {"index", "missing", "census", "orphans", "result", "sums"}


@pytest.mark.parametrize("kind", console.DAMAGE)
def test_each_damage_has_its_sentence(kind: str) -> None:
    said = f"{Damage('blue', kind, 7)}"
    assert ("table blue" in said) == (kind not in OF_ALL)
    assert "{" not in said


def test_a_damaged_name_is_shown_harmlessly() -> None:
    assert "\x1b" not in str(Damage("\x1b[2J" * 20, "lost"))


# --- the command -----------------------------------------------------------------------------


async def test_a_database_is_checked_while_a_bot_runs_on_it(
    hosted: Hosting, tmp_path: Path
) -> None:
    await hosted.start()
    files = {tmp_path / f"celestia.db{end}" for end in ("", "-wal", "-shm", ".lock")}
    written = (tmp_path / "celestia.db", tmp_path / "celestia.db-wal")
    before = [file.read_bytes() for file in written]
    ended = run(tmp_path, CHECK)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "ok: a bot is playing on celestia.db, which is whole" in ended.stdout
    assert before == [file.read_bytes() for file in written]
    assert set(tmp_path.iterdir()) == files
    assert (await hosted.a_move()).table.made


async def test_a_file_with_its_wal_is_read_with_it_and_left_alone(
    hosted: Hosting, tmp_path: Path
) -> None:
    await hosted.start()
    folder = tmp_path / "by hand"
    folder.mkdir()
    for end in ("", "-wal"):
        (folder / f"copy.db{end}").write_bytes((tmp_path / f"celestia.db{end}").read_bytes())
    before = {path: path.read_bytes() for path in folder.iterdir()}
    ended = run(folder, (*CHECK, "copy.db"), {"CELESTIA_PACE": "nonsense"})
    assert ended.stdout.startswith("ok: copy.db is whole; tables: 1, open ones: 1, lines in")
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


@pytest.mark.posix
async def test_a_link_to_a_database_is_read_as_its_target(hosted: Hosting, tmp_path: Path) -> None:
    await hosted.start()
    link = tmp_path / "elsewhere" / "link.db"
    link.parent.mkdir()
    link.symlink_to(tmp_path / "celestia.db")
    with looking_into(link, alone=True) as look:
        assert look.db.execute("SELECT COUNT(*) FROM log").fetchone() == (4,)


def test_a_fault_of_a_file_is_one_line(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.log.start", lambda level: None)  # it would stay for all tests
    rubbish, empty, foreign, cut = (tmp_path / name for name in ("r.db", "e.db", "f.db", "c.db"))
    rubbish.write_bytes(b"no database at all" * 500)
    empty.touch()
    spoil(foreign, "CREATE TABLE recipes (name TEXT)")
    cut.write_bytes(file.read_bytes()[: -4096 * 3])
    newer, edited = tmp_path / "newer.db", tmp_path / "edited.db"
    for path in (newer, edited):
        path.write_bytes(file.read_bytes())
    spoil(newer, "INSERT INTO schema_version VALUES (999, '', 0, '')")
    spoil(edited, "UPDATE schema_version SET sha256 = 'x'")
    words = {
        rubbish: console.COPY_BROKEN,
        cut: console.COPY_BROKEN,
        empty: console.FOREIGN_DATABASE,
        foreign: console.FOREIGN_DATABASE,
        newer: console.NEWER_DATABASE,
        edited: console.EDITED_MIGRATION,
        tmp_path / "gone.db": "{path} cannot be read or written: No such file or directory.",
    }
    for path, sentence in words.items():
        assert asyncio.run(check(path)) == 1
        assert capsys.readouterr().out == f"fault: {sentence.format(path=path)}\n"


async def test_check_prints_nothing_secret(file: Path) -> None:
    spoil(file, NOT_JSON.format("lobby"))
    rewritten(file, lambda snapshot: snapshot.replace('"moment":', '"moment":1'))
    ended = run(file.parent, (*CHECK, "celestia.db"))
    assert ended.returncode == 1
    async with hosting(file) as hosted:
        table = await hosted.table("blue")
    held = {card for seat in range(4) for card in table.running.view(seat).hand}
    assert len(held) > 3
    assert not [word for word in (*held, table.secret) if word in ended.stdout + ended.stderr]


async def test_an_older_copy_is_checked_as_it_will_be_after_its_migrations(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known, later = steps(), "CREATE TABLE later (n BIGINT);"
    added = [*known, Migration(known[-1].number + 1, "later.sql", later)]
    monkeypatch.setattr(schema, "migrations", lambda: added)
    before = file.read_bytes()
    with looking_into(file, alone=True) as look:
        assert look.db.execute("SELECT COUNT(*) FROM later").fetchone() == (0,)
        assert list(damage_in(look.db)) == []
    assert file.read_bytes() == before
