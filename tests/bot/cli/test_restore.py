"""``python -m bot restore``: an older state comes back intact, and the newer one is kept."""

import errno
import os
import shutil
from pathlib import Path

import pytest

from bot import console
from bot.cli.backup import NotDone
from bot.hosting.action import Action
from bot.store.data import PostedMessage
from bot.store.sql import schema
from bot.tables.refusals import Stale
from bot.tables.table import GENERATIONS, Table
from tests.bot.cli.process import BOT, run
from tests.bot.cli.restore_case import COPY, Case, restore
from tests.bot.hosting.hosted import BEN, Hosting, hosting
from tests.bot.reading import content, found, query
from tests.bot.store.corruption import spoil

# --- what comes back -------------------------------------------------------------------------


async def test_restore_brings_back_the_copy_and_keeps_the_old_database(case: Case) -> None:
    then, later, copy = content(case.copy), content(case.file), case.copy.read_bytes()
    assert then.lines["blue"] < later.lines["blue"]
    said = case.restore()
    assert said == [
        f"{case.file} is what {case.copy} was; tables: 3, open ones: 2,"
        f" lines in their logs: {sum(then.lines.values())}",
        f"what was there before is kept as {case.kept()}",
    ]
    assert content(case.file).lines == then.lines
    assert found(case.file) == []
    assert (content(case.kept()), case.copy.read_bytes()) == (later, copy)
    assert not list(case.folder.glob("*-wal")) + list(case.folder.glob("*.part"))


async def test_restored_games_are_played_on(case: Case) -> None:
    case.restore()
    async with hosting(case.file) as hosted:
        for _ in range(10):
            await hosted.a_move()
        table, history = await hosted.table(), await hosted.service.history("blue")
        assert table.running.digest() == history.running.digest()
    assert found(case.file) == []


async def test_the_replaced_database_can_be_restored(case: Case) -> None:
    later = content(case.file)
    case.restore()
    kept = case.kept()
    restore(kept, case.file)
    assert content(case.file).lines == later.lines
    assert kept.exists()
    assert len(list(case.folder.glob("*.bak"))) == 2


async def test_restore_creates_a_database_where_there_is_none(case: Case) -> None:
    new = case.folder / "new" / "celestia.db"
    (said,) = restore(case.copy, new)
    assert said.startswith(f"{new} is what {case.copy} was; tables: 3")
    assert content(new).lines == content(case.copy).lines


@pytest.mark.posix
async def test_a_restored_database_keeps_its_mode_and_its_owner(case: Case) -> None:
    if os.geteuid() == 0:  # any other user owns all files of the test anyway
        os.chown(case.file, 65534, 65534)
    before = case.file.stat()
    case.copy.chmod(0o644)
    case.restore()
    after = case.file.stat()
    assert after.st_mode & 0o777 == 0o600
    assert (after.st_uid, after.st_gid) == (before.st_uid, before.st_gid)


@pytest.mark.posix
async def test_a_restore_refused_to_the_superuser_leaves_a_lock_the_bot_can_take(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: dict[Path, tuple[int, int]] = {}

    def give(file: Path, user: int, group: int, *, follow_symlinks: bool) -> None:
        assert not follow_symlinks
        given[file] = (user, group)

    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "chown", give)
    os.truncate(case.copy, 4096)
    (case.folder / "celestia.db.lock").unlink()
    assert case.refused() == (console.COPY_BROKEN.format(path=case.copy),)
    owner = case.file.stat()
    assert given == {case.folder / "celestia.db.lock": (owner.st_uid, owner.st_gid)}


@pytest.mark.posix
async def test_a_link_to_the_database_stays_one(case: Case) -> None:
    link = case.folder / "link.db"
    link.symlink_to(case.file)
    restore(case.copy, link)
    assert link.is_symlink()
    assert content(case.file).lines == content(case.copy).lines


async def test_restore_replaces_a_database_whose_version_is_damaged(case: Case) -> None:
    spoil(case.file, "UPDATE schema_version SET version = 'x' WHERE version = 1")
    case.restore()
    assert case.refused(case.kept()) == (console.COPY_BROKEN.format(path=case.kept()),)
    assert content(case.file).lines == content(case.copy).lines


