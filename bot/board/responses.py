"""Answers to interactions: in time, in private unless asked otherwise, and whatever happens."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from functools import partial
from typing import Final

import aiohttp
import discord

from bot.board import picture_support as support
from bot.board.picture_support import Place
from bot.discord.circuit_breaker import is_blocked, is_passing
from bot.discord.controls import Form
from bot.discord.incoming import Incoming
from bot.discord.limits import (
    ALREADY_ACKNOWLEDGED,
    ANSWER_TIMEOUT,
    ANSWER_WITHIN,
    BESIDE_AFTER,
    INVALID_TOKEN,
    UNKNOWN_INTERACTION,
)
from bot.discord.rest import EPHEMERAL, ORIGINAL, Json, Upload, body
from bot.errors import report
from bot.pages.layout import PLAY_COLOUR, Content, Layout
from bot.store.data import Attached, PostedMessage
from bot.tables.table import PageKey

TOO_LATE: Final = (UNKNOWN_INTERACTION, INVALID_TOKEN)
HUSHED: Final = "⏳"
"""The whole answer to a command of a user who sends far too many."""
MAX_HUSHED_AT_ONCE: Final = 4

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Sent:
    """A private answer that Discord shows now."""

    token: str = field(repr=False)
    """Edits it."""
    message: str
    """Its message in requests by that token."""
    told: Json | None = field(repr=False)
    """The new message as Discord has it; None: it is on the message that was pressed."""
    kept: Attached | None = None
    """The picture that the pressed message has kept."""


Live = Callable[[Sent], None]


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer that only the user who clicked can see, unless it is ``public``."""

    content: Content
    in_place: bool = False
    """Edit the private message that was clicked on."""
    form: Form | None = None
    """Open this form in place of the content, unless the interaction is deferred already."""
    live: Live | None = None
    """Called once Discord shows the page, so that it can be kept up to date."""
    pictured: Callable[[Reply, Incoming], Awaitable[Reply]] | None = None
    """Returns it with its picture, as the interaction can show that."""
    kept: Attached | None = None
    """The picture on the message that was pressed on, which stays."""
    public: bool = False
    """Everybody sees it, because the user who clicked asked for that."""
    painted: bytes = field(default=b"", repr=False)
    """The picture of the content."""
    needless: bool = False
    """The board says it already: delete the answer to a command, if Discord allows that."""

    def message(self) -> Json:
        """Return a new message with this content."""
        pings = self.content.mentions if self.public else ()
        return body(self.content.components, pings=pings, ephemeral=not self.public)

    def changes(self) -> Json:
        """Return a private message as it is from now on, without files but the picture it keeps."""
        return support.inline(self.content, self.kept)

    def uploads(self) -> list[Upload]:
        """Return the files of the content."""
        files = [Upload(name, text.encode()) for name, text in self.content.files]
        if self.painted and self.content.picture is not None:
            files.append(Upload(self.content.picture.name, self.painted))
        return files

    def stands(self, token: str, message: str, told: Json | None) -> None:
        """Note that Discord shows the answer; see `Sent`."""
        if self.live is not None:
            self.live(Sent(token, message, told, self.kept))

    def in_words(self) -> Reply:
        """Return it without a picture."""
        return replace(self, content=self.content.in_words(), kept=None, painted=b"")


def note(*lines: str, colour: int = PLAY_COLOUR) -> Reply:
    """Return a private answer of a few lines."""
    return Reply(Layout(colour).text(*lines).content())


class Unsent(Exception):
    """Discord refused the answer itself."""


class Outcome(Enum):
    """The result of an answer, as far as Discord confirmed it."""

    SENT = auto()
    PROMISED = auto()
    """It is deferred: a promise stands in its place."""
    STANDS = auto()
    """The interaction was answered before, by a request that was not confirmed."""
    LOST = auto()
    """It did not get through, or was not confirmed."""
    REFUSED = auto()
    """Discord refuses this answer, and might take another."""


DONE: Final = (Outcome.SENT, Outcome.PROMISED, Outcome.STANDS)
"""The interaction has an answer."""
BY_THIS: Final = (Outcome.SENT, Outcome.PROMISED)
"""The interaction has this answer. A press that Discord delivered twice may have been answered in
private before: then its token is for that message, not for the one that was pressed on."""


