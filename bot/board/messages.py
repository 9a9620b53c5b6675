"""The messages that hang in the channels: pages of games, and calls beside them.

A page is hung up once, edited from then on, and hung up anew where its message is gone. Whatever
was sent twice because nobody knew of the first time is one message all the same: it goes by its
nonce, which Discord remembers for some minutes.
"""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import Final, TypeVar

import aiohttp
import discord

from bot.board.rendered import Channels, PageRenderer, RenderedPage
from bot.discord.circuit_breaker import (
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    CircuitBreaker,
    is_passing,
)
from bot.discord.limits import EDIT_TIMEOUT, NONCE, NONCE_KNOWN
from bot.pages.layout import Content
from bot.store.protocol import ANY_VERSION, UNSURE, PostedMessage, Store
from bot.tables.table import AFRESH

UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_MESSAGE: Final = 10008
TOO_MANY_OLD_EDITS: Final = 30046
ARCHIVED: Final = 50083

NEEDS_PEOPLE: Final = {
    UNKNOWN_CHANNEL: "channel_gone",
    MISSING_ACCESS: "cannot_see",
    MISSING_PERMISSIONS: "cannot_post",
    ARCHIVED: "thread_archived",
}
"""Refusals that only people can help with, and what is said of them."""
REPOST_AFTER: Final = (UNKNOWN_MESSAGE, TOO_MANY_OLD_EDITS, ARCHIVED)
"""Refusals of an edit after which a new message is tried: in an archived thread, it wakes it."""

UNREACHABLE: Final = (aiohttp.ClientError, OSError)
NOT_DONE: Final = (discord.HTTPException, discord.RateLimited, *UNREACHABLE)
"""How a request can end that Discord has not done."""

_log = logging.getLogger(__name__)
_T = TypeVar("_T")


