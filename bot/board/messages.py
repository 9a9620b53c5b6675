"""The messages in the channels: pages of the story, and pings beside them.

A page is posted once, edited from then on, and posted again where its message is gone. What was
sent twice because nobody knew of the first time is one message all the same: it goes by its nonce,
which Discord remembers for some minutes.
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
from bot.discord.circuit_breaker import CircuitBreaker, is_passing
from bot.discord.limits import (
    ARCHIVED,
    EDIT_TIMEOUT,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    NONCE,
    NONCE_KNOWN,
    TOO_MANY_OLD_EDITS,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
)
from bot.pages.layout import Content
from bot.store.protocol import PostedMessage, Store
from bot.tables.pages import PageKey

NEEDS_PEOPLE: Final = {
    UNKNOWN_CHANNEL: "channel_gone",
    MISSING_ACCESS: "cannot_see",
    MISSING_PERMISSIONS: "cannot_post",
    ARCHIVED: "thread_archived",
}
"""Refusals that only people can help with, and the codes of what we say about them."""
REPOST_AFTER: Final = (UNKNOWN_MESSAGE, TOO_MANY_OLD_EDITS, ARCHIVED)
"""Refusals of an edit after which we try a new message: in an archived thread, it wakes it."""

UNREACHABLE: Final = (aiohttp.ClientError, OSError)
NOT_DONE: Final = (discord.HTTPException, discord.RateLimited, *UNREACHABLE)
"""How a request can end that Discord did not carry out."""

_log = logging.getLogger(__name__)
_T = TypeVar("_T")


class Messages:
    """Posts messages, edits them, and deletes them."""

    def __init__(self, store: Store, renderer: PageRenderer, channels: Channels) -> None:
        self._store = store
        self._renderer = renderer
        self._channels = channels
        self._breaker = CircuitBreaker(lambda: asyncio.get_running_loop().time())
        self._maybe_posted: set[tuple[str, PageKey]] = set()
        """What may be posted already though nobody told us where: the line broke, or we ended."""

    async def open(self) -> None:
        """Find out what may have been posted when we were here last."""
        self._maybe_posted.update(await self._store.pages_never_posted(NONCE_KNOWN))

    async def is_posted(self, table: str, page: PageKey) -> bool:
        """Is this page posted, or may it be, though nobody told us where?"""
        return self.may_be_posted(table, page) or bool(await self._store.message_of(table, page))

    def may_be_posted(self, table: str, page: PageKey) -> bool:
        """May this page be posted, though nobody told us where?"""
        return (table, page) in self._maybe_posted

    # --- the story -----------------------------------------------------------------------------

    async def show(self, table: str, page: PageKey, rendered: RenderedPage) -> None:
        """Edit the page's message, or post a new one. An old page is not posted again."""
        posted = await self._store.message_of(table, page)
        try:
            if posted is None:
                shown = await self._post_first(table, page, rendered)
            elif self.may_be_posted(table, page) or _must_move(posted, rendered):
                shown = await self._replace(table, rendered, posted)
            else:
                shown = await self._edit_or_replace(table, rendered, posted)
        except discord.HTTPException as fault:
            if rendered.is_current or fault.code in NEEDS_PEOPLE or is_passing(fault):
                raise
            _log.warning("table %s: page %s stays as it is (%s)", table, page.number, fault.code)
            shown = posted
        await self._store.record_painted(table, page, rendered.version, shown)

    async def _edit_or_replace(
        self, table: str, rendered: RenderedPage, posted: PostedMessage
    ) -> PostedMessage | None:
        """Edit the message, or post a new one if it is gone or takes no more edits."""
        try:
            await self.edit(rendered, posted)
        except discord.HTTPException as fault:
            if _must_be_told(fault, posted, rendered):
                raise
            is_gone = fault.code == UNKNOWN_MESSAGE
            if not rendered.is_current:
                if fault.code in REPOST_AFTER and not is_gone:  # its buttons could still be pressed
                    raise
                return None
            _log.info("table %s: page %s is posted again (%s)", table, posted.key, fault.code)
            return await self._replace(table, rendered, posted, exists=not is_gone)
        return posted

    async def _post_first(
        self, table: str, page: PageKey, rendered: RenderedPage
    ) -> PostedMessage | None:
        """Post a page that has no message yet."""
        if not rendered.is_current and not self.may_be_posted(table, page):
            return None
        pings = rendered.content.mentions if rendered.pings else ()
        posted, was_there = await self._post_once(
            table, page, rendered, _nonce(table, page, rendered), pings
        )
        if was_there:
            await self.edit(rendered, posted)
        return posted

    async def _replace(
        self, table: str, rendered: RenderedPage, old: PostedMessage, *, exists: bool = True
    ) -> PostedMessage:
        """Post a page again, which pings nobody, and delete the message that it had."""
        nonce, left = _nonce(table, old.key, rendered, old), old if exists else None
        if not old.uncertain:  # for the next start, should this one crash
            await self._store.record_post(table, replace(old, uncertain=True))
        try:
            posted, was_there = await self._post_once(table, old.key, rendered, nonce, (), left)
        except discord.HTTPException as refused:
            if exists and refused.code in NEEDS_PEOPLE and refused.code != MISSING_ACCESS:
                # then the old message shows it
                with suppress(*NOT_DONE):
                    await self.edit(rendered, old)
            raise
        if was_there or exists:  # tried again after a crash, it shows what it showed then
            await self.edit(rendered, posted)
        if exists:
            await self.show_beside(table, old.replaced.key)
        return posted

    async def _post_once(
        self,
        table: str,
        page: PageKey,
        rendered: RenderedPage,
        nonce: str,
        pings: tuple[int, ...],
        old: PostedMessage | None = None,
    ) -> tuple[PostedMessage, bool]:
        """Post it and note where, and that the ``old`` message must be deleted.

        Until that is noted it may be posted and nobody know. If it is posted already, Discord
        leaves it as it is: may that be so?
        """
        it = (table, page)
        maybe_there = it in self._maybe_posted
        self._maybe_posted.add(it)
        try:
            message = await self._post(rendered, nonce, pings)
        except (discord.HTTPException, discord.RateLimited) as fault:
            may_be_done = isinstance(fault, discord.HTTPException) and is_passing(fault)
            if not maybe_there and not may_be_done:
                self._maybe_posted.discard(it)
            raise
        posted = PostedMessage(page, rendered.channel, message, rendered.reposts)
        await self._store.record_post(table, posted, old)
        self._maybe_posted.discard(it)
        return posted, maybe_there

    # --- beside the story ----------------------------------------------------------------------

    async def show_beside(self, table: str, page: PageKey) -> None:
        """Post a ping, edit it, or delete it when nobody is meant by it any more.

        A message that was replaced by a newer one is deleted in the same way.
        """
        posted = await self._store.message_of(table, page)
        rendered = await self._renderer.render(table, page)
        was_there = posted is not None
        if posted is None and (rendered.is_current or self.may_be_posted(table, page)):
            nonce, pings = f"{table}-{page.kind}{page.number}", rendered.content.mentions
            posted, was_there = await self._post_once(table, page, rendered, nonce, pings)
        if posted is not None and rendered.is_current and was_there:
            await self._update_ping(rendered, posted)
        if posted is not None and not rendered.is_current:
            await self._delete(posted, rendered.channel)
        if rendered.is_current:
            await self._store.record_painted(table, page, rendered.version, posted)
        else:
            await self._store.record_painted(table, page, None, None)

    async def _update_ping(self, rendered: RenderedPage, posted: PostedMessage) -> None:
        """Show on a ping what has changed, which notifies nobody. It is not posted twice."""
        try:
            await self.edit(rendered, posted, rendered.content.mentions)
        except discord.HTTPException as fault:
            if _must_be_told(fault, posted, rendered):
                raise

    # --- requests ------------------------------------------------------------------------------

    async def edit(
        self, rendered: RenderedPage, posted: PostedMessage, mentions: tuple[int, ...] = ()
    ) -> None:
        """Show this on a message; an edit notifies nobody."""
        message = self._channels.channel(posted.channel).get_partial_message(posted.message)
        await self.request(
            lambda: message.edit(
                view=rendered.content.view,
                attachments=_files(rendered.content),
                allowed_mentions=_only(mentions),
            )
        )

    async def _post(self, rendered: RenderedPage, nonce: str, pings: tuple[int, ...]) -> int:
        content = rendered.content
        return await self.post(rendered.channel, replace(content, mentions=pings), nonce)

    async def post(self, channel: int, content: Content, nonce: str) -> int:
        """Post a new message, which pings those whom it mentions; its id."""
        message = await self.request(
            lambda: self._channels.channel(channel).send(
                view=content.view,
                files=_files(content),
                nonce=nonce[-NONCE:],
                allowed_mentions=_only(content.mentions),
            )
        )
        return message.id

    async def take_back(self, channel: int, message: int) -> None:
        """Delete a message that nothing came of, if that can be done now."""
        posted = self._channels.channel(channel).get_partial_message(message)
        with suppress(*NOT_DONE):
            await self.request(posted.delete)

    async def _delete(self, posted: PostedMessage, home: int) -> None:
        """Delete a message. If that cannot be done now, it is tried again like a board."""
        message = self._channels.channel(posted.channel).get_partial_message(posted.message)
        try:
            await self.request(message.delete)
        except discord.HTTPException as fault:
            needs_people = fault.code in NEEDS_PEOPLE and fault.code != UNKNOWN_CHANNEL
            if is_passing(fault) or (needs_people and posted.channel == home):
                raise

    async def request(self, call: Callable[[], Awaitable[_T]]) -> _T:
        """Ask Discord for something, unless it takes too long or we are shut out."""
        with self._breaker.request():
            try:
                async with asyncio.timeout(EDIT_TIMEOUT):
                    return await call()
            except TimeoutError:
                self._channels.request_timed_out()
                raise


