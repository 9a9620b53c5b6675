"""Health and metrics follow a real database server that goes away and comes back."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from bot.store.postgres.store import PostgresStore
from tests.bot.operations.scraping import Parts, asking
from tests.bot.store.kinds import database
from tests.postgresql.gate import Gate
from tests.postgresql.server import Server


async def test_a_database_server_that_is_away_is_reported_in_time(
    postgresql: Server,
) -> None:
    with TemporaryDirectory(prefix="celestia-gate-") as folder:
        gate = Gate(postgresql, Path(folder))
        async with database(postgresql) as url:
            store = PostgresStore(gate.address(urlsplit(url).path[1:]))
            await follow(store, gate)


async def follow(store: PostgresStore, gate: Gate) -> None:
    async with asking(Parts(), store) as asked:
        async with gate:
            await store.open()
            assert (await asked.health())[0] == 200
        code, told = await asked.health()
        assert (code, told["discord"]) == (503, "ok")
        assert told["store"] in ("unreachable", "no answer")
        scrape = await asked.scrape()
        assert (scrape("store_up"), "celestia_games_under_way" in scrape.names) == (0, False)
        async with gate:
            async with asyncio.timeout(120):
                while (await asked.health())[0] != 200:  # it connects anew
                    await asyncio.sleep(0)
            assert (await asked.scrape())("store_up") == 1
            await store.close()
