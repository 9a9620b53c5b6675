"""Private pages of seats: drawn for their owner alone, and kept up to date while they are open.

While the token of the press that opened a page lives, the same private message is edited when what
it shows has changed; every press on it brings a new token. Nothing is pushed to a user who did not
ask. Tokens are kept in memory alone.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

import discord

from bot.board.requests import UNREACHABLE
from bot.board.responses import Reply
from bot.board.tips import TipPicker
from bot.discord.limits import EDIT_TIMEOUT, TOKEN_KEPT
from bot.discord.rest import Json, Rest, body
from bot.errors import kind_of, report
from bot.hosting.reader import TableState
from bot.pages.hand import answer as answer_page
from bot.pages.hand import hand as hand_page
from bot.pages.hand import may_declare
from bot.pages.hand import orders as orders_page
from bot.pages.layout import Component, Content, PlainName
from bot.pages.views import HandView, hand_key, hand_view
from bot.store.errors import StoreError
from bot.tables.refusals import Refused
from bot.words import Catalogue
from players.hints import Hint

MAX_OPEN: Final = 5000
"""Open pages that are remembered; the oldest are forgotten first."""
GATHERING_PAUSE: Final = 0.7
"""Seconds in which changes are gathered before a page is edited."""

Draw = Callable[[HandView, Catalogue, PlainName, str], Content]
"""Draws a page of a seat in these words, with what has just been done."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Reader:
    """The user who reads a page."""

    user: int
    say: Catalogue
    plain_name: PlainName


@dataclass(frozen=True, slots=True)
class Page:
    """A private page of a seat. It outlives the click that opened it."""

    draw: Draw
    reader: Reader
    asked: tuple[int, int]
    """The moment, and the seat's own turn, when it was opened."""
    table: str
    tips: TipPicker = field(repr=False)
    teaches: bool
    """It has room for a tip."""
    hint: Hint | None = field(default=None, repr=False)
    """A hint for what was asked then."""
    greeting: str = field(default="", repr=False)
    """A text that it shows until the seat acts."""

    def content(self, mine: HandView, said: str = "", *, looks: bool = False) -> Content:
        """Draw the page, with what has just been done; ``looks``: its owner has opened it."""
        reader, tips = self.reader, self.tips
        still_asked = (mine.public.moment, mine.turn) == self.asked
        shown = replace(
            mine,
            hint=self.hint if still_asked else None,
            tip=tips.tip(mine, reader.user, looks=looks) if self.teaches else "",
            tips=tips.wanted(reader.user),
        )
        greets = mine.turn == self.asked[1]
        return self.draw(shown, reader.say, reader.plain_name, said or self.greeting * greets)

    def key(self, now: TableState) -> object:
        """Return what the page depends on: while it is equal, the page need not be drawn."""
        seat = now.table.seat_of(self.reader.user)
        return None if seat is None or now.table.game is None else hand_key(now.table, seat)

    def content_at(self, now: TableState) -> Content | None:
        """Draw the page for the table as it is now; None: it shows nothing any longer."""
        seat = now.table.seat_of(self.reader.user)
        return None if seat is None else self.content(hand_view(now.table, seat))

    def note_shown(self) -> None:
        """Note that Discord shows what was drawn last."""
        if self.teaches:
            self.tips.shown(self.table, self.reader.user)


@dataclass(slots=True)
class _Open:
    """A page that Discord shows to its owner."""

    token: str = field(repr=False)
    message: str
    until: float
    page: Page = field(repr=False)
    key: object = field(repr=False)
    components: tuple[Component, ...] = field(repr=False)
    """Its content, without the news of the last press."""
    presses: int = 0
    """Presses on it that are being answered, and will bring it up to date."""


