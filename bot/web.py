"""Replays on the web, where the host has an address: the file of any game that is over, by its id.

An id is no secret to those who saw the table, and nobody else can guess one. A game that goes on is
as unknown here as one that never was. Nothing is noted of those who ask.
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
from bot.tables.refusals import Refused
from bot.words import LANGUAGES, Catalogue, catalogue
from players.replay.page import policy
from players.words.catalogue import match

BURST: Final = 60
"""So many may ask at once."""
A_SECOND: Final = 5.0
"""So many may ask in a second for as long as they like: by guesses, ten thousand games in a
trillion ids would take years to hit one."""
LAST: Final = 1.0
"""Seconds that answers under way get when the bot stops."""
HEADERS: Final = {
    "Content-Security-Policy": f"{policy()}; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
    "Server": "celestia",
}
"""With every answer; the file itself says the same of what it may load."""
ASK_AGAIN: Final = {"Cache-Control": "private, no-cache"}
"""Names in it may change, or have to go: whoever keeps it asks whether it is still the same."""

HTML: Final = {"Content-Type": "text/html; charset=utf-8"}

PageOf = Callable[[str], Awaitable[str]]
"""The file of a table, or the reason why there is none."""

_log = logging.getLogger(__name__)
_unheard = logging.getLogger(f"{__name__}.unheard")
_unheard.disabled = True
"""Where aiohttp would name those whose requests fail."""


class Web:
    """Serves replays at ``<path of the address>/replay/<id>``, and at ``/replay/<id>`` as well:
    some proxies take the path away, and others leave it."""

    def __init__(
        self,
        address: str,
        listen: tuple[str, int],
        page_of: PageOf,
        language: str = LANGUAGES[0],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._address = address
        self._listen = listen
        self._page_of = page_of
        self._language = language
        self._limit = UserRateLimit(clock, BURST, A_SECOND)
        self._runner: web.AppRunner | None = None

    @property
    def port(self) -> int:
        """Where it listens; 0: nowhere."""
        return self._runner.addresses[0][1] if self._runner and self._runner.addresses else 0

    def link(self, table: str) -> str:
        """Where the replay of this table can be read; "" as long as nothing is served."""
        return f"{self._address}/replay/{table}" if self.port else ""

    async def start(self) -> None:
        """Listen. Where that cannot be, the bot plays on without: files are posted all the same."""
        app = web.Application(client_max_size=1)
        app.on_response_prepare.append(_prepare)
        for path in dict.fromkeys(("", urlsplit(self._address).path)):
            app.router.add_get(path + "/replay/{table:[0-9a-z]{1,16}}", self._replay)
        app.router.add_route("*", "/{path:.*}", self._unknown)
        self._runner = web.AppRunner(
            app, access_log=None, logger=_unheard, keepalive_timeout=15.0, shutdown_timeout=LAST
        )
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, *self._listen).start()
        except OSError as fault:
            why = fault.strerror or type(fault).__name__
            _log.error("replays are not on the web: %s:%s cannot be had: %s", *self._listen, why)
            await self.close()
        else:
            _log.info("replays are on the web, at %s:%s", self._listen[0], self.port)

    async def close(self) -> None:
        """Serve nothing more."""
        runner, self._runner = self._runner, None
        if runner is not None:
            await runner.cleanup()

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
        headers = ASK_AGAIN | {"ETag": f'"{mark}"'}
        if mark in known:
            return web.Response(status=304, headers=headers)
        return web.Response(body=page, headers=headers | HTML)

    async def _unknown(self, request: web.Request) -> web.Response:
        return self._say(request, "unknown", 404)

    def _say(
        self, request: web.Request, code: str, status: int, more: dict[str, str] | None = None
    ) -> web.Response:
        """One sentence, in a language of the reader's, or else in that of the host."""
        text = f"{self._words(request)(f'web-{code}')}\n"
        headers = {"Cache-Control": "no-store", "Vary": "Accept-Language"} | (more or {})
        return web.Response(text=text, status=status, headers=headers)

    def _words(self, request: web.Request) -> Catalogue:
        tags = request.headers.get("Accept-Language", "")[:200].split(",")
        spoken = [match(tag.partition(";")[0].strip(), LANGUAGES) for tag in tags]
        return catalogue(next(filter(None, spoken), self._language))


async def _prepare(_: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(HEADERS)
