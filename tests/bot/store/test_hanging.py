"""Servers that do not answer, and crowds before one that does."""

import asyncio
import gc
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

import pytest

from bot.store import results as reading
from bot.store.errors import InDoubt, Locked, StoreError, Unreachable
from bot.store.leases import Usage
from bot.store.postgres import connections, writer
from bot.store.postgres.connections import WIDTH, Lane, hosts_of
from bot.store.postgres.store import PostgresStore
from bot.store.sql import standings
from bot.store.sql.session import Session
from tests.bot.conftest import Clock
from tests.bot.store.changes import change, is_whole, leg, version_of
from tests.bot.store.kinds import database
from tests.postgresql.gate import Gate
from tests.postgresql.server import PORT, SUPERUSER, Server

ANSWERS_IN = 0.6
NEVER = 100_000.0
"""Seconds; a test that waits for this does not end."""


@pytest.fixture
def kind() -> str:
    return "postgresql"


@pytest.fixture
async def name(postgresql: Server) -> AsyncIterator[str]:
    """The name of a migrated, empty database."""
    async with database(postgresql) as address:
        yield urlsplit(address).path[1:]


@pytest.fixture
async def gate(postgresql: Server) -> AsyncIterator[Gate]:
    with TemporaryDirectory(prefix="celestia-gate-") as folder:
        async with Gate(postgresql, Path(folder)) as gate:
            yield gate


