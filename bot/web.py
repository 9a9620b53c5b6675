"""Serves what is on the web: replays of finished games, and the page of running ones.

A replay is found by the id of its table, which is known to people who saw the table, and cannot be
guessed by others. A running game has no replay, like one that never existed. Nothing about readers
is logged.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable
from hashlib import sha256
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web

from bot.discord.rate_limit import UserRateLimit
from bot.errors import report
from bot.listener import Listener
from bot.live.site import LiveSite
from bot.tables.refusals import Refused
from bot.words import LANGUAGES, Catalogue, catalogue
from players.replay.page import policy
from players.words.catalogue import match

BURST: Final = 60
"""Requests of all readers that may come at once."""
REQUESTS_PER_SECOND: Final = 5.0
"""Sustained: at this rate, guesses would take years to hit one of ten thousand games."""
POLICY: Final = "Content-Security-Policy"
HEADERS: Final = {
    POLICY: f"{policy()}; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
    "Server": "celestia",
}
"""Sent with every response that has no other policy; a replay contains the same one."""
REVALIDATE: Final = {"Cache-Control": "private, no-cache"}
"""A browser must ask whether its copy is current: names in the file may have to go."""

HTML: Final = {"Content-Type": "text/html; charset=utf-8"}

PageOf = Callable[[str], Awaitable[str]]
"""Returns the file of a table, or raises `Refused`."""

_log = logging.getLogger(__name__)


class Web:
    """Serves replays at ``<path of the address>/replay/<id>`` and at ``/replay/<id>``, and so the
    page of tables: some proxies strip the path, others do not."""

    def __init__(
        self,
        address: str,
        listen: tuple[str, int],
        page_of: PageOf,
        live: LiveSite,
        language: str = LANGUAGES[0],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._address = address
        self._listen = listen
        self._page_of = page_of
        self._live: Final = live
        self._language = language
        self._limit = UserRateLimit(clock, BURST, REQUESTS_PER_SECOND)
        self._listener: Final = Listener("the web", self._site(), listen)

    @property
    def port(self) -> int:
        """The port it listens on; 0: none."""
        return self._listener.port

    def link(self, table: str) -> str:
        """The address of a table's replay; "" as long as nothing is served."""
        return f"{self._address}/replay/{table}" if self.port else ""

    async def start(self) -> None:
        """Listen; if the port is taken, log it and go on: the files are posted all the same."""
        try:
            await self._listener.start()
        except OSError as fault:
            why = fault.strerror or type(fault).__name__
            _log.error(
                "replays and pages are not on the web: %s:%s cannot be had: %s", *self._listen, why
            )
        else:
            _log.info("replays and pages are on the web, at %s:%s", self._listen[0], self.port)

    async def close(self) -> None:
        await self._live.close()
        await self._listener.close()

    def _site(self) -> web.Application:
        app = web.Application(client_max_size=1)
        app.on_response_prepare.append(_prepare)
        for path in dict.fromkeys(("", urlsplit(self._address).path)):
            app.router.add_get(path + "/replay/{table:[0-9a-z]{1,16}}", self._replay)
            self._live.add_to(app.router, path)
        app.router.add_route("*", "/{path:.*}", self._unknown)
        return app

    async def _replay(self, request: web.Request) -> web.Response:
        if not self._limit.allows(0):
            return self._say(request, "too_many", 429, {"Retry-After": "5"})
        table = request.match_info["table"]
        try:
            page = (await self._page_of(table)).encode()
        except Refused:
            return self._say(request, "unknown", 404)
        except Exception as fault:
            report(f"table {table}: its replay on the web", fault)
            return self._say(request, "failed", 503, {"Retry-After": "60"})
        mark = sha256(page).hexdigest()[:32]
        known = {tag.value for tag in request.if_none_match or ()}
        headers = REVALIDATE | {"ETag": f'"{mark}"'}
        if mark in known:
            return web.Response(status=304, headers=headers)
        return web.Response(body=page, headers=headers | HTML)

    async def _unknown(self, request: web.Request) -> web.Response:
        return self._say(request, "unknown", 404)

    def _say(
        self, request: web.Request, code: str, status: int, more: dict[str, str] | None = None
    ) -> web.Response:
        """One sentence, in a language of the reader or else the operator's."""
        text = f"{self._words(request)(f'web-{code}')}\n"
        headers = {"Cache-Control": "no-store", "Vary": "Accept-Language"} | (more or {})
        return web.Response(text=text, status=status, headers=headers)

    def _words(self, request: web.Request) -> Catalogue:
        tags = request.headers.get("Accept-Language", "")[:200].split(",")
        spoken = [match(tag.partition(";")[0].strip(), LANGUAGES) for tag in tags]
        return catalogue(next(filter(None, spoken), self._language))


async def _prepare(_: web.Request, response: web.StreamResponse) -> None:
    policy = response.headers.get(POLICY, HEADERS[POLICY])
    response.headers.update({**HEADERS, POLICY: policy})
