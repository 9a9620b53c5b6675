"""Health and metrics: a real server on a free port, asked by a real client."""

import asyncio
import logging
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import TraceConfig

from bot.operations import server
from bot.operations.gauges import ProcessShards, ShardFigures
from bot.store.data import OpenTables
from bot.store.errors import DiskFull, Locked, NotOpen
from tests.bot.operations.scraping import Asked, Parts, asking, commit

HIDDEN = "topsecret"


@pytest.fixture
def parts() -> Parts:
    return Parts()


@pytest.fixture
async def asked(parts: Parts) -> AsyncIterator[Asked]:
    async with asking(parts) as it:
        yield it


async def test_a_bot_that_can_do_its_work_is_well(asked: Asked) -> None:
    assert await asked.health() == (200, {"status": "ok", "discord": "ok", "store": "ok"})


async def test_a_bot_that_receives_no_clicks_is_not(asked: Asked, parts: Parts) -> None:
    parts.shards = ProcessShards([ShardFigures(0, True, 0.04), ShardFigures(3, False, 0.04)], 8, 2)
    code, told = await asked.health()
    assert (code, told["discord"], told["store"]) == (503, "not connected", "ok")
    assert (await asked.scrape())("connected") == 1
    parts.shards = ProcessShards([ShardFigures(0, False, 0.04)], 8, 1)
    assert (await asked.health())[0] == 503
    assert (await asked.scrape())("connected") == 0


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (NotOpen(), "closed"),
        (Locked(path=HIDDEN), "locked"),
        (ConnectionRefusedError(HIDDEN), "ConnectionRefusedError"),
    ],
)
async def test_a_store_that_fails_is_named_by_a_code_alone(
    fault: Exception, said: str, asked: Asked, parts: Parts
) -> None:
    parts.fault = fault
    code, told = await asked.health()
    assert (code, told) == (503, {"status": "failing", "discord": "ok", "store": said})
    assert (await asked.scrape())("store_up") == 0
    parts.fault = None
    assert (await asked.health())[0] == 200
    assert (await asked.scrape())("store_up") == 1


async def test_a_store_that_hangs_is_asked_once_and_delays_no_answer(
    asked: Asked, parts: Parts
) -> None:
    parts.hangs = asyncio.Event()
    answers = await asyncio.gather(*(asked.health() for _ in range(20)))
    assert {code for code, _ in answers} == {503}
    assert {told["store"] for _, told in answers} == {"no answer"}
    assert parts.asked == 1
    scrape = await asked.scrape()
    assert (scrape("store_up"), "celestia_games_under_way" in scrape.names) == (0, False)
    parts.hangs.set()
    parts.hangs = None
    await asyncio.sleep(0)
    assert (await asked.health())[0] == 200


async def test_a_disk_that_can_only_be_read_is_reported(asked: Asked) -> None:
    commit(asked.operations.metrics, DiskFull())
    code, told = await asked.health()
    assert (code, told["store"]) == (503, "full")


async def test_tables_are_counted_now_and_then_alone(asked: Asked, parts: Parts) -> None:
    parts.tables = OpenTables(5, 2)
    for _ in range(3):
        scrape = await asked.scrape()
        assert (scrape("open_tables"), scrape("games_under_way")) == (5, 2)
    assert parts.asked == 1 + 3  # and three times whether it is there


@pytest.mark.parametrize("path", ["/", "/health/", "/metrics/x", "/replay/blue"])
async def test_there_is_nothing_else(path: str, asked: Asked) -> None:
    assert (await asked.get(path)).status == 404


async def test_figures_are_in_the_text_form_of_prometheus_and_not_cached(asked: Asked) -> None:
    answer = await asked.get("/metrics")
    assert answer.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    for path in ("/metrics", "/health"):
        headers = (await asked.get(path)).headers
        assert (headers["Cache-Control"], headers["Server"]) == ("no-store", "celestia")


async def test_where_the_port_is_taken_the_bot_plays_on(
    asked: Asked, parts: Parts, caplog: pytest.LogCaptureFixture
) -> None:
    taken = ("127.0.0.1", asked.operations.port)
    store: Any = parts
    second = server.Operations(taken, parts.boards, store, lambda: parts.shards, TraceConfig())
    await second.start()
    assert second.port == 0
    assert f"127.0.0.1:{taken[1]} cannot be had" in caplog.text
    await second.close()


async def test_warnings_and_errors_are_counted_by_level_until_the_end(
    asked: Asked, parts: Parts
) -> None:
    log = logging.getLogger("bot.tables")
    log.info("small")
    log.warning("hm")
    for _ in range(2):
        log.error("oh")
    scrape = await asked.scrape()
    assert (scrape("log_lines_total"), scrape("log_lines_total", level="error")) == (3, 2)
    before = logging.getLogger().handlers[:]
    async with asking(parts):
        assert len(logging.getLogger().handlers) == len(before) + 1
    assert logging.getLogger().handlers == before
