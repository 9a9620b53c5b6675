"""Several processes of the bot on one PostgreSQL, struck while people play on every shard.

Whatever becomes of a process: its shards are heard of again within a lease and five seconds, no
click is lost, doubled or made up, and every table goes on.

    pytest -s -m long tests/e2e/wire/test_processes.py
"""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest

from bot.words import LANGUAGES, catalogue
from tests.bot.store.kinds import database
from tests.e2e.wire.process import UP_WITHIN
from tests.e2e.wire.sharded import sharded
from tests.e2e.wire.striking import LEASE, OWNED_WITHIN, Striker
from tests.e2e.wire.test_kill import forgetting
from tests.postgresql.server import Server

pytestmark = pytest.mark.posix

STALL: Final = LEASE + 7.0
OF_ITSELF: Final = 40.0
"""Seconds in which something happens at every live table though nobody clicks."""
OUTAGES: Final = 5
ATTEMPTS: Final = 25
FORGIVEN: Final = ("an answer did not get through", "were taken by others", "our leases end")
"""Errors that logs may have when a process is struck."""
CROSSED: Final = "done though it was refused"
"""Two processes receive a click; the slower one may answer first, with a refusal."""
UNREACHABLE: Final = tuple(catalogue(it)("error-store_unreachable") for it in LANGUAGES)
"""Answers while the database is away."""


@pytest.fixture
async def address(postgresql: Server) -> AsyncIterator[str]:
    """A new database."""
    async with database(postgresql) as address:
        yield address


@asynccontextmanager
async def struck(
    folder: Path, address: str, *, processes: int, shards: int, seed: object = 0
) -> AsyncIterator[Striker]:
    """Start processes on a new database, with a table on each shard, and a striker."""
    async with sharded(folder, shards=shards, database=address) as ground:
        ground.forgive(*FORGIVEN)
        for _ in range(processes):
            await ground.adds()
        await ground.balanced(UP_WITHIN)
        yield Striker(ground, seed)


async def killed_often(striker: Striker, kills: int) -> None:
    """Kill one of the processes so often, while people play; then leave the tables alone."""
    for _ in range(kills):
        async with striker.playing():
            await striker.clicks(striker.rng.randrange(5, 80))
            await asyncio.sleep(striker.rng.random())
            await striker.kills(striker.any_process())
            await striker.all_go_on()
        await striker.looks()
        assert not striker.faults, "\n".join(striker.faults)
    await striker.ground.balanced(UP_WITHIN)
    await striker.boards_catch_up()


# --- processes that die --------------------------------------------------------------------------


async def test_nothing_is_lost_when_processes_are_killed(tmp_path: Path, address: str) -> None:
    async with struck(tmp_path, address, processes=2, shards=4) as striker:
        await killed_often(striker, 2)
        print(f"\n{striker}")


@pytest.mark.long
async def test_nothing_is_ever_lost(tmp_path: Path, address: str) -> None:
    async with struck(tmp_path, address, processes=3, shards=8, seed="long") as striker:
        await killed_often(striker, 50)
        assert max(striker.again) < OWNED_WITHIN
        await striker.clocks_go_on(OF_ITSELF)
        print(f"\n{striker}")
        print(f"{striker.answered} clicks, {sum(len(it.records) for it in striker.parties)} games")


# --- processes that leave, and those that stall --------------------------------------------------


async def test_one_that_is_told_to_stop_hands_over_at_once(tmp_path: Path, address: str) -> None:
    async with struck(tmp_path, address, processes=2, shards=4) as striker:
        async with striker.playing():
            await striker.clicks(20)
            leases = striker.ground.leases
            await striker.stops(striker.any_process())
            assert striker.ground.leases == leases - 1  # nobody had to wait until they ended
            await striker.all_go_on()
        await striker.looks()
        assert not striker.faults, "\n".join(striker.faults)
        assert len(striker.again) == 2


@pytest.mark.long
async def test_one_that_stood_still_does_no_harm(tmp_path: Path, address: str) -> None:
    """It believes that its shards are its own, and hears all that was clicked meanwhile."""
    async with struck(tmp_path, address, processes=2, shards=4) as striker:
        # it may stand still in a transaction, whose locks the server takes away after a while
        striker.ground.forgive(
            "the store refused: (locked|unreachable|lease_lost)", "Resetting connection"
        )
        for _ in range(2):
            async with striker.playing():
                await striker.clicks(20)
                await striker.stalls(striker.any_process(), STALL)
                await striker.all_go_on()
            await striker.ground.balanced(UP_WITHIN)
            await striker.looks()
            assert not striker.faults, "\n".join(striker.faults)
        print(f"\n{striker}")


