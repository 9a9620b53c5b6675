"""The messages in the channels: pages of the story, and pings beside them.

A page is posted once, edited from then on, and posted again where its message is gone. What was
sent twice because nobody knew of the first time is one message all the same: it goes by its nonce,
which Discord remembers for some minutes.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from contextlib import suppress
from dataclasses import replace
from typing import Final

import discord

from bot.board.delivery import NEEDS_PEOPLE, REPOST_AFTER, Delivery
from bot.board.gallery import Gallery, Way
from bot.board.rendered import PageRenderer, RenderedPage
from bot.board.requests import NOT_DONE, Requests
from bot.discord.circuit_breaker import is_passing
from bot.discord.limits import (
    MISSING_ACCESS,
    NONCE_KNOWN,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
)
from bot.pages.layout import Content
from bot.store.protocol import PostedMessage, Store
from bot.tables.pages import PageKey

ROOM: Final = 5000
"""How many tables and pages are remembered with their messages."""

_log = logging.getLogger(__name__)


class Messages:
    """Posts messages, edits them, and deletes them."""

    def __init__(
        self, store: Store, renderer: PageRenderer, requests: Requests, pictures: Gallery
    ) -> None:
        self.requests = requests
        self._delivery = Delivery(store, renderer, requests, pictures)
        self._pictures = pictures
        self._store = store
        self._renderer = renderer
        self._newest: Final[OrderedDict[str, int]] = OrderedDict()
        """The message of the newest page of each table, as far as it was painted lately."""
        self._noted: Final[OrderedDict[tuple[str, PageKey], PostedMessage]] = OrderedDict()
        """Where pages stand, as we have noted last."""
        self._maybe_posted: set[tuple[str, PageKey]] = set()
        """What may be posted already though nobody told us where: the line broke, or we ended."""

    async def open(self) -> None:
        """Find out what may have been posted when we were here last."""
        self._maybe_posted.update(await self._store.pages_never_posted(NONCE_KNOWN))
        await self._pictures.open()

    def forget_all(self) -> None:
        """Others may have posted what we knew: the store says where it stands."""
        self._newest.clear()
        self._noted.clear()

    async def is_posted(self, table: str, page: PageKey) -> bool:
        """Is this page posted, or may it be, though nobody told us where?"""
        return self.may_be_posted(table, page) or bool(await self._posted(table, page))

    def may_be_posted(self, table: str, page: PageKey) -> bool:
        """May this page be posted, though nobody told us where?"""
        return (table, page) in self._maybe_posted

    async def certain(self, table: str, page: PageKey) -> PostedMessage | None:
        """The message of this page, if there is no doubt that it is the one."""
        return None if self.may_be_posted(table, page) else await self._posted(table, page)

    def has_token(self, table: str) -> bool:
        """Can the newest message of a table be edited by the token of a click?"""
        message = self._newest.get(table)
        return message is not None and self.requests.tokens.newest(message) is not None

    async def is_newest(self, table: str, page: PageKey) -> bool:
        """Does this page stand on the newest message of a table?"""
        posted = await self.certain(table, page)
        return posted is not None and posted.message == self._newest.get(table)

    def _note_newest(self, table: str, posted: PostedMessage) -> None:
        self._newest[table] = posted.message
        self._newest.move_to_end(table)
        if len(self._newest) > ROOM:
            self._newest.popitem(last=False)

    async def _posted(self, table: str, page: PageKey) -> PostedMessage | None:
        """Where a page stands; what we have noted ourselves is in memory."""
        noted = self._noted.get((table, page))
        return noted or await self._store.message_of(table, page)

    def _note(self, table: str, posted: PostedMessage) -> None:
        self._noted[table, posted.key] = posted
        self._noted.move_to_end((table, posted.key))
        if len(self._noted) > ROOM:
            self._noted.popitem(last=False)

    async def record(
        self, table: str, page: PageKey, version: int | None, posted: PostedMessage | None
    ) -> None:
        """Note where a page stands, and that it shows this version; None: it stands nowhere."""
        self._noted.pop((table, page), None)
        await self._store.record_painted(table, page, version, posted)
        if posted is not None:
            self._note(table, posted)

    def takes(self, way: Way) -> bool | None:
        """Does this Discord take pictures in this way? None: nobody knows yet."""
        return self._pictures.takes(way)

    async def note(self, way: Way, *, taken: bool) -> None:
        """Remember whether this Discord takes pictures in this way."""
        await self._pictures.note(way, taken=taken)

    # --- the story -----------------------------------------------------------------------------

    async def show(self, table: str, page: PageKey, rendered: RenderedPage) -> None:
        """Edit the page's message, or post a new one. An old page is not posted again."""
        posted = await self._posted(table, page)
        if rendered.is_current and posted is not None:
            self._note_newest(table, posted)
        try:
            if posted is None:
                shown = await self._post_first(table, page, rendered)
            elif self.may_be_posted(table, page) or _must_move(posted, rendered):
                shown = await self._replace(table, rendered, posted)
            else:
                shown = await self._edit_or_replace(table, rendered, posted)
        except discord.HTTPException as fault:
            # a page that lies behind, in another channel, needs nobody's help
            left_behind = posted is not None and posted.channel != rendered.channel
            needs_people = fault.code in NEEDS_PEOPLE and not left_behind
            if rendered.is_current or needs_people or is_passing(fault):
                raise
            _log.warning("table %s: page %s stays as it is (%s)", table, page.number, fault.code)
            shown = posted
        if not rendered.is_current:  # before it is crossed out, or a crash would leave it hanging
            await self._delivery.take_down(table, page)
        await self.record(table, page, rendered.version, shown)

    async def _edit_or_replace(
        self, table: str, rendered: RenderedPage, posted: PostedMessage
    ) -> PostedMessage | None:
        """Edit the message, or post a new one if it is gone or takes no more edits."""
        try:
            return await self.edit(table, rendered, posted)
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
        return await self.edit(table, rendered, posted) if was_there else posted

    async def _replace(
        self, table: str, rendered: RenderedPage, old: PostedMessage, *, exists: bool = True
    ) -> PostedMessage:
        """Post a page again, which pings nobody, and delete the message that it had."""
        nonce, left = _nonce(table, old.key, rendered, old), old if exists else None
        if not old.uncertain:  # for the next start, should this one crash
            await self._record_post(table, replace(old, uncertain=True))
        try:
            posted, was_there = await self._post_once(table, old.key, rendered, nonce, (), left)
        except discord.HTTPException as refused:
            if exists and refused.code in NEEDS_PEOPLE and refused.code != MISSING_ACCESS:
                # then the old message shows it
                with suppress(*NOT_DONE):
                    await self.edit(table, rendered, old)
            raise
        if was_there or exists:  # tried again after a crash, it shows what it showed then
            posted = await self.edit(table, rendered, posted)
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
            message, picture = await self._delivery.post(table, page, rendered, nonce, pings)
        except (discord.HTTPException, discord.RateLimited) as fault:
            may_be_done = isinstance(fault, discord.HTTPException) and is_passing(fault)
            if not maybe_there and not may_be_done:
                self._maybe_posted.discard(it)
            raise
        posted = PostedMessage(page, rendered.channel, message, rendered.reposts, picture=picture)
        await self._record_post(table, posted, old)
        self._maybe_posted.discard(it)
        return posted, maybe_there

    async def _record_post(
        self, table: str, posted: PostedMessage, old: PostedMessage | None = None
    ) -> None:
        self._noted.pop((table, posted.key), None)
        await self._store.record_post(table, posted, old)
        self._note(table, posted)

    # --- beside the story ----------------------------------------------------------------------

    async def show_beside(self, table: str, page: PageKey) -> None:
        """Post a ping, edit it, or delete it when nobody is meant by it any more.

        A message that was replaced by a newer one is deleted in the same way.
        """
        posted = await self._posted(table, page)
        rendered = await self._renderer.render(table, page)
        was_there = posted is not None
        if posted is None and (rendered.is_current or self.may_be_posted(table, page)):
            nonce, pings = f"{table}-{page.kind}{page.number}", rendered.content.mentions
            posted, was_there = await self._post_once(table, page, rendered, nonce, pings)
        if posted is not None and rendered.is_current and was_there:
            await self._update_ping(table, rendered, posted)
        if posted is not None and not rendered.is_current:
            await self._delete(posted, rendered.channel)
        if rendered.is_current:
            await self.record(table, page, rendered.version, posted)
        else:
            await self.record(table, page, None, None)

    async def _update_ping(self, table: str, rendered: RenderedPage, posted: PostedMessage) -> None:
        """Show on a ping what has changed, which notifies nobody. It is not posted twice."""
        try:
            await self.edit(table, rendered, posted, rendered.content.mentions)
        except discord.HTTPException as fault:
            if _must_be_told(fault, posted, rendered):
                raise

    # --- requests ------------------------------------------------------------------------------

    async def edit(
        self,
        table: str,
        rendered: RenderedPage,
        posted: PostedMessage,
        mentions: tuple[int, ...] = (),
    ) -> PostedMessage:
        """Show this on a message; an edit notifies nobody. The message as it is then."""
        return await self._delivery.edit(table, rendered, posted, mentions)

    async def post(self, channel: int, content: Content, nonce: str) -> int:
        """Post a new message, which pings those whom it mentions; its id."""
        return await self._delivery.send(channel, content, nonce)

    async def take_back(self, channel: int, message: int) -> None:
        """Delete a message that nothing came of, if that can be done now."""
        with suppress(*NOT_DONE):
            await self.requests.delete(channel, message)

    async def _delete(self, posted: PostedMessage, home: int) -> None:
        """Delete a message. If that cannot be done now, it is tried again like a board."""
        try:
            await self.requests.delete(posted.channel, posted.message)
        except discord.HTTPException as fault:
            needs_people = fault.code in NEEDS_PEOPLE and fault.code != UNKNOWN_CHANNEL
            if is_passing(fault) or (needs_people and posted.channel == home):
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