@pytest.fixture
async def behind(
    gate: Gate, name: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[PostgresStore]:
    """A store behind the gate, with less patience than a server is given to answer."""
    monkeypatch.setattr(connections, "COMMAND_TIMEOUT", ANSWERS_IN)
    monkeypatch.setattr(connections, "CONNECT_TIMEOUT", ANSWERS_IN)
    for module in ("writer", "store"):
        monkeypatch.setattr(f"bot.store.postgres.{module}.PATIENCE", ANSWERS_IN / 2)
    store = PostgresStore(gate.address(name), clock=clock)
    await store.open()
    yield store
    await store.close()


# --- a server that hangs -------------------------------------------------------------------------


@pytest.mark.parametrize("is_gathered", [True, False])
async def test_a_move_sent_to_a_hanging_server_is_stored_once(
    behind: PostgresStore, gate: Gate, is_gathered: bool
) -> None:
    await behind.commit(change())
    gate.hang()
    move = change(version=1, interaction=5)
    await behind.commit(move if is_gathered else replace(move, people={1: 77}))
    assert await version_of(behind) == 2
    assert len(await behind.log("blue")) == 2
    assert await is_whole(behind)


async def test_one_hanging_connection_replaces_all_open_ones(
    behind: PostgresStore, gate: Gate
) -> None:
    reads = WIDTH[Lane.READING]
    await asyncio.gather(*[version_of(behind) for _ in range(reads)])
    gate.hang()
    await version_of(behind)
    before = gate.unanswered
    for _ in range(reads):
        await version_of(behind)
    assert gate.unanswered == before


async def test_replaced_connections_that_are_gone_already_are_no_fault(
    behind: PostgresStore, gate: Gate
) -> None:
    """The pool closes them in tasks of its own."""
    faults = list[object]()
    asyncio.get_running_loop().set_exception_handler(lambda _, fault: faults.append(fault))
    await version_of(behind)
    gate.cut()
    await behind._connections.reconnect()
    await version_of(behind)
    await asyncio.sleep(0)
    gc.collect()
    assert faults == []


async def test_a_caller_that_waits_for_a_hanging_server_can_be_cancelled_at_once(
    behind: PostgresStore, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lease that cannot be renewed has to be released in time."""
    await behind.leases.join("a", 1)
    monkeypatch.setattr(connections, "COMMAND_TIMEOUT", NEVER)
    gate.shut()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.1):
            await behind.leases.renew("a", 1, Usage())


async def test_a_move_that_could_not_be_looked_up_is_in_doubt(
    behind: PostgresStore, gate: Gate
) -> None:
    await behind.commit(change())
    gate.shut()
    with pytest.raises(InDoubt):
        await behind.commit(change(version=1))
    with pytest.raises(Unreachable) as unsent:
        await behind.commit(change(version=1))
    assert not isinstance(unsent.value, InDoubt)


async def test_a_retry_that_fails_for_a_server_in_trouble_is_in_doubt(
    behind: PostgresStore, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    await behind.commit(change())

    async def refuses(*_: object) -> None:
        raise Locked()

    right, tries = writer.Writer._carry_out, count()

    async def breaks(self: writer.Writer, *asked: object) -> None:
        if next(tries):  # the first one was sent, and not answered
            monkeypatch.setattr(writer, "_together", refuses)
        await right(self, *asked)  # pyright: ignore[reportArgumentType] - as they are

    gate.hang()
    monkeypatch.setattr(writer.Writer, "_carry_out", breaks)
    with pytest.raises(InDoubt):
        await behind.note("a", "b")


# --- a server far away ---------------------------------------------------------------------------


async def test_a_move_and_a_look_take_one_trip_each(behind: PostgresStore, gate: Gate) -> None:
    async def look() -> None:
        await behind.message_of("blue", leg(1))
        await behind.open_table_in(1)

    for version in range(2):  # each statement is prepared once
        await behind.commit(change("blue", version))
        await look()
    before = gate.asked
    await look()
    assert gate.asked == before + 2
    await behind.commit(change("blue", 2))
    assert gate.asked == before + 3


# --- several hosts -------------------------------------------------------------------------------


@pytest.fixture
def mute() -> Iterator[int]:
    """The port of a host that accepts connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


async def test_a_silent_host_does_not_block_the_next_one(
    postgresql: Server, name: str, mute: int, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = f"host=127.0.0.1,{postgresql.folder}&port={mute},{PORT}"
    store = PostgresStore(f"postgresql://{SUPERUSER}@/{name}?{where}", clock=clock)
    await store.open()
    await store.commit(change())
    await store._connections.reconnect()
    monkeypatch.setattr(connections, "HOST_TIMEOUT", NEVER)
    assert await version_of(store) == 1  # the host that answered comes first
    assert await store.read_whole(lambda db: db.rows("SELECT COUNT(*) FROM tables")) == [(1,)]
    await store.close()


@pytest.mark.parametrize(
    ("address", "hosts"),
    [
        ("postgresql://ann:x@db/a", [{}]),
        ("postgresql:///a", [{}]),
        ("postgresql://ann@db/a?port=none", [{}]),
        ("postgresql://ann:x@one,two/a", [{"host": "one"}, {"host": "two"}]),
        ("postgresql://one:1,[::1]:2/a", [{"host": "one", "port": 1}, {"host": "::1", "port": 2}]),
        ("postgresql://%2Ftmp%2Fx,two/a", [{"host": "/tmp/x"}, {"host": "two"}]),  # noqa: S108 - a name
        ("postgresql:///a?host=one,/two", [{"host": "one"}, {"host": "/two"}]),
        ("postgresql:///a?host=one,two&port=7", [{"host": it, "port": 7} for it in ("one", "two")]),
        (
            "postgresql:///a?host=one:5,two&port=1,2",
            [{"host": "one", "port": 1}, {"host": "two", "port": 2}],
        ),
    ],
)
def test_each_host_of_an_address_is_found(address: str, hosts: list[dict[str, object]]) -> None:
    assert hosts_of(address) == hosts


@pytest.mark.parametrize("address", ["//one,two:x/a", "//one,/a", "/a?host=one,two&port=1,2,3"])
def test_an_address_with_malformed_hosts_is_refused(address: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - whatever it says
        hosts_of(f"postgresql:{address}")


# --- crowds --------------------------------------------------------------------------------------


def asleep(seconds: float) -> str:
    return f"SELECT 1 FROM pg_sleep({seconds})"  # noqa: S608 - a number


@asynccontextmanager
async def crowd_of(
    store: PostgresStore, number: int
) -> AsyncIterator[list[asyncio.Task[list[tuple[Any, ...]]]]]:
    """Yield this many readers that wait for a lock, once they have all connections for reads."""
    reading = asyncio.Semaphore(0)

    async def waits(db: Session) -> list[tuple[Any, ...]]:
        await db.do("SET LOCAL lock_timeout = 0")
        await db.do("SET LOCAL statement_timeout = 0")
        reading.release()
        return await db.rows("SELECT pg_backend_pid() FROM pg_advisory_xact_lock_shared(7)")

    async with store._connections.patient() as holder:
        await holder.execute("SELECT pg_advisory_lock(7)")
        crowd = [asyncio.create_task(store.read(waits)) for _ in range(number)]
        for _ in range(WIDTH[Lane.READING]):
            await reading.acquire()
        yield crowd
        assert not any(task.done() for task in crowd)


async def test_a_crowd_of_readers_holds_up_neither_moves_nor_leases(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "LANE_TIMEOUT", NEVER)
    await store.leases.join("a", 1)
    async with crowd_of(store, 12) as crowd:
        await store.commit(change())
        assert (await store.leases.renew("a", 1, Usage())).shards
    await asyncio.gather(*crowd)


async def test_a_crowd_does_not_look_like_a_lost_server(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with crowd_of(store, WIDTH[Lane.READING]) as crowd:
        monkeypatch.setattr(connections, "LANE_TIMEOUT", 0.1)
        with pytest.raises(StoreError) as late:
            await version_of(store)
    assert late.value.code == "locked"
    before = {pid for found in await asyncio.gather(*crowd) for (pid,) in found}
    assert (await store.rows("SELECT pg_backend_pid()"))[0][0] in before


async def test_work_on_the_whole_database_has_no_time_limit(
    store: PostgresStore, name: str, postgresql: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "COMMAND_TIMEOUT", 0.3)
    quick = connections._SETTINGS | {"statement_timeout": "300ms"}
    monkeypatch.setattr(connections, "_SETTINGS", quick)

    async def takes_long(db: Session) -> int:
        return len(await db.rows(asleep(0.5)))

    monkeypatch.setattr(standings, "recompute", takes_long)
    monkeypatch.setattr(reading, "_WITHOUT_RESULT", "SELECT 'blue', 1.0 FROM pg_sleep(0.5)")
    hurried = PostgresStore(postgresql.address(name))
    await hurried.open()
    with pytest.raises(StoreError):
        await hurried.write(takes_long)
    for asked in (hurried.read_whole, hurried.write_whole, hurried.write_at_length):
        assert await asked(takes_long) == 1
    assert await hurried.results.recompute() == 1
    assert await hurried.results.without_result() == [("blue", 1.0)]
    await hurried.close()


# --- which one it was ----------------------------------------------------------------------------


async def ends(store: PostgresStore, jobs: list[object]) -> list[object]:
    """Return the outcomes of these writes, which go together."""
    asked = (store.write(job) for job in jobs)  # pyright: ignore[reportArgumentType] - all are work
    found = await asyncio.gather(*asked, return_exceptions=True)
    return [it.code if isinstance(it, StoreError) else it for it in found]


async def test_the_search_for_a_failing_job_ends_before_others_give_up(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "ONE_BY_ONE_FOR", 0.3)

    async def innocent(db: Session) -> None:
        await db.rows(asleep(0.1))

    async def guilty(db: Session) -> None:
        raise KeyError

    found = await ends(store, [guilty, *[innocent] * 20])
    assert found[0] == "unfit"
    assert found[1] is None
    assert found[-1] == "locked"
    assert await ends(store, [innocent]) == [None]


async def test_a_server_too_slow_for_a_batch_is_not_tried_job_by_job(store: PostgresStore) -> None:
    tries = 0

    async def slow(db: Session) -> None:
        nonlocal tries
        tries += 1
        await db.do("SET LOCAL statement_timeout = '100ms'")
        await db.rows(asleep(1))

    async with store._connections.connection(Lane.WRITING):
        asked = asyncio.create_task(ends(store, [slow] * 10))
        for _ in range(5):
            await asyncio.sleep(0)
    assert {*await asked} == {"locked"}  # and none is in doubt
    assert tries == 1
