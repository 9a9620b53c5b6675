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
from typing import Final, TypeVar

import aiohttp
import discord

from bot.breaker import Breaker, is_passing
from bot.limits import EDIT_TIMEOUT, NONCE
from bot.pictures.canvas import Picture
from bot.store.store import ANY_VERSION, Message, Store
from bot.studio import Painting, Studio

UNKNOWN_MESSAGE: Final = 10008
TOO_MANY_OLD_EDITS: Final = 30046
ARCHIVED: Final = 50083

HANG_ANEW: Final = (UNKNOWN_MESSAGE, TOO_MANY_OLD_EDITS, ARCHIVED)
"""Refusals of an edit after which a new message is tried: in an archived thread, it wakes it."""

UNREACHABLE: Final = (aiohttp.ClientError, OSError)
UNDONE: Final = (discord.HTTPException, discord.RateLimited, *UNREACHABLE)
"""How a request can end that Discord has not done."""

_log = logging.getLogger(__name__)
_T = TypeVar("_T")


class Gallery:
    """Hangs messages up, sets them right and takes them down."""

    def __init__(self, store: Store, studio: Studio) -> None:
        self._store = store
        self._studio = studio
        self._breaker = Breaker(lambda: asyncio.get_running_loop().time())
        self._perhaps: set[tuple[str, int]] = set()
        """What may hang already, though nobody told us where: the line broke, or we ended."""

    async def open(self) -> None:
        """Find out what may hang since we were here last."""
        self._perhaps.update(await self._store.pages_never_hung())

    def may_hang(self, table: str, page: int) -> bool:
        """Does this page perhaps hang, though nobody told us where?"""
        return (table, page) in self._perhaps

    async def hang(
        self, table: str, page: int, painting: Painting, hung: Message | None
    ) -> Message | None:
        """Edit the page's message, or hang up a new one; an old page is not hung up again."""
        too_old = False
        if hung is not None:
            try:
                await self.edit(painting, hung)
            except discord.HTTPException as fault:
                # of a channel that the table has moved away from, nothing is asked any more
                if fault.code not in HANG_ANEW and hung.channel == painting.channel:
                    raise
                too_old = fault.code == TOO_MANY_OLD_EDITS
                if too_old and not painting.newest:
                    raise
                _log.info("table %s: page %s must be hung anew (%s)", table, page, fault.code)
            else:
                return hung
        if not painting.newest and (table, page) not in self._perhaps:
            return None
        # tried again, it is the same message to Discord and does not hang twice; everybody can
        # read it, so it is made of nothing that a silent act changes
        replaced = hung.message % 10**6 if hung else 0
        nonce = f"{table}-{page}-{painting.called_back}-{replaced}"
        pings = painting.first and hung is None
        calls = painting.picture.calls if pings else ()
        fresh = await self._post_once(table, page, painting, nonce, calls)
        if too_old and hung is not None:  # it could still be pressed
            await self.take_down(hung)
        return fresh

    async def _post_once(
        self, table: str, page: int, painting: Painting, nonce: str, calls: tuple[int, ...]
    ) -> Message:
        """Hang it up. If it hangs already, Discord leaves it as it is: then it is edited, too."""
        it = (table, page)
        perhaps = it in self._perhaps
        self._perhaps.add(it)
        try:
            hung = Message(page, painting.channel, await self._post(painting, nonce, calls))
        except discord.HTTPException as fault:
            if not perhaps and not is_passing(fault):
                self._perhaps.discard(it)
            raise
        if perhaps:
            await self.edit(painting, hung)
        self._perhaps.discard(it)
        return hung

    async def call(self, table: str, page: int) -> None:
        """Hang up a call, set it right, or take it down when nobody is meant any more."""
        hung = await self._store.message_of(table, page)
        call = await self._studio.call(table, -page)
        if hung is None and (call.newest or self.may_hang(table, page)):
            nonce = f"{table}-call{-page}"
            hung = await self._post_once(table, page, call, nonce, call.picture.calls)
        elif hung is not None and call.newest:
            await self._set_right(call, hung)
        if hung is not None and not call.newest:
            await self._take_back(hung)
        version, left = (call.version, hung) if call.newest else (ANY_VERSION, None)
        await self._store.painted(table, page, version, left)

    async def _take_back(self, call: Message) -> None:
        """Take a call down; tried again by itself, as long as Discord cannot be reached."""
        try:
            await self._delete(call)
        except discord.HTTPException as fault:
            if is_passing(fault):
                raise

    async def _set_right(self, call: Painting, hung: Message) -> None:
        """Show on a call what has changed, which calls nobody again; it is not hung up twice."""
        try:
            await self.edit(call, hung, call.picture.calls)
        except discord.HTTPException as fault:
            # of a channel that the table has moved away from, nothing is asked any more
            if fault.code not in HANG_ANEW and hung.channel == call.channel:
                raise

    async def edit(self, painting: Painting, hung: Message, calls: tuple[int, ...] = ()) -> None:
        """Show this on a message that hangs; an edit notifies nobody."""
        message = self._studio.channel(hung.channel).get_partial_message(hung.message)
        await self._ask(
            lambda: message.edit(
                view=painting.picture.view,
                attachments=_files(painting.picture),
                allowed_mentions=_only(calls),
            )
        )

    async def _post(self, painting: Painting, nonce: str, calls: tuple[int, ...]) -> int:
        picture = painting.picture
        message = await self._ask(
            lambda: self._studio.channel(painting.channel).send(
                view=picture.view,
                files=_files(picture),
                nonce=nonce[-NONCE:],
                allowed_mentions=_only(calls),
            )
        )
        return message.id

    async def take_down(self, hung: Message) -> None:
        """Remove a message that has been replaced by a newer one, if it is there at all."""
        try:
            await self._delete(hung)
        except UNDONE as fault:
            _log.info("an old message could not be removed: %s", type(fault).__name__)

    async def _delete(self, hung: Message) -> None:
        await self._ask(self._studio.channel(hung.channel).get_partial_message(hung.message).delete)

    async def _ask(self, call: Callable[[], Awaitable[_T]]) -> _T:
        """Have Discord do something, unless it takes too long or we are shut out."""
        with self._breaker.request():
            try:
                async with asyncio.timeout(EDIT_TIMEOUT):
                    return await call()
            except TimeoutError:
                self._studio.broke_off()
                raise


def _only(users: tuple[int, ...]) -> discord.AllowedMentions:
    """These users are called, whoever else is named."""
    called = [discord.Object(user) for user in users]
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=called or False
    )


def _files(picture: Picture) -> list[discord.File]:
    """Fresh ones for each try, for a file can be read only once."""
    return [discord.File(io.BytesIO(text.encode()), name) for name, text in picture.files]
