"""How interactions are answered: in time, in private, and whatever happens."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import Context, copy_context
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final

import aiohttp
import discord
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.discord.circuit_breaker import is_blocked, is_passing
from bot.discord.limits import (
    ALREADY_ACKNOWLEDGED,
    ANSWER_TIMEOUT,
    ANSWER_WITHIN,
    BESIDE_AFTER,
    INVALID_TOKEN,
    UNKNOWN_INTERACTION,
)
from bot.errors import report
from bot.pages.layout import PLAY_COLOUR, Content, Layout

PRESSED: Final = (
    discord.InteractionType.component,
    discord.InteractionType.modal_submit,
)
TOO_LATE: Final = (UNKNOWN_INTERACTION, INVALID_TOKEN)
HUSHED: Final = "⏳"
"""The whole answer to a command that is one of far too many."""
HUSHED_AT_ONCE: Final = 4
NOBODY: Final = discord.AllowedMentions.none()

_log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]


@dataclass(frozen=True, slots=True)
class Reply:
    """A private answer: only the user who clicked can see it."""

    content: Content
    in_place: bool = False
    """It replaces the private message that was clicked on."""
    form: discord.ui.Modal | None = None
    """Opens in place of the content, unless it is too late for that."""
    needless: bool = False
    """The board says it already: the answer to a command is taken back, if Discord lets us."""


def note(*lines: str, colour: int = PLAY_COLOUR) -> Reply:
    """A private answer of a few lines."""
    return Reply(Layout(colour).text(*lines).content())


class Unsent(Exception):
    """Discord has refused the answer itself."""


class Outcome(Enum):
    """What became of an answer, as far as Discord has told us."""

    SENT = auto()
    PROMISED = auto()
    """A promise stands in its place."""
    STANDS = auto()
    """The interaction had an answer before: one of ours of which nobody heard."""
    LOST = auto()
    """No answer gets through, or it was not confirmed."""
    REFUSED = auto()
    """Discord refuses this one, and might take another."""


DONE: Final = (Outcome.SENT, Outcome.PROMISED, Outcome.STANDS)
"""The interaction has an answer."""

Work = Callable[[], Awaitable[Reply | None]]
Fault = Callable[[Exception], Awaitable[Reply]]


async def answer(interaction: Interaction, work: Work, fault: Fault) -> None:
    """Do the work and answer with its reply; None: acknowledge without a word.

    If the work takes long, the interaction is deferred in time. The work goes on whatever becomes
    of the answer: what it stores stays stored, and the board shows it.
    """
    task = asyncio.ensure_future(_settled(work, fault))
    done, _ = await asyncio.wait({task}, timeout=ANSWER_WITHIN)
    promised = None if done else await _first(interaction, lambda: _defer(interaction))
    reply = await task
    if reply is not None and reply.needless:
        if promised not in DONE:
            promised = await _first(interaction, lambda: _defer(interaction))
        if promised in DONE and await _send(lambda: _take_back(interaction)) is Outcome.SENT:
            return
    if reply is None:
        if promised not in DONE:
            await _first(interaction, lambda: _defer(interaction))
    elif await _answer(interaction, reply, promised) is Outcome.REFUSED:
        await _answer(interaction, await fault(Unsent()), promised)


async def _answer(interaction: Interaction, reply: Reply, promised: Outcome | None) -> Outcome:
    """Give the reply, or keep the promise of one.

    A promise that was not confirmed may stand all the same: then Discord takes no first answer.
    """
    if promised not in DONE:
        given = await _first(interaction, lambda: _give(interaction, reply))
        stands = given is Outcome.STANDS and promised is not None
        if given is not Outcome.PROMISED and not stands:
            return given
    edits = _has_message(interaction, reply)
    keep = _edit if edits else _follow
    return await _send(lambda: keep(interaction, reply), repeats_itself=not edits)


async def _first(interaction: Interaction, call: Callable[[], Awaitable[None]]) -> Outcome:
    """Send a first answer, and a promise beside it if nothing is heard of it.

    Discord takes one of the two. Nothing is broken off: it may be slow, or only hang.
    """
    begun = [asyncio.ensure_future(_send(call))]
    try:
        if (await asyncio.wait(begun, timeout=BESIDE_AFTER))[0]:
            return await begun[0]
        promise = _send(lambda: _defer(interaction))
        begun.append(asyncio.get_running_loop().create_task(promise, context=_unlocked()))
        await asyncio.wait(begun, return_when=asyncio.FIRST_COMPLETED)
        return await _which(*begun)
    finally:
        for request in begun:
            request.cancel()


async def _which(sending: asyncio.Task[Outcome], beside: asyncio.Task[Outcome]) -> Outcome:
    """Which of the two Discord has; one of them has ended."""
    if sending.done() and await sending is Outcome.SENT:
        return Outcome.SENT
    promise = await beside
    if promise is Outcome.SENT:
        return Outcome.PROMISED
    return Outcome.SENT if promise is Outcome.STANDS else await sending


def _unlocked() -> Context:
    """A context in which discord.py does not wait for the request before, as it does by default."""
    context = copy_context()
    context.run(async_context.set, AsyncWebhookAdapter())
    return context


async def hush(interaction: Interaction, turn: asyncio.Semaphore) -> None:
    """Acknowledge without a sentence and at the least cost, a few at a time: others wait less."""
    async with turn:
        await _send(lambda: _hush(interaction))


async def add(interaction: Interaction, reply: Reply) -> None:
    """Send another private message after an answer."""
    await _send(lambda: _follow(interaction, reply), repeats_itself=True)


async def _settled(work: Work, fault: Fault) -> Reply | None:
    try:
        return await work()
    except Exception as error:
        return await fault(error)


def is_press(interaction: Interaction) -> bool:
    """Does it come from a button or a select, or from a form that one of them opened?"""
    return interaction.type in PRESSED


def from_private(interaction: Interaction) -> bool:
    """Was it pressed on a message that only one user can see?"""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def _defer(interaction: Interaction) -> None:
    """Acknowledge without a word: always in private, so that what follows is private too."""
    if is_press(interaction):
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True)


async def _hush(interaction: Interaction) -> None:
    """A press is deferred. A command that is deferred would seem to think until its token ends."""
    if is_press(interaction):
        await interaction.response.defer()
    else:
        await interaction.response.send_message(HUSHED, ephemeral=True, allowed_mentions=NOBODY)


async def _take_back(interaction: Interaction) -> None:
    """Delete what was promised; a command that is delivered twice finds it gone."""
    with suppress(discord.NotFound):
        await interaction.delete_original_response()


async def _give(interaction: Interaction, reply: Reply) -> None:
    """Give the first answer."""
    view, files = reply.content.view, _files(reply)
    if reply.form is not None:
        await interaction.response.send_modal(reply.form)
    elif reply.in_place and from_private(interaction):
        await interaction.response.edit_message(
            view=view, attachments=files, allowed_mentions=NOBODY
        )
    else:
        await interaction.response.send_message(
            view=view, ephemeral=True, files=files, allowed_mentions=NOBODY
        )


def _has_message(interaction: Interaction, reply: Reply) -> bool:
    """Once it is deferred, a command has a message to edit; a press only has its own."""
    return not is_press(interaction) or (reply.in_place and from_private(interaction))


async def _edit(interaction: Interaction, reply: Reply) -> None:
    """Edit the message of the interaction."""
    await interaction.edit_original_response(
        view=reply.content.view, attachments=_files(reply), allowed_mentions=NOBODY
    )


async def _follow(interaction: Interaction, reply: Reply) -> None:
    """Send a further private message."""
    await interaction.followup.send(
        view=reply.content.view, ephemeral=True, files=_files(reply), allowed_mentions=NOBODY
    )


def _files(reply: Reply) -> list[discord.File]:
    """New ones for each try, because a file can be read only once."""
    return [discord.File(io.BytesIO(text.encode()), name) for name, text in reply.content.files]


async def _send(call: Callable[[], Awaitable[None]], *, repeats_itself: bool = False) -> Outcome:
    """Send an answer, and again if the connection breaks.

    Discord takes only one first answer, and an edit twice does no harm. A message that
    ``repeats_itself`` would stand there twice, so it is not sent again when Discord is just slow.
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
        except discord.InteractionResponded:
            return Outcome.STANDS
        except (aiohttp.ClientError, OSError) as broken:
            if not tries_left or (repeats_itself and isinstance(broken, TimeoutError)):
                _log.warning("an answer did not get through: %s", type(broken).__name__)
                return Outcome.LOST
        except (ValueError, TypeError, LookupError) as fault:
            if is_blocked(fault):
                _log.warning("an answer was refused: we are shut out")
                return Outcome.LOST
            report("an answer could not be put together", fault)
            return Outcome.REFUSED
        else:
            return Outcome.SENT
    return Outcome.LOST
