"""Private pages of seats: drawn for their owner alone, and kept up to date while they are open.

A page follows its table: while the token of its owner's last press lives, it is edited when what it
shows has changed, and laid anew at the bottom of the channel when a public message has come below
it. A player who sits at a table and has pressed anything gets one when the game begins. One that
its owner has dismissed stays away until the owner asks. One that cannot be edited while Discord is
away is tried again by itself. Tokens are kept in memory alone.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import blake2b
from math import inf
from typing import Final

import discord
import orjson

from bot.board.picture_support import PictureSupport, attached, inline, shows
from bot.board.requests import UNREACHABLE
from bot.board.responses import Reply, Sent
from bot.board.tips import TipPicker
from bot.discord.circuit_breaker import BROKEN
from bot.discord.incoming import Incoming
from bot.discord.limits import EDIT_TIMEOUT, INVALID_FORM, TOKEN_KEPT
from bot.discord.rest import Rest, Upload, body
from bot.errors import kind_of, report
from bot.hosting.reader import TableState
from bot.lru import Lru
from bot.pages.hand import hand as hand_page
from bot.pages.hand import orders as orders_page
from bot.pages.layout import Content, PlainName
from bot.pages.stay_order import stay_order as stay_order_page
from bot.pages.views import HandView, hand_key, hand_view
from bot.retry import RETRY_DELAYS
from bot.store.data import Attached
from bot.store.errors import StoreError
from bot.tables.play import to_speak
from bot.tables.refusals import Refused
from bot.words import Catalogue
from players.hints import Hint

MAX_OPEN: Final = 5000
"""Open pages that are remembered; the oldest are forgotten first."""
GATHERING_STEP: Final = 0.25
"""Seconds after which a page that waits for further changes looks for a public message."""
GATHERING_STEPS: Final = 3
"""Steps in which changes are gathered before a page is edited."""
DIGEST_SIZE: Final = 16

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
    has_page: bool = False
    """The seat can be played in a browser."""
    greeting: str = field(default="", repr=False)
    """A text that it shows until its owner presses something at the table."""

    def content(self, mine: HandView, said: str = "", *, looks: bool = False) -> Content:
        """Draw the page, with what has just been done; ``looks``: its owner has opened it."""
        reader, tips = self.reader, self.tips
        still_asked = (mine.public.moment, mine.turn) == self.asked
        shown = replace(
            mine,
            hint=self.hint if still_asked else None,
            tip=tips.tip(mine, reader.user, looks=looks) if self.teaches else "",
            tips=tips.wanted(reader.user),
            has_page=self.has_page,
        )
        return self.draw(shown, reader.say, reader.plain_name, said or self.greeting)

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
    digest: bytes = field(repr=False)
    """A hash of its content without the news of the last press; empty: unknown. The content itself
    takes three kilobytes and more."""
    number: int = 0
    """Discord's id of the message; 0: unknown."""
    picture: Attached | None = None
    """The picture attached to it."""
    laid_at: int = 0
    """The table's moment when it was posted with its picture."""
    is_buried: bool = False
    """A newer message stands below it."""
    failures: int = 0
    """Number of edits in a row that failed because Discord was away."""
    waits: bool = False
    """It is left alone until the next try."""


@dataclass(frozen=True, slots=True)
class _Way:
    """The newest way to a user at a table."""

    token: str = field(repr=False)
    """The token of the user's last press."""
    reader: Reader


