"""How interactions are answered: in time, in the right visibility, and whatever happens."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

import aiohttp
import discord

from bot.limits import ANSWER_WITHIN, CALL_TIMEOUT
from bot.pictures.canvas import PLAY_COLOUR, Picture, Sheet

ALREADY_ACKNOWLEDGED: Final = 40060
UNKNOWN_INTERACTION: Final = 10062
INVALID_TOKEN: Final = 50027
TOO_LATE: Final = (UNKNOWN_INTERACTION, INVALID_TOKEN)

_log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]


@dataclass(frozen=True, slots=True)
class Reply:
    """A private answer: a picture for whoever clicked, and nobody else."""

    picture: Picture
    in_place: bool = False
    """It takes the place of the private message that was clicked on."""


def note(*lines: str, colour: int = PLAY_COLOUR) -> Reply:
    """A private answer of a few lines."""
    return Reply(Picture(Sheet(colour).text(*lines).view))


Work = Callable[[], Awaitable[Reply | None]]
Fault = Callable[[Exception], Awaitable[Reply]]


async def answer(interaction: Interaction, work: Work, fault: Fault) -> None:
    """Do the work and answer with what it gives; None: without a word.

    Work that takes long is promised an answer in time. It is carried on whatever becomes of the
    answer: what it stores stays stored, and the board shows it.
    """
    task = asyncio.ensure_future(_settled(work, fault))
    done, _ = await asyncio.wait({task}, timeout=ANSWER_WITHIN)
    if not done:
        await _send(lambda: _defer(interaction))
    reply = await task
    if reply is None:
        if not interaction.response.is_done():
            await _send(lambda: _defer(interaction))
    else:
        await _send(lambda: _give(interaction, reply))


async def _settled(work: Work, fault: Fault) -> Reply | None:
    try:
        return await work()
    except Exception as error:
        return await fault(error)


def is_press(interaction: Interaction) -> bool:
    """Did it come from a button or a select?"""
    return interaction.type is discord.InteractionType.component


def from_private(interaction: Interaction) -> bool:
    """Was it pressed on a message that one user alone can see?"""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def _defer(interaction: Interaction) -> None:
    """Take note of it without a word: always private, so that what follows is private too."""
    if is_press(interaction):
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True)


async def _give(interaction: Interaction, reply: Reply) -> None:
    view = reply.picture.view
    files = [discord.File(io.BytesIO(text.encode()), name) for name, text in reply.picture.files]
    nobody = discord.AllowedMentions.none()
    in_place = reply.in_place and from_private(interaction)
    if not interaction.response.is_done():
        if in_place:
            await interaction.response.edit_message(
                view=view, attachments=files, allowed_mentions=nobody
            )
        else:
            await interaction.response.send_message(
                view=view, ephemeral=True, files=files, allowed_mentions=nobody
            )
    elif in_place or not is_press(interaction):
        await interaction.edit_original_response(
            view=view, attachments=files, allowed_mentions=nobody
        )
    else:
        await interaction.followup.send(
            view=view, ephemeral=True, files=files, allowed_mentions=nobody
        )


async def _send(call: Callable[[], Awaitable[None]]) -> None:
    """Answer, once more after a broken line; what comes too late is let go."""
    for tries_left in (1, 0):
        try:
            async with asyncio.timeout(CALL_TIMEOUT):
                await call()
        except discord.HTTPException as refused:
            if refused.code != ALREADY_ACKNOWLEDGED:
                late = refused.code in TOO_LATE
                level = logging.INFO if late else logging.WARNING
                _log.log(level, "an answer was refused: %s %s", refused.status, refused.code)
            return
        except discord.InteractionResponded:
            return
        except (aiohttp.ClientError, OSError) as broken:
            if not tries_left:
                _log.warning("an answer did not get through: %s", type(broken).__name__)
        else:
            return
