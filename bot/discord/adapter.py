"""Requests by the tokens of interactions, at little more than half the cost of discord.py's.

They keep its rules: requests by one token follow each other, wait where Discord's limits are used
up, and are repeated where it says so, or fails. First answers alone do not wait for each other:
Discord takes one of them, and a promise may be sent beside an answer that is slow.
"""

from __future__ import annotations

import logging
import secrets
from asyncio import Lock, sleep
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urlencode
from weakref import WeakValueDictionary

import aiohttp
import discord
import orjson
from discord.http import Route
from discord.webhook.async_ import AsyncWebhookAdapter
from yarl import URL

from bot.discord.circuit_breaker import BROKEN

JSON: Final = "application/json"
ATTEMPTS: Final = 5
KINDS: Final[dict[int, type[discord.HTTPException]]] = {
    HTTPStatus.FORBIDDEN: discord.Forbidden,
    HTTPStatus.NOT_FOUND: discord.NotFound,
}
CALLBACK: Final = "/callback"
"""The end of the address for a first answer."""
BOUNDARY: Final = secrets.token_hex(16)
"""Stands between the parts of a request with files, and in none of them."""

_log = logging.getLogger(__name__)


class Adapter(AsyncWebhookAdapter):
    """Sends requests straight through aiohttp, with bodies that are made once."""

    def __init__(self) -> None:
        super().__init__()
        self._turns: Final[WeakValueDictionary[str, Lock]] = WeakValueDictionary()

    async def request(
        self,
        route: Route,
        session: aiohttp.ClientSession,
        *,
        payload: Mapping[str, Any] | None = None,
        multipart: Sequence[Mapping[str, Any]] | None = None,
        files: Sequence[discord.File] | None = None,  # noqa: ARG002 - the parts hold them
        params: Mapping[str, Any] | None = None,
        **others: Any,
    ) -> Any:
        """Send a request, and return what Discord tells; raise what it refuses."""
        if any(others.values()):
            raise TypeError([*others])
        address = URL(f"{route.url}?{urlencode(params)}" if params else route.url, encoded=True)
        headers: dict[str, str] = {}
        body: bytes | None = None
        if multipart:
            headers["Content-Type"] = f"multipart/form-data; boundary={BOUNDARY}"
            body = _parts(multipart)
        elif payload is not None:
            headers["Content-Type"] = JSON
            body = orjson.dumps(payload)
        async with self._turn(route):
            for attempt in range(ATTEMPTS):
                async with session.request(
                    route.method, address, data=body, headers=headers
                ) as response:
                    told = _read(response, await response.read())
                limited = response.status == HTTPStatus.TOO_MANY_REQUESTS
                if response.status < BROKEN and not limited:
                    await _wait_for_limit(route, response)
                    if response.ok:
                        return told
                    raise _refusal(response, told)
                is_shut_out = limited and "Via" not in response.headers
                if is_shut_out or attempt == ATTEMPTS - 1:
                    raise _refusal(response, told)
                pause = told["retry_after"] if limited else 1 + attempt * 2
                if limited:
                    _log.warning("an answer is rate limited: sent again in %.2f s", pause)
                await sleep(pause)
        raise AssertionError(route.method)  # the last attempt returns or raises

    def _turn(self, route: Route) -> AbstractAsyncContextManager[Any]:
        """Return the lock of this token; first answers need none."""
        if route.path.endswith(CALLBACK):
            return nullcontext()
        token = route.webhook_token or ""
        lock = self._turns.get(token)
        if lock is None:
            lock = self._turns[token] = Lock()
        return lock


async def _wait_for_limit(route: Route, response: aiohttp.ClientResponse) -> None:
    """Keep the turn until Discord takes the next request of this token."""
    spent = response.headers.get("X-RateLimit-Remaining") == "0"
    if spent and not route.path.endswith(CALLBACK):
        await sleep(float(response.headers.get("X-RateLimit-Reset-After", 0)))


def _read(response: aiohttp.ClientResponse, data: bytes) -> Any:
    if response.headers.get("Content-Type") == JSON:
        return orjson.loads(data)
    return data.decode(errors="replace")


def _refusal(response: aiohttp.ClientResponse, told: Any) -> discord.HTTPException:
    if response.status >= BROKEN:
        return discord.DiscordServerError(response, told)
    kind = KINDS.get(response.status, discord.HTTPException)
    return kind(response, told)


def _parts(parts: Sequence[Mapping[str, Any]]) -> bytes:
    """Return the parts of a request with files, as aiohttp's own form would write them."""
    written: list[bytes] = []
    for part in parts:
        value, named = part["value"], ""
        if "filename" in part:
            named = f'; filename="{part["filename"]}"'
        head = (
            f"--{BOUNDARY}\r\n"
            f'Content-Disposition: form-data; name="{part["name"]}"{named}\r\n'
            f"Content-Type: {part['content_type']}\r\n\r\n"
        )
        data = value.encode() if isinstance(value, str) else value.read()
        written += [head.encode(), data, b"\r\n"]
    return b"".join([*written, f"--{BOUNDARY}--\r\n".encode()])
