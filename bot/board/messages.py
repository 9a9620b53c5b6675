"""Posts, edits, replaces and deletes the messages of pages, with their pictures where that can be.

Nothing is remembered here: a board owns the `Posts` that say where the pages of its table stand. A
page is posted once, edited from then on, and posted again where its message is gone. A post that is
retried is not duplicated: Discord deduplicates by nonce for some minutes. What cannot be shown in
one way is shown in the next; `bot.board.picture_support` has the ways of pictures.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Final

import discord

from bot.board import picture_support as support
from bot.board.picture_support import PictureSupport, Place
from bot.board.renderer import RenderedPage, Renderer
from bot.board.requests import NOT_DONE, Requests
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
from bot.errors import kind_of
from bot.hosting.reader import TableState
from bot.pages.layout import Content
from bot.pages.lobby import closing, shuffling
from bot.pages.views import table_view
from bot.store.data import Attached, PostedMessage
from bot.store.errors import InDoubt
from bot.store.store import Store
from bot.tables.proof import digest_of
from bot.tables.table import LEG_PICTURE, PageKey
from bot.words import catalogue
from engine.deal import in_order, start_of

NEEDS_PEOPLE: Final = {
    UNKNOWN_CHANNEL: "channel_gone",
    MISSING_ACCESS: "cannot_see",
    MISSING_PERMISSIONS: "cannot_post",
    ARCHIVED: "thread_archived",
}
"""Refusals that only people can resolve, with the code of the sentence that says how."""
REPOST_AFTER: Final = (UNKNOWN_MESSAGE, TOO_MANY_OLD_EDITS, ARCHIVED)
"""Refusals of an edit after which the page is posted anew; a new message unarchives a thread."""
KNOWN_PAGES: Final = 8
"""Pages of one table whose messages are remembered; clicks concern the newest ones."""

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class Posts:
    """Where the pages of one table stand, as far as this process knows without the store."""

    table: str
    unconfirmed: set[PageKey] = field(default_factory=set[PageKey])
    """Pages that may be posted at an unknown place: a request broke off, or a process ended."""
    false_starts: int = 0
    """Announcements of a game that were deleted: Discord would not post the same nonce again."""
    known: dict[PageKey, PostedMessage] = field(default_factory=dict[PageKey, PostedMessage])
    """Where this process saw pages last."""
    notes: int = 0
    """Number of changes of what is known."""

    def note(self, page: PageKey, posted: PostedMessage | None) -> None:
        """Remember where a page stands; None: the store has to be asked."""
        self.notes += 1
        self.known.pop(page, None)
        if posted is not None:
            self.known[page] = posted
            if len(self.known) > KNOWN_PAGES:
                del self.known[next(iter(self.known))]

    def forget(self) -> None:
        """Forget where pages stand: another process may move them."""
        self.notes += 1
        self.unconfirmed.clear()
        self.known.clear()


class NotBegun(Exception):
    """Discord did not take the announcement of a game; ``key`` names the sentence that says why."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


class NotYetBegun(NotBegun):
    """Discord did not confirm it in time, and may do so at the next try."""


