"""``/health`` and ``/metrics`` for operators, on their own port.

There is no login: the figures tell nothing about any person or game.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Final

from aiohttp import TraceConfig, web
from prometheus_client import generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4 as PLAIN

from bot.board.boards import Boards
from bot.listener import Listener
from bot.operations.gauges import Gauges, LoopWatch, ProcessShards
from bot.operations.metrics import LEVEL_NAMES, Metrics, trace_requests
from bot.single_flight import SingleFlight
from bot.store.data import OpenTables
from bot.store.errors import StoreError
from bot.store.store import Store

STORE_TIMEOUT: Final = 1.0
"""Seconds after which a store that has not answered counts as failing."""
TABLE_COUNT_TTL: Final = 60.0
"""Seconds for which a count of the open tables is reused."""
HEADERS: Final = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Server": "celestia",
}
OK: Final = "ok"

_log = logging.getLogger(__name__)


class Operations:
    """Counts what the bot does, and serves the figures over HTTP."""

    def __init__(
        self,
        listen: tuple[str, int],
        boards: Boards,
        store: Store,
        shards: Callable[[], ProcessShards],
        trace: TraceConfig,
    ) -> None:
        """``trace``: sees all requests to Discord."""
        self.metrics: Final = Metrics()
        self._listen: Final = listen
        self._shards: Final = shards
        self._loop: Final = LoopWatch()
        self._lines: Final = _Lines(self.metrics)
        self._store: Final = store
        # requests that arrive while the database hangs share one query
        self._health_check: Final = SingleFlight[str, object](0)
        self._table_count: Final = SingleFlight[str, OpenTables](1, ttl=TABLE_COUNT_TTL)
        self._gauges: Final = Gauges(boards, shards, self._loop)
        self.metrics.registry.register(self._gauges)
        trace_requests(trace, self.metrics)
        app = web.Application(client_max_size=1)
        app.router.add_get("/health", self._health)
        app.router.add_get("/metrics", self._metrics)
        self._listener: Final = Listener("/health and /metrics", app, listen)

    @property
    def port(self) -> int:
        """The port it listens on; 0: none."""
        return self._listener.port

    async def start(self) -> None:
        """Listen; if the port is taken, log it and go on without."""
        logging.getLogger().addHandler(self._lines)
        self._loop.start()
        try:
            await self._listener.start()
        except OSError as fault:
            why = fault.strerror or type(fault).__name__
            _log.error("no /health and no /metrics: %s:%s cannot be had: %s", *self._listen, why)
        else:
            _log.info("/health and /metrics are at %s:%s", self._listen[0], self.port)

    async def close(self) -> None:
        """Stop listening and measuring."""
        logging.getLogger().removeHandler(self._lines)
        self._loop.close()
        await self._listener.close()
        await self._health_check.close(STORE_TIMEOUT)
        await self._table_count.close(STORE_TIMEOUT)

    async def _health(self, _: web.Request) -> web.Response:
        """200 if the bot can do all its work; otherwise 503 and the part that fails."""
        parts = {
            "discord": OK if self._shards().all_connected else "not connected",
            "store": await self._why_not_stored(),
        }
        well = all(said == OK for said in parts.values())
        told = {"status": OK if well else "failing", **parts}
        return web.json_response(told, status=200 if well else 503, headers=HEADERS)

    async def _why_not_stored(self) -> str:
        """Why changes cannot be stored, as a fixed word; `OK`: they can."""
        try:
            read = partial(self._store.fact, "health")
            await self._health_check.get("health", read, STORE_TIMEOUT)
        except TimeoutError:
            return "no answer"
        except StoreError as fault:
            return fault.code
        except Exception as fault:
            return type(fault).__name__
        return self.metrics.failing or OK

    async def _metrics(self, _: web.Request) -> web.Response:
        """All figures in the text format of Prometheus."""
        self._gauges.store_answers = await self._why_not_stored() == OK
        self._gauges.tables = await self._count() if self._gauges.store_answers else None
        text = generate_latest(self.metrics.registry)
        return web.Response(body=text, headers=HEADERS | {"Content-Type": PLAIN})

    async def _count(self) -> OpenTables | None:
        """The number of open tables; None: the store does not answer in time."""
        try:
            return await self._table_count.get("tables", self._store.open_tables, STORE_TIMEOUT)
        except (TimeoutError, StoreError):
            return None


class _Lines(logging.Handler):
    """Counts the warnings and errors in the log by level."""

    def __init__(self, metrics: Metrics) -> None:
        super().__init__(logging.WARNING)
        self._metrics = metrics

    def emit(self, record: logging.LogRecord) -> None:
        self._metrics.logged(LEVEL_NAMES.get(record.levelno, "warning"))