class Messages:
    """Hangs messages up, sets them right and takes them down."""

    def __init__(self, store: Store, studio: PageRenderer, walls: Channels) -> None:
        self._store = store
        self._studio = studio
        self._walls = walls
        self._breaker = CircuitBreaker(lambda: asyncio.get_running_loop().time())
        self._perhaps: set[tuple[str, int]] = set()
        """What may hang already, though nobody told us where: the line broke, or we ended."""

    async def open(self) -> None:
        """Find out what may hang since we were here last."""
        self._perhaps.update(await self._store.pages_never_posted(NONCE_KNOWN))

    async def holds(self, table: str, page: int) -> bool:
        """Does this page hang, or may it, though nobody told us where?"""
        return self.may_be_posted(table, page) or bool(await self._store.message_of(table, page))

    def may_be_posted(self, table: str, page: int) -> bool:
        """Does this page perhaps hang, though nobody told us where?"""
        return (table, page) in self._perhaps

    # --- pages ---------------------------------------------------------------------------------

    async def show(self, table: str, page: int, painting: RenderedPage) -> None:
        """Edit the page's message, or hang up a new one; an old page is not hung up again."""
        hung = await self._store.message_of(table, page)
        try:
            if hung is None:
                shown = await self._hang(table, page, painting)
            elif self.may_be_posted(table, page) or _gives_way(hung, painting):
                shown = await self._replace(table, painting, hung)
            else:
                shown = await self._shown_on(table, painting, hung)
        except discord.HTTPException as fault:
            if painting.newest or fault.code in NEEDS_PEOPLE or is_passing(fault):
                raise
            _log.warning("table %s: page %s stays as it is (%s)", table, page, fault.code)
            shown = hung
        await self._store.painted(table, page, painting.version, shown)

    async def _shown_on(
        self, table: str, painting: RenderedPage, hung: PostedMessage
    ) -> PostedMessage | None:
        """Edit the message, or hang up a new one if it is gone or takes no more edits."""
        try:
            await self.edit(painting, hung)
        except discord.HTTPException as fault:
            if _matters(fault, hung, painting):
                raise
            is_gone = fault.code == UNKNOWN_MESSAGE
            if not painting.newest:
                if fault.code in REPOST_AFTER and not is_gone:  # it could still be pressed
                    raise
                return None
            _log.info("table %s: page %s must be hung anew (%s)", table, hung.page, fault.code)
            return await self._replace(table, painting, hung, hangs=not is_gone)
        return hung

    async def _hang(self, table: str, page: int, painting: RenderedPage) -> PostedMessage | None:
        """Hang a page up that has no message yet."""
        if not painting.newest and not self.may_be_posted(table, page):
            return None
        calls = painting.picture.calls if painting.first else ()
        fresh, known = await self._post_once(
            table, page, painting, _nonce(table, page, painting), calls
        )
        if known:
            await self.edit(painting, fresh)
        return fresh

    async def _replace(
        self, table: str, painting: RenderedPage, old: PostedMessage, *, hangs: bool = True
    ) -> PostedMessage:
        """Hang a page up afresh, which calls nobody, and take down the message that it had."""
        nonce, left = _nonce(table, old.page, painting, old), old if hangs else None
        if old.reposts != UNSURE:  # for whoever comes after a crash
            await self._store.record_post(table, replace(old, reposts=UNSURE))
        try:
            fresh, known = await self._post_once(table, old.page, painting, nonce, (), left)
        except discord.HTTPException as refused:
            if hangs and refused.code in NEEDS_PEOPLE and refused.code != MISSING_ACCESS:
                # then it is shown on the old one
                with suppress(*NOT_DONE):
                    await self.edit(painting, old)
            raise
        if known or hangs:  # tried again after a crash, it is as it was then
            await self.edit(painting, fresh)
        if hangs:
            await self.call(table, -old.message)
        return fresh

    async def _post_once(
        self,
        table: str,
        page: int,
        painting: RenderedPage,
        nonce: str,
        calls: tuple[int, ...],
        old: PostedMessage | None = None,
    ) -> tuple[PostedMessage, bool]:
        """Hang it up and note where, and that the ``old`` message has to be taken down.

        Until that is noted it may hang and nobody know. If it hangs already, Discord leaves it as
        it is: may that be so?
        """
        it = (table, page)
        known = it in self._perhaps
        self._perhaps.add(it)
        try:
            message = await self._post(painting, nonce, calls)
        except (discord.HTTPException, discord.RateLimited) as fault:
            done = isinstance(fault, discord.HTTPException) and is_passing(fault)
            if not known and not done:
                self._perhaps.discard(it)
            raise
        hung = PostedMessage(page, painting.channel, message, painting.reposts)
        await self._store.record_post(table, hung, old)
        self._perhaps.discard(it)
        return hung, known

    # --- calls ---------------------------------------------------------------------------------

    async def call(self, table: str, page: int) -> None:
        """Hang up a call, set it right, or take it down when nobody is meant any more.

        A message that gave way to a fresh one is taken down like a call.
        """
        hung = await self._store.message_of(table, page)
        call = await self._studio.call(table, -page)
        known = hung is not None
        if hung is None and (call.newest or self.may_be_posted(table, page)):
            nonce, calls = f"{table}-call{-page}", call.picture.calls
            hung, known = await self._post_once(table, page, call, nonce, calls)
        if hung is not None and call.newest and known:
            await self._set_right(call, hung)
        if hung is not None and not call.newest:
            await self._take_back(hung, call.channel)
        version, left = (call.version, hung) if call.newest else (ANY_VERSION, None)
        await self._store.painted(table, page, version, left)

    async def _set_right(self, call: RenderedPage, hung: PostedMessage) -> None:
        """Show on a call what has changed, which calls nobody again; it is not hung up twice."""
        try:
            await self.edit(call, hung, call.picture.calls)
        except discord.HTTPException as fault:
            if _matters(fault, hung, call):
                raise

    async def edit(
        self, painting: RenderedPage, hung: PostedMessage, calls: tuple[int, ...] = ()
    ) -> None:
        """Show this on a message that hangs; an edit notifies nobody."""
        message = self._walls.channel(hung.channel).get_partial_message(hung.message)
        await self.ask(
            lambda: message.edit(
                view=painting.picture.view,
                attachments=_files(painting.picture),
                allowed_mentions=_only(calls),
            )
        )

    async def _post(self, painting: RenderedPage, nonce: str, calls: tuple[int, ...]) -> int:
        picture = painting.picture
        message = await self.ask(
            lambda: self._walls.channel(painting.channel).send(
                view=picture.view,
                files=_files(picture),
                nonce=nonce[-NONCE:],
                allowed_mentions=_only(calls),
            )
        )
        return message.id

    async def _take_back(self, hung: PostedMessage, home: int) -> None:
        """Take a message down; if that cannot be now, it is tried again like a board."""
        message = self._walls.channel(hung.channel).get_partial_message(hung.message)
        try:
            await self.ask(message.delete)
        except discord.HTTPException as fault:
            waits = fault.code in NEEDS_PEOPLE and fault.code != UNKNOWN_CHANNEL
            if is_passing(fault) or (waits and hung.channel == home):
                raise

    async def ask(self, call: Callable[[], Awaitable[_T]]) -> _T:
        """Have Discord do something, unless it takes too long or we are shut out."""
        with self._breaker.request():
            try:
                async with asyncio.timeout(EDIT_TIMEOUT):
                    return await call()
            except TimeoutError:
                self._walls.request_timed_out()
                raise


def _gives_way(hung: PostedMessage, painting: RenderedPage) -> bool:
    """Has the board been called back since, perhaps to another channel?"""
    here = (painting.channel, painting.reposts)
    return painting.newest and (hung.channel, hung.reposts) != here


def _nonce(table: str, page: int, painting: RenderedPage, old: PostedMessage | None = None) -> str:
    """Tried again, it is the same message to Discord and does not hang twice.

    Everybody can read it, so it is made of nothing that a silent act changes. The channel and the
    message that it takes the place of tell it from others, and after a restore, that there was one.
    """
    place = f"{painting.channel % 1000}-{old.message % 10**6 if old else 0}"
    return f"{table}-{page}-{painting.reposts // AFRESH}-{place}"


def _matters(fault: discord.HTTPException, hung: PostedMessage, painting: RenderedPage) -> bool:
    """Is it a refusal that a fresh message would not mend?

    Of a channel that the table has moved away from, nothing is asked twice.
    """
    at_home = hung.channel == painting.channel
    return fault.code not in REPOST_AFTER and (at_home or is_passing(fault))


def _only(users: tuple[int, ...]) -> discord.AllowedMentions:
    """These users are called, whoever else is named."""
    called = [discord.Object(user) for user in users]
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=called or False
    )


def _files(picture: Content) -> list[discord.File]:
    """Fresh ones for each try, for a file can be read only once."""
    return [discord.File(io.BytesIO(text.encode()), name) for name, text in picture.files]
