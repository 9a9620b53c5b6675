"""The store on a server: outages, other processes, and batches of moves."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from errno import EACCES
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import pytest

from bot.store.data import PostedMessage
from bot.store.errors import LogBroken, Outdated, Repeated, StoreError, Unreachable
from bot.store.postgres import driver, migrate, writer
from bot.store.postgres.batch import Batch
from bot.store.postgres.connections import transaction
from bot.store.postgres.driver import Connection, failure_of
from bot.store.postgres.session import PostgresSession, translated
from bot.store.postgres.store import PostgresStore
from bot.store.sql import rows
from bot.store.sql.inspection import damage_in
from bot.store.sql.session import Session
from bot.tables.actions import RESTORED, Entry
from bot.tables.table import dump
from tests.bot.conftest import Clock
from tests.bot.store.changes import ANNA, BEN, STAY, change, is_whole, leg, version_of
from tests.bot.tables.driven import started
from tests.postgresql.fresh import empty
from tests.postgresql.server import QUICK, Server


@pytest.fixture
def kind() -> str:
    return "postgresql"


@pytest.fixture
async def own() -> AsyncIterator[Server]:
    """A separate server that the test may end."""
    with TemporaryDirectory(
        prefix="celestia-pg-"
    ) as folder:  # other users cannot enter pytest's folder
        server = Server(Path(folder) / "server", **QUICK)
        server.make()
        server.start()
        yield server
        server.stop()


@pytest.fixture
async def lone(own: Server, clock: Clock) -> AsyncIterator[PostgresStore]:
    store = PostgresStore(own.address(), clock=clock)
    await store.open()
    yield store
    await store.close()


# --- one of many processes -----------------------------------------------------------------------


async def test_ten_processes_that_start_at_once_apply_each_migration_once(
    postgresql: Server, clock: Clock
) -> None:
    async with empty(postgresql) as address:
        stores = [PostgresStore(address, clock=clock) for _ in range(10)]
        await asyncio.gather(*[store.open() for store in stores])
        taken = await stores[0].rows("SELECT version FROM schema_version ORDER BY version")
        assert taken == sorted(set(taken))
        await asyncio.gather(*[store.commit(change(f"t{n}")) for n, store in enumerate(stores)])
        assert await stores[0].rows("SELECT COUNT(*) FROM tables") == [(10,)]
        await asyncio.gather(*[store.close() for store in stores])


async def test_new_tables_messages_and_tips_do_not_wait_for_a_game_that_ends_elsewhere(
    store: PostgresStore,
) -> None:
    """Another process ends a game, and stands still in the middle of that."""
    await store.commit(change("blue"))
    async with store._connections.patient() as db, transaction(db):
        await PostgresSession(db).lock_globally()
        await store.commit(change("red"))
        await store.record_post("blue", PostedMessage(leg(1), 70, 5000))
        await store.people.give_tip(ANNA, "dice")
    assert await store.read(kinds_of_damage) == {"lost"}  # `change` stores what is no game


async def kinds_of_damage(db: Session) -> set[str]:
    return {damage.kind async for damage in damage_in(db)}


async def test_tables_that_appear_while_a_process_looks_are_not_foreign(
    postgresql: Server, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with empty(postgresql) as address:
        looks = migrate.has_tables

        async def another_creates_them_first(db: Connection) -> bool:
            monkeypatch.setattr(migrate, "has_tables", looks)
            other = PostgresStore(address, clock=clock)
            await other.open()
            await other.close()
            return await looks(db)

        monkeypatch.setattr(migrate, "has_tables", another_creates_them_first)
        store = PostgresStore(address, clock=clock)
        await store.open()
        await store.close()


async def test_boards_are_posted_again_on_tables_that_were_made_anew(
    store: PostgresStore, twin: PostgresStore, caplog: pytest.LogCaptureFixture
) -> None:
    table = started(2).table
    opened = {"snapshot": dump(table), "entries": started(2).log, "channel": table.channel}
    await store.commit(change(table.id, guild=table.guild, people={0: ANNA, 1: BEN}, **opened))
    await store.leases.join("here", 1)
    again = PostgresStore(store._connections._server)
    await again.open()
    await again.close()
    assert "restored" not in caplog.text
    await store._write("UPDATE fleet SET home = '7'")  # as in a dump of other tables
    await again.open()
    await again.close()
    assert "1 open boards are posted again" in caplog.text
    assert (await store.log(table.id))[-1] == Entry(None, RESTORED)
    assert await store.pages_to_paint(table.id) == [table.page.key]
    caplog.clear()
    await again.open()
    await again.close()
    assert "restored" not in caplog.text


async def test_two_processes_at_one_table_lose_and_double_nothing(
    store: PostgresStore, twin: PostgresStore
) -> None:
    await store.commit(change(interaction=1))
    stored = 0
    for number in range(40):
        version = await version_of(store)
        asked = [
            it.commit(change(version=version, interaction=100 + number, snapshot=f"{number}"))
            for it in (store, twin)
        ]
        ends = await asyncio.gather(*asked, return_exceptions=True)
        assert ends.count(None) == 1
        assert {type(end) for end in ends} - {type(None)} <= {Outdated, Repeated}
        stored += 1
    assert await version_of(twin) == 1 + stored
    assert len(await twin.log("blue")) == 1 + stored
    assert await is_whole(store)


async def test_without_a_check_of_the_version_they_would(
    store: PostgresStore, twin: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The positive control."""
    blind = rows._UPDATE.replace("AND version = ?", "AND ? > 0")
    monkeypatch.setattr(rows, "_UPDATE", blind)
    monkeypatch.setattr(Batch, "_known_end", lambda *_: None)
    await store.commit(change())
    await twin.commit(change(version=1, entries=()))
    await store.commit(change(version=1, entries=()))
    assert await version_of(store) == 2  # the other move is gone


