"""How one message is sent and edited, with its picture where this Discord keeps one.

`bot.board.messages` says which message stands for a page; here is what is in it. What cannot be
shown in one way is shown in the next: see `bot.board.gallery`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import discord

from bot.board import gallery
from bot.board.gallery import Gallery
from bot.board.rendered import PageRenderer, RenderedPage
from bot.board.requests import Requests
from bot.discord.circuit_breaker import is_passing
from bot.discord.limits import (
    ARCHIVED,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    NONCE,
    TOO_MANY_OLD_EDITS,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
)
from bot.discord.rest import Json, Upload, body
from bot.pages.layout import Component, Content
from bot.store.protocol import Attached, PostedMessage, Store
from bot.tables.pages import PICTURE, PageKey

NEEDS_PEOPLE: Final = {
    UNKNOWN_CHANNEL: "channel_gone",
    MISSING_ACCESS: "cannot_see",
    MISSING_PERMISSIONS: "cannot_post",
    ARCHIVED: "thread_archived",
}
"""Refusals that only people can help with, and the codes of what we say about them."""
REPOST_AFTER: Final = (UNKNOWN_MESSAGE, TOO_MANY_OLD_EDITS, ARCHIVED)
"""Refusals of an edit after which we try a new message: in an archived thread, it wakes it."""


class Delivery:
    """Sends and edits messages, each with its picture where that can be."""

    def __init__(
        self, store: Store, renderer: PageRenderer, requests: Requests, pictures: Gallery
    ) -> None:
        self.requests = requests
        self.pictures = pictures
        self._store = store
        self._renderer = renderer

    async def edit(
        self,
        table: str,
        rendered: RenderedPage,
        posted: PostedMessage,
        mentions: tuple[int, ...] = (),
    ) -> PostedMessage:
        """Show this on a message; an edit notifies nobody. The message as it is then."""
        content, picture = rendered.content, posted.picture
        if content.picture is None:
            gone: Json = {} if content.files or picture is None else {"attachments": []}
            await self.requests.edit(
                posted, body(content.components, pings=mentions) | gone, _texts(content)
            )
            return replace(posted, picture=None)
        if picture is not None and gallery.fits(rendered, picture) and not content.files:
            return await self._keep(table, rendered, posted, picture)
        above = await self._store.message_of(table, _above(posted.key))
        if above is not None and picture is None:
            return await self._edit_below(table, rendered, posted, above)
        return await self._edit_anew(table, rendered, posted)

    async def _keep(
        self, table: str, rendered: RenderedPage, posted: PostedMessage, picture: Attached
    ) -> PostedMessage:
        """Edit a message and keep its picture, if this Discord can do that."""
        if self.pictures.takes("edits") is False:
            return await self._edit_in_words(table, posted)
        kept = body(gallery.keeping(rendered.content, picture))
        try:
            told = await self.requests.edit(posted, kept)
        except discord.HTTPException as refused:
            if refused.code in (*REPOST_AFTER, *NEEDS_PEOPLE) or is_passing(refused):
                raise
            shown = await self._edit_in_words(table, posted)  # raises if it is not that
            await self.pictures.note("edits", taken=False)
            return shown
        kept_it = gallery.shows(told, picture)
        await self.pictures.note("edits", taken=kept_it)
        return posted if kept_it else await self._edit_in_words(table, posted)

    async def _edit_anew(
        self, table: str, rendered: RenderedPage, posted: PostedMessage
    ) -> PostedMessage:
        """Edit a message and give it a new picture."""
        wanted = rendered.content.picture
        upload = await self._upload(rendered)
        loses_it = self.pictures.takes("edits") is False  # then the next edit would
        if wanted is None or upload is None or loses_it:
            return await self._edit_in_words(table, posted)
        changes = body(rendered.content.components)
        try:
            told = await self.requests.edit(posted, changes, [upload, *_texts(rendered.content)])
        except discord.HTTPException as refused:
            if not gallery.may_be_the_file(refused):
                raise
            shown = await self._edit_in_words(table, posted)
            self.pictures.note_without_files(posted.channel)
            return shown
        return replace(posted, picture=gallery.attached(told, wanted))

    async def _edit_in_words(self, table: str, posted: PostedMessage) -> PostedMessage:
        """Edit a message and tell in words what a picture would show."""
        content = await self._in_words(table, posted.key)
        gone: Json = {} if content.files else {"attachments": []}
        changes = body(content.components) | gone
        await self.requests.edit(posted, changes, _texts(content))
        return replace(posted, picture=None)

    async def _edit_below(
        self, table: str, rendered: RenderedPage, posted: PostedMessage, above: PostedMessage
    ) -> PostedMessage:
        """Edit a message whose picture hangs above it, and that picture if it is another one."""
        if not gallery.fits(rendered, above.picture):
            upload = await self._upload(rendered)
            if upload is None:
                return await self._edit_in_words(table, posted)
            alone = body(gallery.alone(rendered.content))
            try:
                told = await self.requests.edit(above, alone, [upload])
            except discord.HTTPException as refused:
                if refused.code in NEEDS_PEOPLE or is_passing(refused):
                    raise
                await self.take_down(table, posted.key)
                return await self._edit_in_words(table, posted)
            await self._store.record_post(table, _hung(above, told, rendered))
        await self.requests.edit(posted, body(gallery.below(rendered.content).components))
        return posted

    async def post(
        self,
        table: str,
        page: PageKey,
        rendered: RenderedPage,
        nonce: str,
        pings: tuple[int, ...],
    ) -> tuple[int, Attached | None]:
        """Post a page, with its picture where that can be; its id, and what lies beside it."""
        content, wanted, channel = rendered.content, rendered.content.picture, rendered.channel
        if wanted is None:
            return await self._post_plain(channel, content, nonce, pings), None
        upload, doubt, hangs = await self._upload(rendered), None, False
        within = upload is not None and self.pictures.takes("edits") is not False
        try:
            if upload is not None and within:
                files = [upload, *_texts(content)]
                told = await self._send(channel, content.components, pings, nonce, files)
                return int(told["id"]), gallery.attached(told, wanted)
            hangs = await self._hang(table, page, rendered, upload, nonce)
        except discord.HTTPException as refused:
            if not gallery.may_be_the_file(refused):
                raise
            doubt = refused
        below = gallery.below(content) if hangs else await self._in_words(table, page)
        message = await self._post_plain(channel, below, nonce, pings)
        if doubt is not None and (within or doubt.code == MISSING_PERMISSIONS):
            self.pictures.note_without_files(channel)
        elif doubt is not None:
            await self.pictures.note("above", taken=False)
        return message, None

    async def _hang(
        self, table: str, page: PageKey, rendered: RenderedPage, upload: Upload | None, nonce: str
    ) -> bool:
        """Post a page's picture above it, if that can be; a board that follows has this nonce."""
        above = await self._store.message_of(table, _above(page))
        board = await self._store.message_of(table, page)
        # it came so far when it was tried before: then it is newer than the board, if there is one
        is_newer = above is not None and (board is None or above.message > board.message)
        if above is not None and is_newer and _hangs_here(above, rendered):
            return True
        await self.take_down(table, page)
        if upload is None or self.pictures.takes("above") is False:
            return False
        shown = gallery.alone(rendered.content)
        told = await self._send(rendered.channel, shown, (), f"{nonce}p", [upload])
        blank = PostedMessage(_above(page), rendered.channel, int(told["id"]), rendered.reposts)
        await self._store.record_post(table, _hung(blank, told, rendered))
        return True

    async def _post_plain(
        self, channel: int, content: Content, nonce: str, pings: tuple[int, ...]
    ) -> int:
        """Post a message without a picture; its id."""
        told = await self._send(channel, content.components, pings, nonce, _texts(content))
        return int(told["id"])

    async def take_down(self, table: str, page: PageKey) -> None:
        """Delete the picture above a page."""
        above = await self._store.message_of(table, _above(page))
        if above is not None:
            await self._delete(above)
            await self._store.record_painted(table, above.key, None, None)

    async def _upload(self, rendered: RenderedPage) -> Upload | None:
        """The picture of a page as a file; None where it cannot be painted or sent."""
        wanted = rendered.content.picture
        if wanted is None or not self.pictures.takes_files(rendered.channel):
            return None
        return await self.pictures.upload(wanted)

    async def _in_words(self, table: str, page: PageKey) -> Content:
        return (await self._renderer.render(table, page, pictured=False)).content

    async def _send(
        self,
        channel: int,
        components: tuple[Component, ...],
        pings: tuple[int, ...],
        nonce: str,
        files: list[Upload],
    ) -> Json:
        once = {"nonce": nonce[-NONCE:], "enforce_nonce": True}
        return await self.requests.post(channel, body(components, pings=pings) | once, files)

    async def send(self, channel: int, content: Content, nonce: str) -> int:
        """Post a message of no page, which pings those whom it mentions; its id."""
        return await self._post_plain(channel, content, nonce, content.mentions)

    async def _delete(self, above: PostedMessage) -> None:
        """Delete a picture. One that cannot be deleted any more may stay."""
        try:
            await self.requests.delete(above.channel, above.message)
        except discord.HTTPException as fault:
            if is_passing(fault):
                raise


def _above(page: PageKey) -> PageKey:
    """The message with the picture of this page."""
    return PageKey(PICTURE, page.number)


def _hangs_here(above: PostedMessage, rendered: RenderedPage) -> bool:
    """Does the picture of this page hang where the page is about to be posted?"""
    here = (above.channel, above.reposts) == (rendered.channel, rendered.reposts)
    return here and gallery.fits(rendered, above.picture)


def _hung(above: PostedMessage, told: Json, rendered: RenderedPage) -> PostedMessage:
    """The message above a page with the picture that it has now."""
    wanted = rendered.content.picture
    return replace(above, picture=gallery.attached(told, wanted) if wanted else None)


def _texts(content: Content) -> list[Upload]:
    return [Upload(name, text.encode()) for name, text in content.files]