# --- processes that believe the same shards to be theirs -----------------------------------------


@asynccontextmanager
async def at_odds(folder: Path, address: str, *forgets: str) -> AsyncIterator[Striker]:
    """Two processes that both take all shards for their own, and forget more than that."""
    variables = forgetting(",".join(("leases", *forgets)))
    async with sharded(folder, shards=2, database=address, variables=variables) as ground:
        ground.forgive(*FORGIVEN, "the store refused: (repeated|outdated)")
        for _ in range(2):
            await ground.adds()
        await ground.discord.until(lambda: ground.discord.gateway.connections == 4, UP_WITHIN)
        yield Striker(ground)


async def test_two_that_have_the_same_shards_lose_and_double_nothing(
    tmp_path: Path, address: str
) -> None:
    """They get in each other's way at boards and clocks, but what is done is done once."""
    async with at_odds(tmp_path, address) as striker:
        for _ in range(2):
            async with striker.playing():
                await striker.clicks(50)
            await striker.looks(at_log_alone=True)
            assert [it for it in striker.faults if not it.startswith(CROSSED)] == []
        assert [it.shards for it in striker.ground.running] == [[0, 1], [0, 1]]


async def test_control_without_leases_a_shard_has_two_processes(
    tmp_path: Path, address: str
) -> None:
    async with at_odds(tmp_path, address) as striker:
        with pytest.raises(AssertionError, match="the shards are"):
            await striker.ground.is_covered(OWNED_WITHIN)


async def test_control_without_versions_they_lose_what_was_done(
    tmp_path: Path, address: str
) -> None:
    async with at_odds(tmp_path, address, "versions") as striker:
        striker.ground.forgive("")
        for _ in range(ATTEMPTS):
            async with striker.playing():
                await striker.clicks(40)
            await striker.looks(at_log_alone=True)
            if striker.faults:
                return
    raise AssertionError("nothing is lost")


async def test_control_an_unattended_table_is_missed(tmp_path: Path) -> None:
    """The judge finds a clock that stands still, and shards of which nobody hears."""
    async with sharded(tmp_path, shards=1, database=f"{tmp_path / 'celestia.db'}") as ground:
        striker, one = Striker(ground), await ground.adds()
        await ground.is_covered(UP_WITHIN)
        async with striker.playing():
            await striker.clicks(20)
            held, since = one.shards, time.monotonic()
            await one.kill()
        await striker.heard_again("killed", held, since, 1.0)
        assert striker.faults == ["killed: of shards [0] nobody heard for 1.0 s"]
        with pytest.raises(TimeoutError):
            await striker.clocks_go_on(2.0)


# --- the database dies ---------------------------------------------------------------------------


@contextmanager
def durable() -> Iterator[Server]:
    """A server that writes all through to the disk, in no folder that pytest closes to others."""
    with TemporaryDirectory(prefix="celestia-durable-") as folder:
        server = Server(Path(folder) / "server")
        server.folder.mkdir()
        server.make()
        server.start()
        try:
            yield server
        finally:
            server.stop()


@pytest.mark.parametrize("outages", [1, pytest.param(OUTAGES, marks=pytest.mark.long)])
async def test_nothing_is_lost_when_the_database_is_killed(tmp_path: Path, outages: int) -> None:
    with durable() as server:
        async with struck(tmp_path, server.address(), processes=2, shards=4) as striker:
            striker.ground.forgive("unreachable")
            before = [it.pid for it in striker.ground.running]
            for _ in range(outages):
                async with striker.playing():
                    await striker.clicks(30)
                    await asyncio.to_thread(server.kill)
                    await told_to_try_again(striker)
                    await asyncio.to_thread(server.start)
                    await striker.all_go_on()
                    striker.strikes["database killed"] += 1
                await striker.looks()
                assert not striker.faults, "\n".join(striker.faults)
            assert [it.pid for it in striker.ground.running] == before
            await striker.boards_catch_up()
            print(f"\n{striker}")


async def told_to_try_again(striker: Striker) -> None:
    """Wait until somebody is told that the database does not answer."""

    def told() -> bool:
        lately = [it.answer for it in striker.journal.clicks[-50:] if it.answer is not None]
        return any(words in it.text for it in lately if it.shown for words in UNREACHABLE)

    await striker.ground.discord.until(told)
