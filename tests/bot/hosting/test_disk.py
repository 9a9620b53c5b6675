"""The disk does not do what it should in the middle of a game: it is told, and the game goes on."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from pathlib import Path

import pytest

from bot.errors import STORE, sentence
from bot.hosting.scheduler import AFTER_FAULT, Scheduler
from bot.store import chain
from bot.store.protocol import StoreError
from bot.words import LANGUAGES, catalogue
from tests.bot.hosting.hosted import Hosting
from tests.bot.reading import found


async def pragma(house: Hosting, words: str) -> None:
    await house.store._connection.run(lambda db: db.execute(f"PRAGMA {words}").fetchall())


@asynccontextmanager
async def full(house: Hosting) -> AsyncIterator[None]:
    await pragma(house, "max_page_count = 1")
    yield
    await pragma(house, "max_page_count = 1000000")


@asynccontextmanager
async def read_only(house: Hosting) -> AsyncIterator[None]:
    await pragma(house, "query_only = ON")
    yield
    await pragma(house, "query_only = OFF")


@asynccontextmanager
async def locked(house: Hosting) -> AsyncIterator[None]:
    await pragma(house, "busy_timeout = 10")
    with closing(sqlite3.connect(house.store._file, isolation_level=None)) as stranger:
        stranger.execute("BEGIN IMMEDIATE")
        yield
        stranger.execute("ROLLBACK")


Fault = Callable[[Hosting], AbstractAsyncContextManager[None]]
FAULTS: dict[str, Fault] = {"full": full, "read_only": read_only, "locked": locked}


async def refusal(house: Hosting) -> StoreError:
    """Why nothing can be done any more; the last room on a full disk is used up before."""
    for _ in range(300):
        before = await house.everything()
        try:
            await house.a_move()
        except StoreError as error:
            assert await house.everything() == before
            return error
    raise AssertionError("everything was stored")


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_move_is_refused_hands_are_shown_and_play_goes_on_when_the_disk_does(
    house: Hosting, tmp_path: Path, fault: str
) -> None:
    await house.start(persons=3)
    async with FAULTS[fault](house):
        error = await refusal(house)
        assert error.code == fault
        table = await house.table()
        assert [table.running.view(seat).hand for seat in range(3)]
        assert (await house.service.history("blue")).running.digest() == table.running.digest()
    for _ in range(5):
        assert (await house.a_move()).table.made
    assert found(tmp_path / "celestia.db") == []


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_a_sentence_for_it_that_is_no_other(fault: str, language: str) -> None:
    def said(code: str) -> str:
        return sentence(StoreError(code), catalogue(language), str)

    assert fault in STORE
    assert len({said(code) for code in (*FAULTS, "broken")}) == len(FAULTS) + 1


@pytest.mark.parametrize("fault", FAULTS)
async def test_what_the_house_has_to_do_is_done_by_itself_when_the_disk_is_back(
    house: Hosting, fault: str
) -> None:
    lobbies = [await house.open(f"t{number}") for number in range(80)]
    house.now = (await house.store.next_due() or 0.0) + 1
    clock = Scheduler(house.store, house.service.attend, lambda: house.now)
    async with FAULTS[fault](house):
        await clock.start()
        await rounds(clock)
        left = await house.store.due(house.now)
        assert left  # on a full disk there is room for some
        assert {(await house.table(table)).stage for table in left} == {"lobby"}
    house.now += AFTER_FAULT
    await clock.start()
    await rounds(clock)
    await clock.close()
    assert {(await house.table(table)).stage for table in lobbies} == {"expired"}


async def rounds(clock: Scheduler) -> None:
    """Let the clock attend to all that is due by now."""
    await asyncio.sleep(0.01)
    while clock._round is not None and not clock._round.done():
        await asyncio.sleep(0.01)


# --- a snapshot that nobody can read ---------------------------------------------------------


async def test_a_snapshot_of_another_form_is_made_again_from_the_log_though_its_hash_fits(
    house: Hosting, tmp_path: Path
) -> None:
    await house.start(persons=3)
    for _ in range(10):
        await house.a_move()
    before = await house.table()
    stored = await house.store.table("blue")
    assert stored
    data = json.loads(stored.snapshot)
    data["stage"] = "dancing"
    other = json.dumps(data)
    seal = chain.seal("blue", stored.version, stored.stage, other)
    with closing(sqlite3.connect(house.store._file, isolation_level=None)) as db:
        db.execute("UPDATE tables SET snapshot = ?, snapshot_hash = ?", (other, seal))
    after = await house.table()
    assert after.running.digest() == before.running.digest()
    assert (after.people, after.moment, after.stage) == (before.people, before.moment, "playing")
    assert (await house.a_move()).table.made
    assert found(tmp_path / "celestia.db") == []
