"""How interactions are answered: in time, in private, and whatever happens."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import aiohttp
import discord

from bot.discord.circuit_breaker import is_blocked, is_passing
from bot.discord.limits import (
    ALREADY_ACKNOWLEDGED,
    ANSWER_TIMEOUT,
    ANSWER_WITHIN,
    INVALID_TOKEN,
    UNKNOWN_INTERACTION,
)
from bot.errors import report
from bot.pages.layout import PLAY_COLOUR, Content, Layout

TOO_LATE: Final = (UNKNOWN_INTERACTION, INVALID_TOKEN)
NOBODY: Final = discord.AllowedMentions.none()

_log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]


@dataclass(frozen=True, slots=True)
class Reply:
    """A private answer: only the user who clicked can see it."""

    content: Content
    in_place: bool = False
    """It replaces the private message that was clicked on."""
    needless: bool = False
    """The board says it already: the answer to a command is taken back, if Discord lets us."""


def note(*lines: str, colour: int = PLAY_COLOUR) -> Reply:
    """A private answer of a few lines."""
    return Reply(Content(Layout(colour).text(*lines).view))


class Unsent(Exception):
    """Discord has refused the answer itself."""


Work = Callable[[], Awaitable[Reply | None]]
Fault = Callable[[Exception], Awaitable[Reply]]


async def answer(interaction: Interaction, work: Work, fault: Fault) -> None:
    """Do the work and answer with its reply; None: acknowledge without a word.

    If the work takes long, the interaction is deferred in time. The work goes on whatever becomes
    of the answer: what it stores stays stored, and the board shows it.
    """
    task = asyncio.ensure_future(_settled(work, fault))
    done, _ = await asyncio.wait({task}, timeout=ANSWER_WITHIN)
    deferred = not done and await _send(lambda: _defer(interaction))
    reply = await task
    if reply is not None and reply.needless:
        deferred = deferred or await _send(lambda: _defer(interaction))
        if deferred and await _send(lambda: _take_back(interaction)):
            return
    if reply is not None:
        give = _give_deferred if deferred else _give
        if await _send(lambda: give(interaction, reply)) is None:
            plain = await fault(Unsent())
            await _send(lambda: give(interaction, plain))
    elif not deferred:
        await _send(lambda: _defer(interaction))


async def add(interaction: Interaction, reply: Reply) -> None:
    """Send another private message after an answer."""
    await _send(lambda: _follow(interaction, reply))


async def _settled(work: Work, fault: Fault) -> Reply | None:
    try:
        return await work()
    except Exception as error:
        return await fault(error)


def is_press(interaction: Interaction) -> bool:
    """Does it come from a button or a select?"""
    return interaction.type is discord.InteractionType.component


def from_private(interaction: Interaction) -> bool:
    """Was it pressed on a message that only one user can see?"""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def _defer(interaction: Interaction) -> None:
    """Acknowledge without a word: always in private, so that what follows is private too."""
    if is_press(interaction):
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True)


async def _take_back(interaction: Interaction) -> None:
    """Delete what was promised; a command that is delivered twice finds it gone."""
    with suppress(discord.NotFound):
        await interaction.delete_original_response()


async def _give(interaction: Interaction, reply: Reply) -> None:
    """Give the first answer."""
    view, files = reply.content.view, _files(reply)
    if reply.in_place and from_private(interaction):
        await interaction.response.edit_message(
            view=view, attachments=files, allowed_mentions=NOBODY
        )
    else:
        await interaction.response.send_message(
            view=view, ephemeral=True, files=files, allowed_mentions=NOBODY
        )


async def _give_deferred(interaction: Interaction, reply: Reply) -> None:
    """Answer what was deferred: a command has a message to edit, a press has none."""
    if is_press(interaction) and not (reply.in_place and from_private(interaction)):
        await _follow(interaction, reply)
        return
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


async def _send(call: Callable[[], Awaitable[None]]) -> bool | None:
    """Send an answer, and again if the connection breaks; has the interaction an answer now?

    False: no answer gets through. None: Discord refuses this one, and might take another.
    """
    for tries_left in (1, 0):
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT):
                await call()
        except discord.HTTPException as refused:
            if refused.code == ALREADY_ACKNOWLEDGED:
                return True  # the first try had arrived, though we did not hear of it
            late = refused.code in TOO_LATE
            level = logging.INFO if late else logging.WARNING
            _log.log(level, "an answer was refused: %s %s", refused.status, refused.code)
            return False if late or is_passing(refused) else None
        except discord.InteractionResponded:
            return True
        except (aiohttp.ClientError, OSError) as broken:
            if not tries_left:
                _log.warning("an answer did not get through: %s", type(broken).__name__)
        except (ValueError, TypeError, LookupError) as fault:
            if is_blocked(fault):
                _log.warning("an answer was refused: we are shut out")
                return False
            report("an answer could not be put together", fault)
            return None
        else:
            return True
    return False
