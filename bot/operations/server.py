"""``/health`` and ``/metrics``, on a port of their own, for those who look after the bot.

There is no login: whoever reaches the port reads the figures, which tell of nobody and of no game.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Final

from aiohttp import web
from prometheus_client import generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4 as PLAIN

from bot.board.painter import Painter
from bot.operations.gauges import Gauges
from bot.operations.holdups import Holdups
from bot.operations.metrics import NAMES_OF_LEVELS, Metrics
from bot.operations.shards import Shards
from bot.single_flight import SingleFlight
from bot.store.overview import OpenTables
from bot.store.protocol import Store, StoreError

ANSWERS_WITHIN: Final = 1.0
"""Seconds in which the store has to answer to be well."""
COUNTED_EVERY: Final = 60.0
"""Seconds between two counts of the tables that are open."""
LAST: Final = 1.0
"""Seconds that answers under way get when the bot stops."""
HEADERS: Final = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Server": "celestia",
}
OK: Final = "ok"

_log = logging.getLogger(__name__)
_unheard = logging.getLogger(f"{__name__}.unheard")
_unheard.disabled = True
"""Where aiohttp would name those whose requests fail."""


class Operations:
    """Counts what the bot does, and tells those who ask."""

    def __init__(
        self,
        listen: tuple[str, int],
        painter: Painter,
        store: Store,
        shards: Callable[[], Shards],
    ) -> None:
        self.shards = shards
        """Looks up which are ours."""
        self.metrics: Final = Metrics()
        self._listen: Final = listen
        self._holdups: Final = Holdups()
        self._lines: Final = _Lines(self.metrics)
        self._store: Final = store
        # requests that arrive while the database hangs share one query
        self._health_check: Final = SingleFlight[str, object](0)
        self._table_count: Final = SingleFlight[str, OpenTables](1, ttl=COUNTED_EVERY)
        self._gauges: Final = Gauges(painter, lambda: self.shards(), self._holdups)
        self.metrics.registry.register(self._gauges)
        self._runner: web.AppRunner | None = None

    @property
    def port(self) -> int:
        """Where it listens; 0: nowhere."""
        return self._runner.addresses[0][1] if self._runner and self._runner.addresses else 0

    async def start(self) -> None:
        """Listen. Where that cannot be, the bot plays on without."""
        logging.getLogger().addHandler(self._lines)
        self._holdups.start()
        app = web.Application(client_max_size=1)
        app.router.add_get("/health", self._health)
        app.router.add_get("/metrics", self._metrics)
        self._runner = web.AppRunner(
            app, access_log=None, logger=_unheard, keepalive_timeout=75.0, shutdown_timeout=LAST
        )
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, *self._listen).start()
        except OSError as fault:
            why = fault.strerror or type(fault).__name__
            _log.error("no /health and no /metrics: %s:%s cannot be had: %s", *self._listen, why)
            await self._runner.cleanup()
            self._runner = None
        else:
            _log.info("/health and /metrics are at %s:%s", self._listen[0], self.port)

    async def close(self) -> None:
        """Tell nobody anything any more."""
        logging.getLogger().removeHandler(self._lines)
        self._holdups.close()
        runner, self._runner = self._runner, None
        if runner is not None:
            await runner.cleanup()
        await self._health_check.close(ANSWERS_WITHIN)
        await self._table_count.close(ANSWERS_WITHIN)

    async def _health(self, _: web.Request) -> web.Response:
        """200 when the bot can do all its work; otherwise 503, and which part cannot."""
        parts = {
            "discord": OK if self.shards().all_connected else "not connected",
            "store": await self._why_not_stored(),
        }
        well = all(said == OK for said in parts.values())
        told = {"status": OK if well else "failing", **parts}
        return web.json_response(told, status=200 if well else 503, headers=HEADERS)

    async def _why_not_stored(self) -> str:
        """What keeps changes from being stored, in a word of ours."""
        try:
            read = partial(self._store.fact, "health")
            await self._health_check.get("health", read, ANSWERS_WITHIN)
        except TimeoutError:
            return "no answer"
        except StoreError as fault:
            return fault.code
        except Exception as fault:
            return type(fault).__name__
        return self.metrics.failing or OK

    async def _metrics(self, _: web.Request) -> web.Response:
        """All figures, in the text form of Prometheus."""
        self._gauges.store_answers = await self._why_not_stored() == OK
        self._gauges.tables = await self._count() if self._gauges.store_answers else None
        text = generate_latest(self.metrics.registry)
        return web.Response(body=text, headers=HEADERS | {"Content-Type": PLAIN})

    async def _count(self) -> OpenTables | None:
        """How many tables are open; None: the store does not say in time."""
        try:
            return await self._table_count.get("tables", self._store.open_tables, ANSWERS_WITHIN)
        except (TimeoutError, StoreError):
            return None


class _Lines(logging.Handler):
    """Counts the warnings and errors in the log, by their levels alone."""

    def __init__(self, metrics: Metrics) -> None:
        super().__init__(logging.WARNING)
        self._metrics = metrics

    def emit(self, record: logging.LogRecord) -> None:
        self._metrics.logged(NAMES_OF_LEVELS.get(record.levelno, "warning"))