async def test_a_move_continues_the_log_that_another_process_wrote(
    store: PostgresStore, twin: PostgresStore
) -> None:
    for number in range(10):
        await (store, twin)[number % 2].commit(change(version=number, paint=(leg(number),)))
    assert len(await store.log("blue")) == 10
    assert await is_whole(store)


async def test_conflicting_transactions_of_two_processes_are_both_stored(
    store: PostgresStore, twin: PostgresStore
) -> None:
    await asyncio.gather(*[it.note("a", "") for it in (store, twin)])
    await store.note("b", "")

    async def changes(db: Session, names: str) -> None:
        for name in names:
            await db.do("UPDATE facts SET value = value || ? WHERE name = ?", "x", name)
            await asyncio.sleep(0.05)

    asked = (store.write(lambda db: changes(db, "ab")), twin.write(lambda db: changes(db, "ba")))
    await asyncio.gather(*asked)  # the server aborts one of them, which is retried
    assert [await store.fact(name) for name in "ab"] == ["xx", "xx"]


async def test_an_older_process_goes_on_after_a_newer_one_has_changed_a_table(
    store: PostgresStore, twin: PostgresStore
) -> None:
    await store.commit(change())
    await store.commit(change("red"))
    for table in ("blue", "red", "blue"):
        assert await version_of(store, table) == 1
    await twin._write("ALTER TABLE tables ADD COLUMN later BIGINT")
    assert await version_of(store) == 1
    people = {1: 77}  # such a change is not batched
    await store.commit(replace(change(version=1), people=people))
    assert await version_of(store) == 2
    assert await is_whole(store)


# --- gathering -----------------------------------------------------------------------------------


async def played(store: PostgresStore, tables: int = 6) -> None:
    await asyncio.gather(*[store.commit(change(f"t{n}")) for n in range(tables)])