async def test_an_older_copy_is_brought_up_to_date(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = schema.migrations()
    later = schema.Migration(known[-1].number + 1, "later.sql", "CREATE TABLE later (n BIGINT);")
    monkeypatch.setattr(schema, "migrations", lambda folder=None: [*known, later])
    case.restore()
    assert query(case.file, "SELECT COUNT(*) FROM later") == [(0,)]
    assert not list(case.folder.glob("*.before-*"))


# --- and what the channels show --------------------------------------------------------------


async def test_every_open_board_is_reposted_after_a_restore(case: Case) -> None:
    changed = dict(query(case.copy, "SELECT id, changed FROM tables"))
    case.restore()
    async with hosting(case.file) as hosted:
        assert await hosted.store.unpainted() == ["blue", "lobby"]
        for name in ("blue", "lobby"):
            table = await hosted.table(name)
            assert await hosted.store.pages_to_paint(name) == [table.page.key]
            posted = await hosted.store.message_of(name, table.page.key)
            assert posted is not None
            assert posted.reposts == table.reposts - 1
        over = (await hosted.table("over")).page.key
        posted = PostedMessage(over, 70, 500 + over.number)
        assert await hosted.store.message_of("over", over) == posted
    assert dict(query(case.file, "SELECT id, changed FROM tables")) == changed


async def test_a_restored_board_is_not_mistaken_for_one_posted_before(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord returns the existing message for the same nonce."""
    seen = {0}
    for drawn in (0, 500, GENERATIONS - 2):
        monkeypatch.setattr("secrets.randbelow", lambda below, drawn=drawn: drawn)
        case.restore()
        async with hosting(case.file) as hosted:
            seen.add((await hosted.table()).generation)
    assert seen == {0, 1, 501, GENERATIONS - 1}


async def test_commands_are_registered_again_after_a_restore(case: Case) -> None:
    case.restore()
    async with hosting(case.file) as hosted:
        assert await hosted.store.fact("commands") is None


async def press_what_was_drawn_since(hosted: Hosting, since: Table, *actions: str) -> None:
    """Press buttons from after the copy, which are answered as old."""
    for seat, user in (await hosted.table()).people.items():
        for action in actions:
            argument, turn = ("stay", None) if action == "say" else ("0", since.turns[seat])
            press = Action(action, argument, moment=since.moment, turn=turn)
            with pytest.raises(Stale):
                await hosted.service.do("blue", press, user=user, interaction=next(hosted.clicks))


async def test_buttons_newer_than_the_restored_copy_are_stale_for_good(case: Case) -> None:
    async with hosting(case.file) as hosted:
        since = await hosted.table()
    case.restore()
    async with hosting(case.file) as hosted:
        before = await hosted.everything()
        assert (await hosted.table()).moment != since.moment
        await press_what_was_drawn_since(hosted, since, "say", "slot", "arm_slots")
        assert await hosted.everything() == before
        while all(map(int.__lt__, (await hosted.table()).turns, since.turns)):
            await hosted.a_move()  # until those turns come again
            await press_what_was_drawn_since(hosted, since, "say", "slot")


async def test_a_restored_database_knows_only_the_clicks_of_its_own_time(case: Case) -> None:
    clicks = "SELECT interaction FROM log WHERE interaction > 0"
    then, later = ({number for (number,) in query(it, clicks)} for it in (case.copy, case.file))
    assert then < later
    case.restore()
    async with hosting(case.file) as hosted:
        for number in then:
            assert (await hosted.service.read("blue", number)).repeated
        for number in later - then:  # Discord repeats a click that was answered too late
            join = Action("join", "b")
            done = await hosted.service.do("lobby", join, user=BEN, interaction=number)
            assert not done.repeated
        assert len((await hosted.table("lobby")).chairs) == 2


# --- what is refused -------------------------------------------------------------------------


async def test_nothing_is_restored_while_a_bot_is_running(case: Case) -> None:
    async with hosting(case.file) as hosted:
        with pytest.raises(NotDone) as caught:
            case.restore()
        assert caught.value.reasons == (console.END_FIRST.format(path=case.file),)
        assert (await hosted.a_move()).table.made
    assert not list(case.folder.glob("*.bak"))


@pytest.mark.posix
async def test_a_refused_restore_is_one_sentence_and_changes_nothing(case: Case) -> None:
    folder = case.folder
    missing, empty, foreign, newer, edited, cut = (
        folder / f"{name}.db" for name in ("missing", "empty", "foreign", "newer", "edited", "cut")
    )
    empty.touch()
    spoil(foreign, "CREATE TABLE recipes (name TEXT)")
    for path in (newer, edited, cut):
        shutil.copy(case.copy, path)
    spoil(newer, "INSERT INTO schema_version VALUES (999, '', 0, '')")
    spoil(edited, "UPDATE schema_version SET sha256 = 'x'")
    os.truncate(cut, cut.stat().st_size - 3 * 4096)
    unthinkable = folder / ("x" * 300)
    words = {
        unthinkable: console.UNTOUCHABLE.format(
            file=unthinkable, why=os.strerror(errno.ENAMETOOLONG)
        ),
        missing: console.NO_COPY.format(file=missing),
        folder: console.NO_COPY.format(file=folder),
        case.file: console.NOT_ITSELF.format(file=case.file),
        empty: console.FOREIGN_DATABASE.format(path=empty),
        foreign: console.FOREIGN_DATABASE.format(path=foreign),
        newer: console.NEWER_DATABASE.format(path=newer),
        edited: console.EDITED_MIGRATION.format(path=edited),
        cut: console.COPY_BROKEN.format(path=cut),
    }
    for path, sentence in words.items():
        assert case.refused(path) == (sentence,)
        assert case.refused(path, anyway=True) == (sentence,)


async def test_a_copy_with_damaged_tables_is_restored_only_with_anyway(case: Case) -> None:
    spoil(case.copy, "UPDATE log SET arguments = 'x' WHERE table_id = 'over' AND seq = 2")
    spoil(case.copy, "UPDATE tables SET snapshot = 'x' WHERE id = 'blue'")
    spoil(case.copy, "UPDATE tables SET last_seq = 0 WHERE id = 'lobby'")
    *named, what_now = case.refused()
    tables = [line.removeprefix(f"{case.copy}: ").split(" has ")[0] for line in named]
    assert tables == ["table blue", "table lobby", "table over"]
    assert what_now == console.NOT_RESTORED.format(file=case.copy)
    case.restore(anyway=True)
    assert [damage.table for damage in found(case.file)] == ["over"]
    async with hosting(case.file) as hosted:
        assert (await hosted.a_move()).table.made  # rebuilt from its log


async def test_anyway_leaves_a_table_that_cannot_be_written_as_it_is(case: Case) -> None:
    spoil(case.copy, "UPDATE tables SET version = 'x' WHERE id = 'blue'")
    case.refused()
    case.restore(anyway=True)
    assert [damage.table for damage in found(case.file)] == ["blue"]
    reposted = "SELECT DISTINCT table_id FROM log WHERE command = 'restored'"
    assert query(case.file, reposted) == [("lobby",)]


async def test_an_impossible_target_is_blamed_instead_of_the_copy(case: Case) -> None:
    nowhere = case.file / "celestia.db"
    with pytest.raises(NotDone) as caught:
        restore(case.copy, nowhere)
    assert caught.value.reasons == (console.CANNOT_OPEN.format(path=nowhere),)


@pytest.mark.parametrize(
    "sql", ["CREATE TABLE recipes (name TEXT)", "CREATE TABLE schema_version (version, checksum)"]
)
async def test_a_database_of_another_program_is_not_replaced(sql: str, case: Case) -> None:
    other = case.folder / "recipes.db"
    spoil(other, sql)
    before = other.read_bytes()
    with pytest.raises(NotDone) as caught:
        restore(case.copy, other)
    assert caught.value.reasons == (console.FOREIGN_DATABASE.format(path=other),)
    assert other.read_bytes() == before


# --- the command -----------------------------------------------------------------------------


async def test_the_command_prints_what_it_did(case: Case) -> None:
    line = (*BOT, "restore", COPY)
    ended = run(case.folder, line)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.splitlines()[1] == f"what was there before is kept as {case.kept()}"
    ended = run(case.folder, (*BOT, "restore", "gone.db"))
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == f"{console.NO_COPY.format(file='gone.db')}\n"
