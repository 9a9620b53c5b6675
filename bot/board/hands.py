"""Private pages that keep themselves up to date.

Whoever opens their hand keeps it: while the token of that interaction lives, the same private
message is edited when what it shows has changed, and every press on it brings a new token. Nothing
is ever pushed to somebody who did not ask. Tokens are kept in memory alone.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, Protocol

import discord

from bot.board.requests import UNREACHABLE
from bot.discord.limits import EDIT_TIMEOUT, TOKEN_KEPT
from bot.discord.rest import Json, body
from bot.errors import report
from bot.hosting.reader import TableState
from bot.pages.layout import Component, Content
from bot.store.protocol import StoreError
from bot.tables.refusals import Refused

ROOM: Final = 5000
"""How many open pages are remembered; the oldest is forgotten first."""
PAUSE: Final = 0.7
"""Seconds in which changes are gathered before a page is edited."""

_log = logging.getLogger(__name__)


class Edits(Protocol):
    """Edits an answer by the token of its interaction."""

    async def edit_answer(self, token: str, changes: Json, *, message: str) -> Json:
        """Change this message."""
        ...


class Live(Protocol):
    """How a private page is kept up to date."""

    def key(self, now: TableState) -> object:
        """What the page is made of, in short: while it is the same, the page need not be drawn."""
        ...

    def draw(self, now: TableState) -> Content | None:
        """What it shows of the table as it is now; None: nothing any more."""
        ...

    def shown(self) -> None:
        """Discord shows what was drawn last."""
        ...


@dataclass(slots=True)
class _Open:
    """A private page that somebody looks at."""

    token: str = field(repr=False)
    message: str
    until: float
    live: Live = field(repr=False)
    made_of: object = field(repr=False)
    shown: tuple[Component, ...] = field(repr=False)
    """What it shows, without what has just been done."""
    held: int = 0
    """So many presses on it are being answered, and will show what is new."""


class Hands:
    """The private pages that are open, by table and user."""

    def __init__(
        self, rest: Edits, look: Callable[[str], Awaitable[TableState]], now: Callable[[], float]
    ) -> None:
        self._rest = rest
        self._look = look
        self._now = now
        self._open: Final[OrderedDict[tuple[str, int], _Open]] = OrderedDict()
        self._at: Final[dict[str, set[int]]] = {}
        """Who has a page open at each table."""
        self._tasks: Final[dict[str, asyncio.Task[None]]] = {}
        self._again: Final[set[str]] = set()

    def opened(
        self, state: TableState, user: int, live: Live, content: Content, token: str, message: str
    ) -> None:
        """Discord shows this page; it takes the place of any that the user had open here."""
        table = state.table.id
        key = table, user
        held = self._open[key].held if key in self._open else 0
        until = self._now() + TOKEN_KEPT
        made_of, shown = live.key(state), content.components
        self._open[key] = _Open(token, message, until, live, made_of, shown, held)
        self._open.move_to_end(key)
        self._at.setdefault(table, set()).add(user)
        live.shown()
        if len(self._open) > ROOM:
            self._forget(*next(iter(self._open)))
        self.changed(table)  # it may have since the page was drawn

    @contextmanager
    def held(self, table: str, user: int) -> Generator[None]:
        """A press on the page is being answered: meanwhile it is not edited."""
        page = self._open.get((table, user))
        if page is None:
            yield
            return
        page.held += 1
        try:
            yield
        finally:
            newest = self._open.get((table, user))
            if newest is not None and newest.held:
                newest.held -= 1
                self.changed(table)

    def changed(self, table: str) -> None:
        """A table has changed: show it on the pages that are open there."""
        if table not in self._at:
            return
        if table in self._tasks:
            self._again.add(table)
            return
        task = asyncio.get_running_loop().create_task(self._refresh(table), name=f"hands {table}")
        self._tasks[table] = task
        task.add_done_callback(lambda _: self._finished(table))

    async def close(self) -> None:
        """Edit nothing more."""
        self._at.clear()
        for task in [*self._tasks.values()]:
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _finished(self, table: str) -> None:
        self._tasks.pop(table, None)
        if table in self._again:
            self._again.discard(table)
            self.changed(table)

    async def _refresh(self, table: str) -> None:
        """Edit each page that shows something else by now."""
        await asyncio.sleep(PAUSE)
        self._again.discard(table)
        try:
            state = await self._look(table)
            for user in sorted(self._at.get(table, ())):
                await self._show(state, table, user)
        except (Refused, StoreError) as fault:
            _log.info("table %s: no hand is brought up to date: %s", table, fault.code)
        except Exception as fault:
            report(f"table {table}: hands", fault)

    async def _show(self, state: TableState, table: str, user: int) -> None:
        page = self._open.get((table, user))
        if page is None or page.held:
            return
        made_of = page.live.key(state)
        if made_of == page.made_of and page.until > self._now():
            return
        content = page.live.draw(state) if page.until > self._now() else None
        if content is None:
            self._forget(table, user)
            return
        page.made_of = made_of
        if content.components == page.shown:
            return
        changes: Json = body(content.components) | {"attachments": []}
        try:
            async with asyncio.timeout(EDIT_TIMEOUT):
                await self._rest.edit_answer(page.token, changes, message=page.message)
        except (discord.HTTPException, *UNREACHABLE) as fault:
            # the user has closed it, or its time is over; the next press opens another
            _log.info("a hand is not kept up to date any more: %s", type(fault).__name__)
            if self._open.get((table, user)) is page:
                self._forget(table, user)
        else:
            page.shown = content.components
            page.live.shown()
        newest = self._open.get((table, user))
        if newest is not None and newest is not page and newest.message == page.message:
            # a press on it was answered meanwhile, and nobody knows which of the two came last
            newest.made_of, newest.shown = None, ()
            self._again.add(table)

    def _forget(self, table: str, user: int) -> None:
        self._open.pop((table, user), None)
        users = self._at.get(table, set())
        users.discard(user)
        if not users:
            self._at.pop(table, None)