class PrivatePages:
    """Draws the private pages of seats, and keeps those that are open up to date."""

    def __init__(
        self,
        rest: Rest,
        look: Callable[[str], Awaitable[TableState]],
        tips: TipPicker,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.tips: Final = tips
        self._rest: Final = rest
        self._look: Final = look
        self._clock: Final = clock
        self._open: Final[dict[tuple[str, int], _Open]] = {}
        """By table and user, the one that expires first in front."""
        self._users: Final[dict[str, set[int]]] = {}
        """The users who have a page open, by table."""
        self._tasks: Final[dict[str, asyncio.Task[None]]] = {}
        self._again: Final[set[str]] = set()

    # --- drawing -------------------------------------------------------------------------------

    def hand(
        self,
        reader: Reader,
        state: TableState,
        said: str = "",
        *,
        in_place: bool = True,
        hint: Hint | None = None,
        stays: bool = False,
        draw: Draw = hand_page,
    ) -> Reply:
        """Return the page with everything of the reader's seat, perhaps with a hint.

        What is ``said`` goes with the next change of the page, or ``stays`` until the seat acts.
        """
        mine = _own_view(state)
        page = Page(
            *(draw, reader, (mine.public.moment, mine.turn), state.table.id, self.tips),
            teaches=draw is not orders_page,
            hint=hint,
            greeting=said if stays else "",
        )
        content = page.content(mine, said, looks=True)
        # a page is not edited only to remove what it says has just been done
        lasting = page.content(mine) if said else content
        live = partial(self.opened, state, page, lasting)
        return Reply(content, in_place=in_place, live=live)

    def orders(self, reader: Reader, state: TableState, said: str = "") -> Reply:
        """Return the page with the standing orders of the reader's seat."""
        return self.hand(reader, state, said, draw=orders_page)

    def answer(self, reader: Reader, state: TableState) -> Reply:
        """Return the captain's card, or the hand once the captain has nothing to answer."""
        said = "" if may_declare(_own_view(state)) else reader.say("answer-captain")
        return self.hand(reader, state, said, draw=_answer_page)

    # --- keeping up to date --------------------------------------------------------------------

    def opened(
        self, state: TableState, page: Page, content: Content, token: str, message: str
    ) -> None:
        """Keep a page up to date that Discord shows now, in place of the user's earlier one."""
        table, now = state.table.id, self._clock()
        key = table, page.reader.user
        earlier = self._open.pop(key, None)
        self._open[key] = _Open(
            token,
            message,
            until=now + TOKEN_KEPT,
            page=page,
            key=page.key(state),
            components=content.components,
            presses=earlier.presses if earlier else 0,
        )
        self._users.setdefault(table, set()).add(page.reader.user)
        page.note_shown()
        self._expire(now)
        self.changed(table)  # it may have since the page was drawn

    def _expire(self, now: float) -> None:
        while self._open:
            key, page = next(iter(self._open.items()))
            if page.until > now and len(self._open) <= MAX_OPEN:
                return
            self._forget(*key)

    @contextmanager
    def pressed(self, table: str, user: int) -> Generator[None]:
        """Do not edit the page of this user while a press on it is being answered."""
        page = self._open.get((table, user))
        if page is None:
            yield
            return
        page.presses += 1
        try:
            yield
        finally:
            newest = self._open.get((table, user))
            if newest is not None and newest.presses:
                newest.presses -= 1
                self.changed(table)

    def changed(self, table: str) -> None:
        """Show a change of a table on the pages that are open there."""
        if table not in self._users:
            return
        if table in self._tasks:
            self._again.add(table)
            return
        task = asyncio.get_running_loop().create_task(self._refresh(table), name=f"hands {table}")
        self._tasks[table] = task
        task.add_done_callback(partial(self._finished, table))

    async def close(self) -> None:
        """Stop editing pages."""
        self._users.clear()
        for task in [*self._tasks.values()]:
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _finished(self, table: str, _: object) -> None:
        self._tasks.pop(table, None)
        if table in self._again:
            self._again.discard(table)
            self.changed(table)

    async def _refresh(self, table: str) -> None:
        """Edit each page at a table that shows something else by now."""
        await asyncio.sleep(GATHERING_PAUSE)
        self._again.discard(table)
        try:
            state = await self._look(table)
            for user in sorted(self._users.get(table, ())):
                await self._update(state, table, user)
        except (Refused, StoreError) as fault:
            _log.info("table %s: private pages are not updated: %s", table, kind_of(fault))
        except Exception as fault:
            report(f"table {table}: private pages", fault)

    async def _update(self, state: TableState, table: str, user: int) -> None:
        shown = self._open.get((table, user))
        if shown is None or shown.presses:
            return
        key, alive = shown.page.key(state), shown.until > self._clock()
        if key == shown.key and alive:
            return
        content = shown.page.content_at(state) if alive else None
        if content is None:
            self._forget(table, user)
            return
        shown.key = key
        if content.components == shown.components:
            return
        changes: Json = body(content.components) | {"attachments": []}
        try:
            async with asyncio.timeout(EDIT_TIMEOUT):
                await self._rest.edit_answer(shown.token, changes, message=shown.message)
        except (discord.HTTPException, *UNREACHABLE) as fault:
            # the user has dismissed it, or its token has expired; the next press opens another
            _log.info("a private page is no longer updated: %s", type(fault).__name__)
            if self._open.get((table, user)) is shown:
                self._forget(table, user)
        else:
            shown.components = content.components
            shown.page.note_shown()
        newest = self._open.get((table, user))
        if newest is not None and newest is not shown and newest.message == shown.message:
            # a press on it was answered meanwhile, and it is unknown which of the two came last
            newest.key, newest.components = None, ()
            self._again.add(table)

    def _forget(self, table: str, user: int) -> None:
        self._open.pop((table, user), None)
        users = self._users.get(table, set())
        users.discard(user)
        if not users:
            self._users.pop(table, None)


def _own_view(state: TableState) -> HandView:
    """Return what the user's seat may see of a game; raises `Refused` where there is nothing."""
    if state.seat is None:
        if state.table.game is None:
            raise Refused("not_seated_yet")
        raise Refused("not_seated")
    if state.table.game is None:
        raise Refused("not_started")
    return hand_view(state.table, state.seat)


def _answer_page(mine: HandView, say: Catalogue, plain: PlainName, said: str) -> Content:
    return answer_page(mine, say) if may_declare(mine) else hand_page(mine, say, plain, said)