class PrivatePages:
    """Draws the private pages of seats, and keeps those that are open up to date."""

    def __init__(
        self,
        rest: Rest,
        look: Callable[[str], Awaitable[TableState]],
        tips: TipPicker,
        pictures: PictureSupport,
        clock: Callable[[], float] = time.monotonic,
        has_page: Callable[[], bool] = lambda: False,
    ) -> None:
        """``has_page``: returns whether seats can be played in a browser."""
        self.tips: Final = tips
        self._rest: Final = rest
        self._look: Final = look
        self._pictures: Final = pictures
        self._clock: Final = clock
        self._has_page: Final = has_page
        self._open: Final[dict[tuple[str, int], _Open]] = {}
        """By table and user, the one that expires first in front."""
        self._users: Final[dict[str, set[int]]] = {}
        """The users who have a page open, by table."""
        self._ways: Final = Lru[tuple[str, int], _Way](MAX_OPEN, TOKEN_KEPT, clock)
        """By table and user."""
        self._dismissed: Final = Lru[tuple[str, int], bool](MAX_OPEN)
        """Pages that their owners have closed."""
        self._posted: Final[set[str]] = set()
        """Tables with a new public message, below which pages are to be laid."""
        self._tasks: Final[dict[str, asyncio.Task[None]]] = {}
        self._again: Final[set[str]] = set()
        self._is_closed = False
        self._deletions: Final[set[asyncio.Task[None]]] = set()
        self._pressing: Final = Counter[tuple[str, int]]()
        """Presses that are being answered, by table and user."""
        self._left_alone: Final[set[tuple[str, int]]] = set()
        """Pages that have to be looked at once their presses are answered."""

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

        What is ``said`` goes with the next change of the page, or ``stays`` until the next press.
        """
        mine = _own_view(state)
        page = self._page(reader, mine, draw, hint, said if stays else "")

        content = page.content(mine, said, looks=True)
        # a page is not edited only to remove what it says has just been done
        lasting = page.content(mine) if said else content
        live = partial(self._opened, state, page, lasting)
        pictured = partial(self._pictured, state.table.id)
        return Reply(content, in_place=in_place, live=live, pictured=pictured)

    def _page(
        self,
        reader: Reader,
        mine: HandView,
        draw: Draw = hand_page,
        hint: Hint | None = None,
        greeting: str = "",
    ) -> Page:
        table = mine.public.table
        return Page(
            *(draw, reader, (mine.public.moment, mine.turn), table, self.tips),
            teaches=draw is hand_page,
            hint=hint,
            has_page=self._has_page(),
            greeting=greeting,
        )

    async def _pictured(self, table: str, reply: Reply, click: Incoming) -> Reply:
        """Return a page with its picture: that of the message pressed on, or a new one."""
        if click.is_private and reply.in_place:
            shown = self._open.get((table, click.user.id))
            is_there = shown is not None and shown.number == click.message
            if shown is None or not is_there or self._loses_pictures(click.channel):
                return reply.in_words()
            return replace(reply, kept=shown.picture) if shown.picture else reply.in_words()
        painted = await self._paint(reply.content)
        return replace(reply, painted=painted[0].data) if painted else reply.in_words()

    def _loses_pictures(self, channel: int) -> bool:
        """Return whether an update of a message there would lose its picture."""
        return self._pictures.takes("rides", channel) is False

    async def _paint(self, content: Content) -> list[Upload]:
        """Return the picture of a page as a file, if it has one that can be painted."""
        if content.picture is None:
            return []
        painted = await self._pictures.upload(content.picture)
        return [painted] if painted else []

    def orders(self, reader: Reader, state: TableState, said: str = "") -> Reply:
        """Return the page with the standing orders of the reader's seat."""
        return self.hand(reader, state, said, draw=orders_page)

    def stay_order(self, reader: Reader, state: TableState, said: str = "") -> Reply:
        """Return the page with the order of the reader's seat to stay."""
        return self.hand(reader, state, said, draw=stay_order_page)

    # --- keeping up to date --------------------------------------------------------------------

    def note_press(self, table: str, reader: Reader, token: str, *, is_buried: bool) -> None:
        """Keep the token of a press at a table, which was answered.

        ``is_buried``: it was made on a private page that has a newer message below it.
        """
        self._ways[table, reader.user] = _Way(token, reader)
        shown = self._open.get((table, reader.user))
        if shown is None:
            return
        if shown.token != token:  # or it is the press that has opened the page
            shown.page = replace(shown.page, greeting="")
        if is_buried:
            shown.is_buried = True
        if is_buried or shown.waits:
            shown.waits = False  # Discord is back
            self.changed(table)

    def _opened(self, state: TableState, page: Page, content: Content, sent: Sent) -> None:
        """Keep a page up to date that Discord shows now, in place of the user's earlier one."""
        table, user = state.table.id, page.reader.user
        self._dismissed.pop((table, user))
        earlier = self._note_open(state, page, content, sent)
        if earlier is not None and sent.told is not None:
            self._delete_later(earlier)
        self.changed(table)  # it may have since the page was drawn

    def _note_open(
        self, state: TableState, page: Page, content: Content, sent: Sent
    ) -> _Open | None:
        """Note that Discord shows a page; return the user's earlier one."""
        table, now = state.table.id, self._clock()
        key = table, page.reader.user
        earlier = self._open.pop(key, None)
        opened = self._open[key] = _Open(
            sent.token,
            sent.message,
            until=now + TOKEN_KEPT,
            page=page,
            key=page.key(state),
            digest=_digest(content),
            picture=sent.kept,
        )
        if sent.told is not None:
            opened.number = int(sent.told.get("id", 0))
            opened.picture = attached(sent.told, content.picture) if content.picture else None
            opened.laid_at = state.table.moment
        elif earlier is not None:
            opened.number, opened.is_buried = earlier.number, earlier.is_buried
            opened.laid_at = earlier.laid_at
        else:  # opened before a restart: it has lost its picture
            opened.is_buried = True
        self._users.setdefault(table, set()).add(page.reader.user)
        page.note_shown()
        self._expire(now)
        return earlier

    def _delete_later(self, page: _Open) -> None:
        """Delete a page that another one has replaced."""
        if page.until <= self._clock():
            return
        loop = asyncio.get_running_loop()
        task = loop.create_task(self._delete(page), name="an old private page")
        self._deletions.add(task)
        task.add_done_callback(self._deletions.discard)

    async def _delete(self, page: _Open) -> None:
        try:
            async with asyncio.timeout(EDIT_TIMEOUT):
                await self._rest.take_back(page.token, message=page.message)
        except (discord.HTTPException, *UNREACHABLE) as fault:
            _log.info("an old private page stays: %s", type(fault).__name__)

    def _expire(self, now: float) -> None:
        while self._open:
            key, page = next(iter(self._open.items()))
            if page.until > now and len(self._open) <= MAX_OPEN:
                return
            self._forget(*key)

    @contextmanager
    def pressed(self, table: str, user: int) -> Generator[None]:
        """Leave the page of this user alone while a press is answered, which may bring one."""
        self._pressing[table, user] += 1
        try:
            yield
        finally:
            self._pressing[table, user] -= 1
            if not self._pressing[table, user]:
                del self._pressing[table, user]
            if (table, user) in self._left_alone:
                self._left_alone.discard((table, user))
                self.changed(table)

    def posted(self, table: str, message: int) -> None:
        """Lay the pages at a table below this public message."""
        for user in self._users.get(table, ()):
            page = self._open[table, user]
            page.is_buried = page.is_buried or page.number < message
            page.waits = False
        self._posted.add(table)
        self.changed(table)

    def changed(self, table: str) -> None:
        """Show a change of a table on the pages that are open there."""
        if self._is_closed or (table not in self._users and table not in self._posted):
            return
        if table in self._tasks:
            self._again.add(table)
            return
        task = asyncio.get_running_loop().create_task(self._refresh(table), name=f"hands {table}")
        self._tasks[table] = task
        task.add_done_callback(partial(self._finished, table))

    async def close(self) -> None:
        """Stop editing and posting pages."""
        self._is_closed = True
        tasks = [*self._tasks.values(), *self._deletions]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _finished(self, table: str, _: object) -> None:
        self._tasks.pop(table, None)
        if table in self._again:
            self._again.discard(table)
            self.changed(table)

    async def _refresh(self, table: str) -> None:
        """Edit each page at a table that shows something else by now."""
        await self._gather(table)
        self._again.discard(table)
        is_posted = table in self._posted
        self._posted.discard(table)
        try:
            state = await self._look(table)
            users = {*self._users.get(table, ())}
            if is_posted:
                users |= {*state.table.people.values()}
            await asyncio.gather(*[self._update(state, table, user) for user in sorted(users)])
        except (Refused, StoreError) as fault:
            _log.info("table %s: private pages are not updated: %s", table, kind_of(fault))
        except Exception as fault:
            report(f"table {table}: private pages", fault)

    async def _gather(self, table: str) -> None:
        """Wait for further changes, but return soon once a public message was posted."""
        for _ in range(GATHERING_STEPS):
            if table in self._posted:
                return
            await asyncio.sleep(GATHERING_STEP)

    async def _update(self, state: TableState, table: str, user: int) -> None:
        """Bring the page of a user up to date, and to the bottom of the channel."""
        shown = self._open.get((table, user))
        if self._pressing[table, user]:
            self._left_alone.add((table, user))
            if shown is None:
                self._posted.add(table)
            return
        alive = shown is not None and shown.until > self._clock()
        if shown is not None and not alive:
            self._forget(table, user)
        elif shown is not None and shown.waits:
            return
        can_lay = state.table.stage == "playing" and (table, user) in self._ways
        if shown is None or not alive or (shown.is_buried and can_lay):
            await self._lay(state, table, user, shown if alive else None)
        elif shown.key != (key := shown.page.key(state)):
            content = shown.page.content_at(state)
            if content is None:
                self._forget(table, user)
            elif can_lay and _is_false(state, shown, content):
                await self._lay(state, table, user, shown)
            else:
                shown.key = key
                await self._edit(table, shown, content)

    async def _edit(self, table: str, shown: _Open, content: Content) -> None:
        """Edit a page, which keeps its picture."""
        digest = _digest(content)
        if digest == shown.digest:
            return
        try:
            async with asyncio.timeout(EDIT_TIMEOUT):
                kept = content if shown.picture else content.in_words()
                changes = inline(kept, shown.picture)
                told = await self._rest.edit_answer(shown.token, changes, message=shown.message)
        except (discord.HTTPException, *UNREACHABLE) as fault:
            self._note_refusal(table, shown, fault)
        else:
            shown.digest, shown.failures = digest, 0
            if content.picture and shown.picture and not shows(told, shown.picture):
                shown.picture = None
            shown.page.note_shown()
        newest = self._open.get((table, shown.page.reader.user))
        if newest is not None and newest is not shown and newest.message == shown.message:
            # a press on it was answered meanwhile, and it is unknown which of the two came last
            newest.key, newest.digest = None, b""
            self._again.add(table)

    def _note_refusal(self, table: str, shown: _Open, fault: Exception) -> None:
        """Note that a page could not be edited: its owner has dismissed it, as a rule."""
        if _is_away(fault):
            self._try_later(table, shown)
            return
        if _is_invalid(fault) and shown.picture:  # Discord does not keep pictures in edits
            shown.picture, shown.key = None, None
            self._again.add(table)
            return
        user = shown.page.reader.user
        _log.info("a private page is no longer updated: %s", type(fault).__name__)
        if self._open.get((table, user)) is shown:
            if isinstance(fault, discord.NotFound):
                self._dismissed[table, user] = True
            self._forget(table, user)

    def _try_later(self, table: str, shown: _Open) -> None:
        """Bring a page up to date after a while: it is unknown what it shows."""
        shown.key, shown.digest, shown.waits = None, b"", True
        delay = RETRY_DELAYS[min(shown.failures, len(RETRY_DELAYS) - 1)]
        shown.failures += 1
        asyncio.get_running_loop().call_later(delay, self._try_again, table, shown)

    def _try_again(self, table: str, shown: _Open) -> None:
        shown.waits = False
        self.changed(table)

    async def _lay(self, state: TableState, table: str, user: int, old: _Open | None) -> None:
        """Post a page at the bottom of the channel, in place of an ``old`` one above."""
        way, seat = self._ways.get((table, user)), state.table.seat_of(user)
        if way is None or seat is None or state.table.stage != "playing":
            return
        if old is None and self._dismissed.get((table, user)):
            return
        mine = hand_view(state.table, seat)
        page = old.page if old is not None and old.page.teaches else self._page(way.reader, mine)
        content = page.content(mine)
        uploads = await self._paint(content)
        content = content if uploads else content.in_words()
        try:
            async with asyncio.timeout(EDIT_TIMEOUT):
                message = body(content.components, ephemeral=True)
                told = await self._rest.follow_up(way.token, message, uploads)
        except (discord.HTTPException, *UNREACHABLE) as fault:
            _log.info("a private page cannot be laid: %s", type(fault).__name__)
            self._ways.pop((table, user))  # or it might be posted twice
            if old is not None and _is_away(fault):
                self._try_later(table, old)
            return
        if self._open.get((table, user)) is not old:
            # a press has opened another one meanwhile
            self._delete_later(_Open(way.token, f"{told['id']}", inf, page, None, b""))
            return
        self._note_open(state, page, content, Sent(way.token, f"{told['id']}", told))
        if old is not None:
            self._delete_later(old)

    def _forget(self, table: str, user: int) -> None:
        self._open.pop((table, user), None)
        users = self._users.get(table, set())
        users.discard(user)
        if not users:
            self._users.pop(table, None)