@dataclass(slots=True)
class InlineUpdate:
    """An answer that carries the board: one request, which Discord does not count for the bot."""

    page: PageKey
    version: int
    posted: PostedMessage
    """The message that was pressed on."""
    place: Place
    """Where it stands."""
    content: Content
    asks: bool
    """Discord is asked what the message is then: it is unknown whether it keeps the picture."""
    others: bool
    """Pages beside the story wait to be delivered."""
    outcome: Outcome | None = field(default=None, init=False)
    """None: it was not sent; unless it was sent or refused, the board may be shown or not."""
    lost_picture: bool | None = field(default=None, init=False)
    """The board arrived without its picture; None: Discord did not say."""
    may_be_the_picture: bool = field(default=False, init=False)
    """It was refused, and perhaps for its picture."""

    async def send(self, interaction: Incoming) -> None:
        """Answer the click with the board; raises what Discord refused."""
        picture = self.posted.picture
        changes = support.inline(self.content, picture)
        try:
            told = await interaction.update(changes, told=self.asks)
        except discord.HTTPException as refused:
            self.may_be_the_picture = picture is not None and support.may_be_the_file(refused)
            raise
        if told is not None and picture is not None:
            self.lost_picture = not support.shows(told, picture)


Work = Callable[[], Awaitable[Reply | InlineUpdate | None]]
"""Does what was asked for. None: acknowledge without a word; an update: answer with the board."""
Fault = Callable[[Exception], Awaitable[Reply]]


async def answer(interaction: Incoming, work: Work, fault: Fault) -> bool:
    """Do the work and answer with its result; defer the interaction if the work takes long.

    The work goes on even if the answer fails: what it stores stays stored, and the board shows it.
    Return whether the message that was pressed on can be edited by this interaction's token.
    """
    task = asyncio.ensure_future(_settled(interaction, work, fault))
    done, _ = await asyncio.wait({task}, timeout=ANSWER_WITHIN)
    promised = None if done else await _first(interaction, interaction.defer, promises=True)
    reply = await task
    if reply is None or isinstance(reply, InlineUpdate):
        if promised not in DONE:
            if reply is not None:
                update = reply
                promised = update.outcome = await _first(
                    interaction, lambda: update.send(interaction)
                )
            if reply is None or promised is Outcome.REFUSED:
                promised = await _first(interaction, interaction.defer)
        return interaction.is_press and promised in BY_THIS
    if reply.needless:
        if promised not in DONE:
            promised = await _first(interaction, interaction.defer)
        if promised in DONE and await _send(lambda: _take_back(interaction)) is Outcome.SENT:
            return False
    given = await _answer(interaction, reply, promised)
    if given is Outcome.REFUSED and reply.pictured is not None:
        # the message pressed on, or its picture, was replaced meanwhile
        plain = replace(reply.in_words(), in_place=False)
        given = await _answer(interaction, plain, promised)
    if given is Outcome.REFUSED:
        await _answer(interaction, await fault(Unsent()), promised)
    return interaction.is_press and promised in BY_THIS


async def _answer(interaction: Incoming, reply: Reply, promised: Outcome | None) -> Outcome:
    """Send the reply, as the first answer or in place of the promise.

    An unconfirmed promise may stand nevertheless: then Discord takes no first answer.
    """
    if promised not in DONE:
        given = await _first(interaction, lambda: _give(interaction, reply))
        stands = given is Outcome.STANDS and promised is not None
        if given is not Outcome.PROMISED and not stands:
            return given
    # a command's promise is a message to edit; a press has only the one that was pressed on
    # by whose token Discord takes no new picture into a gallery of that message
    in_place = reply.in_place and interaction.is_private and not reply.painted
    edits = not interaction.is_press or in_place
    keep = _edit if edits else _follow
    return await _send(lambda: keep(interaction, reply), repeats_itself=not edits)


async def _first(
    interaction: Incoming, call: Callable[[], Awaitable[None]], *, promises: bool = False
) -> Outcome:
    """Send a first answer, which may be a promise only, and log how that ended."""
    outcome = await _one_of_two(interaction, call)
    told = Outcome.PROMISED if promises and outcome is Outcome.SENT else outcome
    interaction.note(told.name.lower(), done=outcome in DONE)
    return outcome