class Messages:
    """Shows pages in channels: the story, and pings beside it."""

    def __init__(
        self, store: Store, renderer: Renderer, requests: Requests, pictures: PictureSupport
    ) -> None:
        self.requests: Final = requests
        self.pictures: Final = pictures
        self._store: Final = store
        self._renderer: Final = renderer

    # --- where pages stand ---------------------------------------------------------------------

    async def find(self, posts: Posts, page: PageKey) -> PostedMessage | None:
        """Return where a page stands, or where it stood before an unconfirmed post."""
        known = posts.known.get(page)
        if known is None:
            notes = posts.notes
            known = await self._store.message_of(posts.table, page)
            if known is not None and posts.notes == notes:  # or it may have moved meanwhile
                posts.note(page, known)
        return known

    async def confirmed(self, posts: Posts, page: PageKey) -> PostedMessage | None:
        """Return the message of a page, unless another one may have been posted."""
        return None if page in posts.unconfirmed else await self.find(posts, page)

    async def record(
        self, posts: Posts, page: PageKey, version: int | None, posted: PostedMessage | None
    ) -> None:
        """Store where a page stands and that it shows this version; None: it stands nowhere."""
        posts.note(page, None)  # should the store fail, it is asked next time
        await self._store.record_painted(posts.table, page, version, posted)
        posts.note(page, posted)

    async def record_post(
        self, posts: Posts, posted: PostedMessage, old: PostedMessage | None = None
    ) -> None:
        """Store where a page stands, and that its ``old`` message must be deleted."""
        posts.note(posted.key, None)
        await self._store.record_post(posts.table, posted, old)
        posts.note(posted.key, posted)

    # --- the story -----------------------------------------------------------------------------

    async def show(self, posts: Posts, rendered: RenderedPage) -> bool:
        """Edit the message of a page of the story, or post a new one.

        Return whether its message is what it was, so that only the outbox has to change; else it is
        recorded with what it shows. An old page is not posted again. Raises what Discord refused.
        """
        page = rendered.page
        posted = await self.find(posts, page)
        try:
            if posted is None:
                shown = await self._post_first(posts, rendered)
            elif page in posts.unconfirmed or (
                rendered.is_current and (posted.uncertain or not is_in_place(posted, rendered))
            ):
                shown = await self._replace(posts, rendered, posted)
            else:
                shown = await self._edit_or_replace(posts, rendered, posted)
        except discord.HTTPException as fault:
            # an old page in a channel that the table has left needs no help from people
            left_behind = posted is not None and posted.channel != rendered.channel
            needs_people = fault.code in NEEDS_PEOPLE and not left_behind
            if rendered.is_current or needs_people or is_passing(fault):
                raise
            _log.warning(
                "table %s: page %s stays as it is (%s)", posts.table, page.number, fault.code
            )
            shown = posted
        if not rendered.is_current:  # before it is recorded, or a crash would leave the picture
            await self._delete_picture(posts.table, page)
        if shown is not None and shown == posted:
            return True
        await self.record(posts, page, rendered.version, shown)
        return False

    async def _edit_or_replace(
        self, posts: Posts, rendered: RenderedPage, posted: PostedMessage
    ) -> PostedMessage | None:
        """Edit the message, or post a new one if it is gone or takes no more edits."""
        try:
            return await self.edit(posts.table, rendered, posted)
        except discord.HTTPException as fault:
            if not _may_repost(fault, posted, rendered):
                raise
            is_gone = fault.code == UNKNOWN_MESSAGE
            if not rendered.is_current:
                if fault.code in REPOST_AFTER and not is_gone:  # its buttons still work
                    raise
                return None
            _log.info("table %s: page %s is posted again (%s)", posts.table, posted.key, fault.code)
            return await self._replace(posts, rendered, posted, exists=not is_gone)

    async def _post_first(self, posts: Posts, rendered: RenderedPage) -> PostedMessage | None:
        """Post a page that has no message yet."""
        if not rendered.is_current and rendered.page not in posts.unconfirmed:
            return None
        pings = rendered.content.mentions if rendered.pings else ()
        nonce = _nonce(posts.table, rendered)
        posted, was_there = await self._post_once(posts, rendered, nonce, pings)
        return await self.edit(posts.table, rendered, posted) if was_there else posted

    async def _replace(
        self, posts: Posts, rendered: RenderedPage, old: PostedMessage, *, exists: bool = True
    ) -> PostedMessage:
        """Post a page again, which pings nobody, and delete its old message if that ``exists``."""
        nonce, left = _nonce(posts.table, rendered, old), old if exists else None
        if not old.uncertain:  # for the next process, should this one crash
            await self.record_post(posts, replace(old, uncertain=True))
        try:
            posted, was_there = await self._post_once(posts, rendered, nonce, (), left)
        except discord.HTTPException as refused:
            if exists and refused.code in NEEDS_PEOPLE and refused.code != MISSING_ACCESS:
                # then the old message shows it
                with suppress(*NOT_DONE):
                    await self.edit(posts.table, rendered, old)
            raise
        if was_there or exists:  # posted before a crash, it shows what it showed then
            posted = await self.edit(posts.table, rendered, posted)
        if exists:
            await self.show_beside(posts, old.replaced.key)
        return posted

    async def _post_once(
        self,
        posts: Posts,
        rendered: RenderedPage,
        nonce: str,
        pings: tuple[int, ...],
        old: PostedMessage | None = None,
    ) -> tuple[PostedMessage, bool]:
        """Post a page and record where it stands, and that the ``old`` message must be deleted.

        Until that is recorded the page counts as unconfirmed. Return as well whether it may have
        been posted before: then Discord has left the earlier message as it was.
        """
        page = rendered.page
        may_be_there = page in posts.unconfirmed
        posts.unconfirmed.add(page)
        try:
            message, picture = await self._post(posts.table, rendered, nonce, pings)
        except (discord.HTTPException, discord.RateLimited) as fault:
            may_be_done = isinstance(fault, discord.HTTPException) and is_passing(fault)
            if not may_be_there and not may_be_done:
                posts.unconfirmed.discard(page)
            raise
        posted = PostedMessage(page, rendered.channel, message, rendered.reposts, picture=picture)
        await self.record_post(posts, posted, old)
        posts.unconfirmed.discard(page)
        return posted, may_be_there

    # --- beside the story ----------------------------------------------------------------------

    async def show_beside(self, posts: Posts, page: PageKey) -> None:
        """Post a ping, edit it, or delete it once it is answered.

        A message that was replaced by a newer one is deleted in the same way.
        """
        posted = await self.find(posts, page)
        rendered = await self._renderer.render(posts.table, page)
        was_there = posted is not None
        if posted is None and (rendered.is_current or page in posts.unconfirmed):
            nonce, pings = f"{posts.table}-{page.kind}{page.number}", rendered.content.mentions
            posted, was_there = await self._post_once(posts, rendered, nonce, pings)
        if not rendered.is_current:
            if posted is not None:
                await self._delete(posted, rendered.channel)
            await self.record(posts, page, None, None)
            return
        if posted is not None and was_there:
            try:
                await self.edit(posts.table, rendered, posted, rendered.content.mentions)
            except discord.HTTPException as fault:
                if not _may_repost(fault, posted, rendered):  # a ping is not posted twice
                    raise
        await self.record(posts, page, rendered.version, posted)

    async def _delete(self, posted: PostedMessage, home: int) -> None:
        """Delete a message; raise if that has to be retried."""
        try:
            await self.requests.delete(posted.channel, posted.message)
        except discord.HTTPException as fault:
            needs_people = fault.code in NEEDS_PEOPLE and fault.code != UNKNOWN_CHANNEL
            if is_passing(fault) or (needs_people and posted.channel == home):
                raise

    # --- the beginning of a game ---------------------------------------------------------------

    @asynccontextmanager
    async def announced(self, posts: Posts, state: TableState) -> AsyncGenerator[str]:
        """Post the messages with which a game begins, and yield the start of its deal.

        The first one pings, and closes the lobby by its final digest. The number of the second one,
        which becomes the board, shuffles the cards. They are deleted if the game was certainly not
        stored. Raises `NotBegun`.
        """
        channel, table = state.stored.channel, state.table
        shown, say = table_view(table), catalogue(table.language)
        # an unconfirmed post is found again by its nonce, unless the lobby has changed
        nonce = f"{table.id}-{digest_of(table)[:8]}-{posts.false_starts}"
        sent: list[int] = []
        try:
            sent.append(await self._announce(channel, closing(shown, say), f"{nonce}c"))
            sent.append(await self._announce(channel, shuffling(say), nonce))
            yield _start_of(*sent)
        except (InDoubt, NotYetBegun):
            # nor after a cancellation: a game that may be stored needs its messages, and the next
            # try finds those that were posted
            raise
        except Exception:  # for any reason: no game is stored, and the messages say that one begins
            posts.false_starts += bool(sent)
            for message in reversed(sent):
                with suppress(*NOT_DONE):
                    await self.requests.delete(channel, message)
            raise

    async def _announce(self, channel: int, content: Content, nonce: str) -> int:
        """Post a message that announces a game, and return its number."""
        try:
            told = await self._send(channel, content, nonce, content.mentions)
        except NOT_DONE as fault:
            _log.warning("channel %s: no game was started: %s", channel, kind_of(fault))
            code = fault.code if isinstance(fault, discord.HTTPException) else 0
            if code in NEEDS_PEOPLE:
                raise NotBegun(f"board-{NEEDS_PEOPLE[code]}") from None
            raise NotYetBegun("not-begun-slow") from None
        return int(told["id"])

    # --- one message and its picture -----------------------------------------------------------

    async def edit(
        self,
        table: str,
        rendered: RenderedPage,
        posted: PostedMessage,
        mentions: tuple[int, ...] = (),
    ) -> PostedMessage:
        """Show a page on this message, which notifies nobody; return the message as it is then."""
        content, picture = rendered.content, posted.picture
        if content.picture is None:
            gone: Json = {"attachments": []} if picture is not None and not content.files else {}
            changes = body(content.components, pings=mentions) | gone
            await self.requests.edit(posted, changes, _texts(content))
            return replace(posted, picture=None)
        if picture is not None and support.fits(content, picture) and not content.files:
            return await self._edit_keeping_picture(table, rendered, posted, picture)
        above = await self._store.message_of(table, _above(posted.key))
        if above is not None and picture is None:
            return await self._edit_below_picture(table, rendered, posted, above)
        return await self._edit_with_new_picture(table, rendered, posted)

    async def _edit_keeping_picture(
        self, table: str, rendered: RenderedPage, posted: PostedMessage, picture: Attached
    ) -> PostedMessage:
        place = Place(rendered.guild, posted.channel)
        if self.pictures.takes("edits", place.channel) is False:
            return await self._edit_in_words(table, posted)
        was_there = self.pictures.is_present(posted.message, picture)
        kept = body(support.keeping(rendered.content, picture))
        try:
            told = await self.requests.edit(posted, kept)
        except discord.HTTPException as refused:
            if refused.code in (*REPOST_AFTER, *NEEDS_PEOPLE) or is_passing(refused):
                raise
            if not was_there:  # the file that is stored may be another message's by now
                return await self._edit_with_new_picture(table, rendered, posted)
            shown = await self._edit_in_words(table, posted)  # or it was not the picture
            self.pictures.note("edits", place, taken=False)
            return shown
        if support.shows(told, picture):
            self.pictures.note("edits", place, taken=True)
            self.pictures.note_present(posted.message, picture)
            return posted
        if not was_there:
            return await self._edit_with_new_picture(table, rendered, posted)
        self.pictures.note("edits", place, taken=False)
        return await self._edit_in_words(table, posted)

    async def _edit_with_new_picture(
        self, table: str, rendered: RenderedPage, posted: PostedMessage
    ) -> PostedMessage:
        wanted = rendered.content.picture
        upload = await self._upload(rendered)
        # the next edit would lose it
        loses_it = self.pictures.takes("edits", posted.channel) is False
        if wanted is None or upload is None or loses_it:
            return await self._edit_in_words(table, posted)
        changes = body(rendered.content.components)
        try:
            told = await self.requests.edit(posted, changes, [upload, *_texts(rendered.content)])
        except discord.HTTPException as refused:
            if not support.may_be_the_file(refused):
                raise
            shown = await self._edit_in_words(table, posted)
            self.pictures.note_without_files(posted.channel)
            return shown
        shown = support.attached(told, wanted)
        self.pictures.note_present(posted.message, shown)
        return replace(posted, picture=shown)

    async def _edit_in_words(self, table: str, posted: PostedMessage) -> PostedMessage:
        """Edit a message, with words for what a picture would show."""
        content = await self._in_words(table, posted.key)
        gone: Json = {} if content.files else {"attachments": []}
        await self.requests.edit(posted, body(content.components) | gone, _texts(content))
        return replace(posted, picture=None)

    async def _edit_below_picture(
        self, table: str, rendered: RenderedPage, posted: PostedMessage, above: PostedMessage
    ) -> PostedMessage:
        """Edit a message whose picture is a message above it, and that picture if it changed."""
        if not support.fits(rendered.content, above.picture):
            upload = await self._upload(rendered)
            if upload is None:
                return await self._edit_in_words(table, posted)
            alone = body(support.alone(rendered.content))
            try:
                told = await self.requests.edit(above, alone, [upload])
            except discord.HTTPException as refused:
                if refused.code in NEEDS_PEOPLE or is_passing(refused):
                    raise
                await self._delete_picture(table, rendered.page)
                return await self._edit_in_words(table, posted)
            await self._store.record_post(table, _with_picture(above, told, rendered))
        await self.requests.edit(posted, body(support.below(rendered.content).components))
        return posted

    async def _post(
        self, table: str, rendered: RenderedPage, nonce: str, pings: tuple[int, ...]
    ) -> tuple[int, Attached | None]:
        """Post a page, with its picture where that can be; return its id and its file."""
        content, wanted, channel = rendered.content, rendered.content.picture, rendered.channel
        if wanted is None:
            told = await self._send(channel, content, nonce, pings)
            return int(told["id"]), None
        upload, doubt, is_above = await self._upload(rendered), None, False
        within = upload is not None and self.pictures.takes("edits", channel) is not False
        try:
            if upload is not None and within:
                told = await self._send(channel, content, nonce, pings, upload)
                message, shown = int(told["id"]), support.attached(told, wanted)
                self.pictures.note_present(message, shown)
                return message, shown
            is_above = await self._post_picture_above(table, rendered, upload, nonce)
        except discord.HTTPException as refused:
            if not support.may_be_the_file(refused):
                raise
            doubt = refused
        below = support.below(content) if is_above else await self._in_words(table, rendered.page)
        told = await self._send(channel, below, nonce, pings)
        if doubt is not None and (within or doubt.code == MISSING_PERMISSIONS):
            self.pictures.note_without_files(channel)
        elif doubt is not None:
            self.pictures.note("above", Place(rendered.guild, channel), taken=False)
        return int(told["id"]), None

    async def _post_picture_above(
        self, table: str, rendered: RenderedPage, upload: Upload | None, nonce: str
    ) -> bool:
        """Post the picture of a page above it; return whether it stands there."""
        page = rendered.page
        above = await self._store.message_of(table, _above(page))
        board = await self._store.message_of(table, page)
        # an earlier try came this far: then the picture is newer than the board, if there is one
        is_newer = above is not None and (board is None or above.message > board.message)
        fits = above is not None and support.fits(rendered.content, above.picture)
        if above is not None and is_newer and fits and is_in_place(above, rendered):
            return True
        await self._delete_picture(table, page)
        place = Place(rendered.guild, rendered.channel)
        if upload is None or self.pictures.takes("above", place.channel) is False:
            return False
        alone = Content(support.alone(rendered.content))
        told = await self._send(place.channel, alone, f"{nonce}p", (), upload)
        self.pictures.note("above", place, taken=True)
        blank = PostedMessage(_above(page), rendered.channel, int(told["id"]), rendered.reposts)
        await self._store.record_post(table, _with_picture(blank, told, rendered))
        return True

    async def _delete_picture(self, table: str, page: PageKey) -> None:
        """Delete the picture above a page; one that cannot be deleted any more may stay."""
        above = await self._store.message_of(table, _above(page))
        if above is None:
            return
        try:
            await self.requests.delete(above.channel, above.message)
        except discord.HTTPException as fault:
            if is_passing(fault):
                raise
        await self._store.record_painted(table, above.key, None, None)

    async def _upload(self, rendered: RenderedPage) -> Upload | None:
        """Return the picture of a page as a file; None where it cannot be painted or sent."""
        wanted = rendered.content.picture
        if wanted is None or not self.pictures.takes_files(rendered.channel):
            return None
        return await self.pictures.upload(wanted)

    async def _in_words(self, table: str, page: PageKey) -> Content:
        return (await self._renderer.render(table, page, pictured=False)).content

    async def _send(
        self,
        channel: int,
        content: Content,
        nonce: str,
        pings: tuple[int, ...],
        picture: Upload | None = None,
    ) -> Json:
        """Post a new message; return it as Discord has it."""
        once = {"nonce": nonce[-NONCE:], "enforce_nonce": True}
        files = [*([picture] if picture else []), *_texts(content)]
        return await self.requests.post(
            channel, body(content.components, pings=pings) | once, files
        )