def without_text(fault: Exception) -> str:
    """A fault for the log."""
    if isinstance(fault, discord.HTTPException):
        return f"{fault.status} {fault.code}"
    return type(fault).__name__


def _must_move(posted: PostedMessage, rendered: RenderedPage) -> bool:
    """Was the board reposted since, perhaps to another channel?"""
    here = (posted.channel, posted.reposts) == (rendered.channel, rendered.reposts)
    return rendered.is_current and (posted.uncertain or not here)


def _nonce(
    table: str, page: PageKey, rendered: RenderedPage, old: PostedMessage | None = None
) -> str:
    """Sent again, it is the same message to Discord and is not posted twice.

    Everybody can read it, so nothing that a silent command changes is in it. The channel and the
    message that it replaces tell it from others, and the generation from those before a restore.
    """
    place = f"{rendered.channel % 1000}-{old.message % 10**6 if old else 0}"
    return f"{table}-{page.number}-{rendered.generation}-{place}"


def _must_be_told(
    fault: discord.HTTPException, posted: PostedMessage, rendered: RenderedPage
) -> bool:
    """Is it a refusal that a new message would not mend?

    Nothing is asked twice of a channel that the table has moved away from.
    """
    at_home = posted.channel == rendered.channel
    return fault.code not in REPOST_AFTER and (at_home or is_passing(fault))


def _only(users: tuple[int, ...]) -> discord.AllowedMentions:
    """Only these users are notified, whoever else is mentioned."""
    notified = [discord.Object(user) for user in users]
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=notified or False
    )


def _files(content: Content) -> list[discord.File]:
    """New ones for each try, because a file can be read only once."""
    return [discord.File(io.BytesIO(text.encode()), name) for name, text in content.files]