async def _one_of_two(interaction: Incoming, call: Callable[[], Awaitable[None]]) -> Outcome:
    """Send a first answer, and a promise beside it if the answer is not confirmed soon.

    Discord takes one of the two. Neither request is cancelled: it may only be slow.
    """
    begun = [asyncio.ensure_future(_send(call))]
    try:
        if (await asyncio.wait(begun, timeout=BESIDE_AFTER))[0]:
            return await begun[0]
        promise = _send(interaction.defer)
        begun.append(asyncio.ensure_future(promise))
        await asyncio.wait(begun, return_when=asyncio.FIRST_COMPLETED)
        return await _which(*begun)
    finally:
        for request in begun:
            request.cancel()


async def _which(sending: asyncio.Task[Outcome], beside: asyncio.Task[Outcome]) -> Outcome:
    """Return which of the two Discord took; one of them has ended."""
    if sending.done() and await sending is Outcome.SENT:
        return Outcome.SENT
    promise = await beside
    if promise is Outcome.SENT:
        return Outcome.PROMISED
    taken = sending.done() and await sending is Outcome.SENT
    if promise is Outcome.STANDS and not taken:
        return Outcome.STANDS  # by this or by the same click, if it was delivered twice
    return await sending


async def hush(interaction: Incoming, turn: asyncio.Semaphore) -> None:
    """Acknowledge without a sentence and at the least cost, a few at a time for others' sake."""
    text: Json = {"content": HUSHED, "flags": EPHEMERAL, "allowed_mentions": {"parse": []}}
    async with turn:
        # a deferred command would seem to think until its token expires
        call = interaction.defer if interaction.is_press else partial(interaction.say, text)
        outcome = await _send(call)
        interaction.note(outcome.name.lower(), done=outcome in DONE)


async def add(interaction: Incoming, reply: Reply) -> None:
    """Send another private message after an answer."""
    await _send(lambda: _follow(interaction, reply), repeats_itself=True)


async def _settled(interaction: Incoming, work: Work, fault: Fault) -> Reply | InlineUpdate | None:
    try:
        reply = await work()
        if not isinstance(reply, Reply) or reply.pictured is None:
            return reply
        return await reply.pictured(reply, interaction)
    except Exception as error:
        return await fault(error)


async def _take_back(interaction: Incoming) -> None:
    """Delete the promise; a command that Discord delivered twice finds it gone."""
    with suppress(discord.NotFound):
        await interaction.take_back()


async def _give(interaction: Incoming, reply: Reply) -> None:
    """Send the reply as the first answer."""
    if reply.form is not None:
        await interaction.open_form(reply.form)
        return
    if reply.in_place and interaction.is_private:
        await interaction.update(reply.changes(), reply.uploads())
        reply.stands(interaction.token, ORIGINAL, None)
        return
    told = await interaction.say(reply.message(), reply.uploads(), told=reply.live is not None)
    reply.stands(interaction.token, ORIGINAL, told or {})


async def _edit(interaction: Incoming, reply: Reply) -> None:
    """Edit the message of the interaction."""
    told = await interaction.edit(reply.changes(), reply.uploads())
    reply.stands(interaction.token, ORIGINAL, None if interaction.is_press else told)


async def _follow(interaction: Incoming, reply: Reply) -> None:
    """Send a further private message."""
    told = await interaction.follow_up(reply.message(), reply.uploads())
    reply.stands(interaction.token, f"{told['id']}", told)


async def _send(call: Callable[[], Awaitable[object]], *, repeats_itself: bool = False) -> Outcome:
    """Send an answer, and once more if the connection breaks.

    Discord takes only one first answer, and the same edit twice does no harm. A message that
    ``repeats_itself`` would appear twice, so it is not sent again when Discord is just slow.
    """
    for tries_left in (1, 0):
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT):
                await call()
        except discord.HTTPException as refused:
            if refused.code == ALREADY_ACKNOWLEDGED:
                return Outcome.STANDS
            late = refused.code in TOO_LATE
            level = logging.INFO if late else logging.WARNING
            _log.log(level, "an answer was refused: %s %s", refused.status, refused.code)
            return Outcome.LOST if late or is_passing(refused) else Outcome.REFUSED
        except (aiohttp.ClientError, OSError) as broken:
            if not tries_left or (repeats_itself and isinstance(broken, TimeoutError)):
                _log.warning("an answer did not get through: %s", type(broken).__name__)
                return Outcome.LOST
        except (ValueError, TypeError, LookupError) as fault:
            if is_blocked(fault):
                _log.warning("an answer was refused: the bot is shut out")
                return Outcome.LOST
            report("an answer could not be put together", fault)
            return Outcome.REFUSED
        else:
            return Outcome.SENT
    return Outcome.LOST