def is_in_place(posted: PostedMessage, rendered: RenderedPage) -> bool:
    """Return whether a message stands where its page belongs now."""
    return (posted.channel, posted.reposts) == (rendered.channel, rendered.reposts)


def _start_of(closed: int, began: int) -> str:
    """Return the start of a deal; raise `NotBegun` where Discord has forgotten the first nonce."""
    start = start_of(closed, began)
    if not in_order(start):
        raise NotBegun("not-begun-slow")
    return start


def _nonce(table: str, rendered: RenderedPage, old: PostedMessage | None = None) -> str:
    """Return the same nonce for every try to post the same page.

    Everybody can read it, so nothing that a silent action changes is in it. The channel and the
    replaced message tell it from others, and the generation from those before a restore.
    """
    place = f"{rendered.channel % 1000}-{old.message % 10**6 if old else 0}"
    return f"{table}-{rendered.page.number}-{rendered.generation}-{place}"


def _may_repost(
    fault: discord.HTTPException, posted: PostedMessage, rendered: RenderedPage
) -> bool:
    """Return whether a new message may help where this edit was refused.

    A channel that the table has left is asked only once.
    """
    at_home = posted.channel == rendered.channel
    return fault.code in REPOST_AFTER or not (at_home or is_passing(fault))


def _above(page: PageKey) -> PageKey:
    """Return the key of the message with the picture of this page."""
    return PageKey(LEG_PICTURE, page.number)


def _with_picture(above: PostedMessage, told: Json, rendered: RenderedPage) -> PostedMessage:
    """Return the message above a page with the picture that Discord says it has."""
    wanted = rendered.content.picture
    return replace(above, picture=support.attached(told, wanted) if wanted else None)


def _texts(content: Content) -> list[Upload]:
    return [Upload(name, text.encode()) for name, text in content.files]
