"""Requests to Discord, caught where discord.py would send them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import discord
from discord.http import Route
from discord.webhook.async_ import async_context

from bot.discord.rest import Json, Rest

APPLICATION = 42


@dataclass
class Sent:
    """One request as it would be sent."""

    route: Route
    json: Json | None
    form: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    files: list[discord.File] = field(default_factory=list[discord.File])
    params: dict[str, str] | None = None

    @property
    def way(self) -> tuple[str, str]:
        return self.route.method, self.route.url.removeprefix(Route.BASE)

    @property
    def said(self) -> Json:
        """The message, whether files go with it or not."""
        return self.json if self.json is not None else json.loads(self.form[0]["value"])


@dataclass
class Line:
    """A line to Discord that notes every request and answers all alike."""

    rest: Rest
    sent: list[Sent]
    told: Any = None
    fault: Exception | None = None

    async def by_bot(self, route: Route, **given: Any) -> Any:
        return self._told(
            Sent(route, given.get("json"), given.get("form") or [], given.get("files") or [])
        )

    async def request(self, route: Route, **given: Any) -> Any:
        form = given.get("multipart") or []
        files = given.get("files") or []
        return self._told(Sent(route, given.get("payload"), form, files, given.get("params")))

    def _told(self, sent: Sent) -> Any:
        self.sent.append(sent)
        if self.fault is not None:
            raise self.fault
        return self.told


def a_rest(told: Any = None) -> Line:
    """Return a `Rest` whose requests are noted."""
    http: Any = SimpleNamespace(_HTTPClient__session=object())
    client: Any = SimpleNamespace(application_id=APPLICATION, http=http)
    line = Line(Rest(client), [], told)
    http.request = line.by_bot
    return line


@contextmanager
def on(line: Line) -> Iterator[None]:
    """Have requests by interaction tokens go over this line meanwhile."""
    adapter: Any = line
    before = async_context.set(adapter)
    try:
        yield
    finally:
        async_context.reset(before)