async def test_moves_at_many_tables_are_one_statement(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(store)
    sizes: list[int] = []
    right = Batch.store

    async def counted(self: Batch, db: object, changes: list[object], now: float) -> object:
        sizes.append(len(changes))
        return await right(self, db, changes, now)  # pyright: ignore[reportArgumentType] - as they are

    monkeypatch.setattr(Batch, "store", counted)
    moves = [change(f"t{n}", 1, interaction=n, paint=(leg(1),)) for n in range(6)]
    await asyncio.gather(*map(store.commit, moves))
    assert sum(sizes) == 6
    assert len(sizes) <= 2
    assert [await version_of(store, f"t{n}") for n in range(6)] == [2] * 6
    assert all([await is_whole(store, f"t{n}") for n in range(6)])
    assert await store.pages_to_paint("t3") == [leg(1)]


async def test_a_repeated_click_fails_alone_among_moves(store: PostgresStore) -> None:
    await played(store)
    await store.commit(change("t0", 1, interaction=7))
    moves = [change(f"t{n}", 1, interaction=7 if n == 3 else 100 + n) for n in range(1, 6)]
    ends = await asyncio.gather(*map(store.commit, moves), return_exceptions=True)
    assert [type(end) for end in ends] == [type(None)] * 2 + [Repeated] + [type(None)] * 2
    assert [await version_of(store, f"t{n}") for n in range(6)] == [2, 2, 2, 1, 2, 2]


async def test_an_outdated_move_fails_alone_among_moves(store: PostgresStore) -> None:
    await played(store)
    moves = [change(f"t{n}", 2 if n == 3 else 1) for n in range(6)]
    ends = await asyncio.gather(*map(store.commit, moves), return_exceptions=True)
    assert [n for n, end in enumerate(ends) if isinstance(end, Outdated)] == [3]
    assert [await version_of(store, f"t{n}") for n in range(6)] == [2, 2, 2, 1, 2, 2]


async def test_a_log_with_a_damaged_end_is_continued_behind_it(store: PostgresStore) -> None:
    await store.commit(change())
    await store._write("UPDATE log SET hash = ?", "0" * 64)
    await store.commit(change(version=1))
    await store.commit(change(version=2))
    assert await version_of(store) == 3
    with pytest.raises(LogBroken) as broken:
        await store.log("blue")
    assert broken.value.data["seq"] == 1


async def test_a_damaged_packed_snapshot_is_noticed(store: PostgresStore) -> None:
    await store.commit(change(snapshot="x" * 500))
    (packed,) = (await store.rows("SELECT snapshot FROM tables"))[0]
    for number in range(len(packed)):
        damaged = bytearray(packed)
        damaged[number] ^= 4
        await store._write("UPDATE tables SET snapshot = ?", bytes(damaged))
        found = await store.table("blue")
        assert found is not None
        assert found.intact == (found.snapshot == "x" * 500)


def test_statements_are_translated() -> None:
    assert translated("SELECT ? FROM a WHERE b = ?") == "SELECT $1 FROM a WHERE b = $2"
    assert translated("SELECT id FROM t INDEXED BY x ON a = ?") == "SELECT id FROM t ON a = $1"
    assert translated("SELECT id FROM t NOT INDEXED") == "SELECT id FROM t"


# --- a server that goes away ---------------------------------------------------------------------


async def test_a_short_outage_is_not_noticed(
    lone: PostgresStore, own: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "PATIENCE", 300.0)
    is_away, reconnect = asyncio.Event(), lone._connections.reconnect

    async def noticed() -> None:
        is_away.set()
        await reconnect()

    monkeypatch.setattr(lone._connections, "reconnect", noticed)
    await lone.commit(change())
    own.kill()
    asked = asyncio.create_task(lone.commit(change(version=1, entries=(STAY,), interaction=5)))
    await is_away.wait()
    await asyncio.to_thread(own.start)
    await asked
    assert await version_of(lone) == 2


async def test_a_long_outage_is_reported_and_the_next_click_is_stored(
    lone: PostgresStore, own: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "PATIENCE", 0.3)
    await lone.commit(change())
    own.kill()
    for asked in (lone.commit(change(version=1)), lone.table("blue")):
        with pytest.raises(StoreError) as away:
            await asked
        assert away.value.code == "unreachable"
    await asyncio.to_thread(own.start)
    await lone.commit(change(version=1))
    assert await version_of(lone) == 2


@pytest.mark.parametrize("is_gathered", [True, False])
async def test_a_move_whose_answer_was_lost_is_stored_once(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch, is_gathered: bool
) -> None:
    """The connection breaks after the server has stored the move and before its answer."""
    await store.commit(change())
    is_broken = False
    right = writer.Writer._carry_out

    async def breaks(self: writer.Writer, *asked: object) -> None:
        nonlocal is_broken
        await right(self, *asked)  # pyright: ignore[reportArgumentType] - as they are
        if not is_broken:
            is_broken = True
            raise ConnectionResetError

    monkeypatch.setattr(writer.Writer, "_carry_out", breaks)
    move = change(version=1, interaction=5)
    await store.commit(move if is_gathered else replace(move, people={1: 77}))
    assert is_broken
    assert await version_of(store) == 2
    assert len(await store.log("blue")) == 2
    assert await is_whole(store)


async def test_cut_connections_are_replaced(store: PostgresStore, twin: PostgresStore) -> None:
    for number in range(5):
        await store.commit(change(version=number))
        await twin.rows(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )
    assert await version_of(store) == 5


# --- what is refused -----------------------------------------------------------------------------


async def why_not(address: str) -> str:
    store = PostgresStore(address)
    with pytest.raises(StoreError) as refused:
        await store.open()
    assert "secret" not in f"{refused.value}{refused.value.__cause__}"
    return refused.value.code


async def test_a_server_that_may_lose_commits_is_refused(
    postgresql: Server, store: PostgresStore
) -> None:
    address = store._connections._server
    name = urlsplit(address).path[1:]
    await store.write(lambda db: db.do(f"ALTER DATABASE {name} SET synchronous_commit TO off"))
    assert await why_not(address) == "not_durable"


async def test_a_wrong_address_is_refused_without_repeating_it(
    postgresql: Server, tmp_path: Path
) -> None:
    assert await why_not(postgresql.address("nowhere")) == "no_entry"
    assert await why_not("postgresql://ann:secret@/x?port=none") == "no_entry"
    assert await why_not(f"postgresql://ann:secret@/x?host={tmp_path}") == "unreachable"


async def test_an_unreadable_home_folder_is_not_an_unreachable_server(
    postgresql: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """asyncpg looks there for certificates, and a unit of systemd may close it."""

    async def connect(*_: object, **__: object) -> None:
        raise PermissionError(EACCES, "Permission denied", ".postgresql/postgresql.key")

    monkeypatch.setattr(driver, "connect", connect)
    assert await why_not(postgresql.address()) == "no_home"
    assert type(failure_of(PermissionError(EACCES, "refused by a firewall"))) is Unreachable


async def test_a_foreign_database_is_left_alone(postgresql: Server, store: PostgresStore) -> None:
    async def spoil(db: Session) -> None:
        await db.do("ALTER TABLE schema_version RENAME COLUMN sha256 TO nothing")

    await store.write(spoil)
    assert await why_not(store._connections._server) == "foreign_database"


async def test_a_newer_database_is_refused(postgresql: Server, store: PostgresStore) -> None:
    await store._write("INSERT INTO schema_version VALUES (9999, '', 0, '')")
    assert await why_not(store._connections._server) == "newer_database"
