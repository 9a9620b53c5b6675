"""Health and metrics follow a real database server that goes away and comes back."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from bot.store.postgres.store import PostgresStore
from tests.bot.operations.looked_at import Parts, asking
from tests.postgresql.server import QUICK, Server


@pytest.fixture
def own() -> Iterator[Server]:
    """A server of its own, since it is killed; another run of pytest would close its folder."""
    with TemporaryDirectory(prefix="celestia-pg-") as folder:
        server = Server(Path(folder) / "server", **QUICK)
        server.make()
        server.start()
        yield server
        server.stop()


async def test_a_database_server_that_is_away_is_reported_in_time(own: Server) -> None:
    store = PostgresStore(own.address())
    await store.open()
    async with asking(Parts(), store) as asked:
        assert (await asked.health())[0] == 200
        own.kill()
        for _ in range(3):
            code, told = await asked.health()
            assert (code, told["discord"]) == (503, "ok")
            assert told["store"] in ("unreachable", "no answer")
        scrape = await asked.scrape()
        assert (scrape("store_up"), "celestia_games_under_way" in scrape.names) == (0, False)
        await asyncio.to_thread(own.start)
        async with asyncio.timeout(120):
            while (await asked.health())[0] != 200:
                await asyncio.sleep(0.1)
        assert (await asked.scrape())("store_up") == 1
    await store.close()
