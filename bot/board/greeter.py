"""Greets each server that invites the bot: once, in its language, where the bot may write."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from datetime import datetime
from typing import Final

import discord

from bot.board.picture_support import PictureSupport, may_be_the_file
from bot.board.requests import NOT_DONE, Requests, once
from bot.discord.circuit_breaker import is_passing
from bot.discord.limits import NONCE_KNOWN
from bot.discord.permissions import NEEDED, TO_WRITE, lacking
from bot.discord.rest import Upload, body
from bot.errors import kind_of, report
from bot.pages.hello import FILM, hello
from bot.pages.layout import Content
from bot.store.data import PostedMessage
from bot.store.errors import StoreError
from bot.store.greetings import Greeting
from bot.store.store import Store
from bot.tables.paces import DAY
from bot.tables.table import PageKey
from bot.words import catalogue

LATEST: Final = DAY
"""Seconds after an invitation; a bot that was down for longer does not greet the server."""
RETRIES: Final = (2.0, 8.0, 30.0, 60.0)
"""Seconds before each retry; all of them are over before Discord forgets the first try."""
FIRST_TRY: Final = 5.0
"""Seconds that the boards of a server wait for its greeting, which is to stand above them."""
FILES: Final = ("attach_files",)
HELLO: Final = PageKey("hello", 0)

Languages = Callable[[int, object], Awaitable[str]]
"""Returns the language of a server; the second argument is what Discord says of it."""

_log = logging.getLogger(__name__)


class Greeter:
    """Posts the greetings, and writes them anew in another language."""

    def __init__(
        self,
        store: Store,
        requests: Requests,
        pictures: PictureSupport,
        language_of: Languages,
        now: Callable[[], float],
    ) -> None:
        self._store: Final = store
        self._requests: Final = requests
        self._pictures: Final = pictures
        self._language_of: Final = language_of
        self._now: Final = now
        self._posting: Final[dict[int, asyncio.Task[None]]] = {}
        """The greetings that are being posted, by server."""

    async def close(self) -> None:
        """Stop posting; the next start continues."""
        for posting in [*self._posting.values()]:
            posting.cancel()
            await asyncio.wait({posting})

    async def greet_if_new(self, guild: discord.Guild) -> None:
        """Greet this server if it has invited the bot a short while ago.

        Discord reports each server after each start, so most of them need no look at the store.
        """
        # the bot is no known member of a server that is unavailable
        invited: datetime | None = getattr(guild.me, "joined_at", None)
        if invited is None or self._now() - invited.timestamp() > LATEST:
            return
        await self._begin(guild, invited.timestamp())

    async def _begin(self, guild: discord.Guild, invited: float) -> None:
        """Greet in the background, and wait for that for a short while."""
        if guild.id not in self._posting:
            posting = asyncio.create_task(self._greet(guild, invited), name="greeting")
            self._posting[guild.id] = posting
            posting.add_done_callback(lambda _: self._posting.pop(guild.id, None))
            await asyncio.wait({posting}, timeout=FIRST_TRY)

    async def greet_again(self, guild: discord.Guild) -> None:
        """Greet this server once more, for somebody who wants to see it."""
        invited: datetime | None = getattr(guild.me, "joined_at", None)
        since = invited.timestamp() if invited is not None else self._now()
        await self._store.greetings.begin_again(guild.id, since, self._now())
        await self._begin(guild, since)

    async def rewrite(self, guild: discord.Guild) -> None:
        """Write the greeting anew, now that the server speaks another language."""
        greeting = await self._store.greetings.of(guild.id)
        if greeting is None or greeting.message is None or greeting.channel is None:
            return
        channel = guild.get_channel(greeting.channel)
        if not isinstance(channel, discord.TextChannel):
            return
        posted = PostedMessage(HELLO, channel.id, greeting.message)
        content, uploads = await self._page(guild, channel)
        with suppress(*NOT_DONE):  # somebody may have deleted it
            await self._requests.edit(posted, body(content.components), uploads)

    async def _greet(self, guild: discord.Guild, invited: float) -> None:
        """Post the greeting; nothing else of the server fails with it."""
        try:
            await self._greet_once(guild, invited)
        except StoreError as fault:
            _log.warning("server %s is not greeted: %s", guild.id, fault.code)
        except Exception as fault:
            report("a greeting", fault)

    async def _greet_once(self, guild: discord.Guild, invited: float) -> None:
        greeting = await self._store.greetings.begin(guild.id, invited, self._now())
        if greeting.message is not None:
            return
        if self._now() - greeting.begun > NONCE_KNOWN:
            return  # it may have been posted, and by now Discord would post it twice
        for delay in (*RETRIES, None):
            try:
                await self._post_anywhere(guild, greeting)
            except NOT_DONE as fault:
                _log.warning("server %s is not greeted: %s", guild.id, kind_of(fault))
                if delay is None:
                    return
                await asyncio.sleep(delay)
            else:
                return

    async def _post_anywhere(self, guild: discord.Guild, greeting: Greeting) -> None:
        """Post in the first channel that takes it; raise if Discord is out of order."""
        for channel in _channels(guild):
            try:
                message = await self._post(guild, channel, greeting)
            except discord.HTTPException as refused:
                if is_passing(refused):
                    raise
                _log.info("channel %s takes no greeting: %s", channel.id, kind_of(refused))
            else:
                await self._store.greetings.note_posted(greeting, channel.id, message)
                return
        _log.info("server %s has no channel for a greeting", guild.id)
        await self._store.greetings.drop(greeting)

    async def _post(
        self, guild: discord.Guild, channel: discord.TextChannel, greeting: Greeting
    ) -> int:
        mark = once(f"{greeting.guild} {greeting.invited}")
        content, uploads = await self._page(guild, channel)
        try:
            told = await self._requests.post(channel.id, body(content.components) | mark, uploads)
        except discord.HTTPException as refused:
            if not uploads or not may_be_the_file(refused):
                raise
            content = content.in_words()
            told = await self._requests.post(channel.id, body(content.components) | mark)
        return int(told["id"])

    async def _page(
        self, guild: discord.Guild, channel: discord.TextChannel
    ) -> tuple[Content, list[Upload]]:
        """Return the greeting for this channel, and its film where a file may be sent."""
        say = catalogue(await self._language_of(guild.id, guild.preferred_locale))
        given = channel.permissions_for(guild.me)
        content = hello(say, lacking(given, NEEDED))
        film = None if lacking(given, FILES) else await self._pictures.upload(FILM)
        return (content.in_words(), []) if film is None else (content, [film])


def _channels(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    """Yield the channels where the bot may write: the one for new members, then from the top."""
    first = guild.system_channel
    others = [channel for channel in guild.text_channels if channel != first]
    for channel in (*([first] if first else []), *others):
        if not lacking(channel.permissions_for(guild.me), TO_WRITE):
            yield channel