def _digest(content: Content) -> bytes:
    """Return a hash of what a page shows."""
    return blake2b(orjson.dumps(content.components), digest_size=DIGEST_SIZE).digest()


def _own_view(state: TableState) -> HandView:
    """Return what the user's seat may see of a game; raises `Refused` where there is nothing."""
    if state.seat is None:
        if state.table.game is None:
            raise Refused("not_seated_yet")
        raise Refused("not_seated")
    if state.table.game is None:
        raise Refused("not_started")
    return hand_view(state.table, state.seat)


def _is_false(state: TableState, shown: _Open, content: Content) -> bool:
    """Return whether a page is asked something beside a picture that is no longer true.

    A page that is asked ahead gets a new picture once: others may answer first, and change it.
    """
    if shown.picture is None or content.picture is None:
        return False
    if shown.picture.name == content.picture.name:
        return False
    table, seat = state.table, state.table.seat_of(shown.page.reader.user)
    if seat in table.running.waiting:
        return True
    asked_ahead = seat in to_speak(table) and seat not in table.sealed
    return asked_ahead and shown.laid_at != table.moment


def _is_away(fault: Exception) -> bool:
    """Return whether Discord failed by itself, and may take the same later."""
    if isinstance(fault, discord.HTTPException):
        return fault.status >= BROKEN
    return isinstance(fault, UNREACHABLE)


def _is_invalid(fault: Exception) -> bool:
    return isinstance(fault, discord.HTTPException) and fault.code == INVALID_FORM
