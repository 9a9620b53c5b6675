"""The commands as Discord knows them: registered when they have changed, and read when given."""

from __future__ import annotations

import hashlib
import json
import logging
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands

from bot.errors import report
from bot.words.translator import Translator

if TYPE_CHECKING:
    from bot.client import Celestia

FACT: Final = "commands"
"""The store's name for the hash of the commands that Discord last got from us."""

_log = logging.getLogger(__name__)


class Commands(app_commands.CommandTree["Celestia"]):
    """The commands. One that Discord tells of in a form that nobody can read is dropped."""

    async def _call(self, interaction: discord.Interaction[Any]) -> None:
        try:
            await super()._call(interaction)
        except app_commands.AppCommandError:  # `cogs.presses` answers these
            raise
        except Exception as fault:
            report("a command", fault)


async def register(bot: Celestia) -> None:
    """Register our commands with Discord, if they have changed since the last time."""
    dev_guild = bot.settings.dev_guild
    guild = discord.Object(dev_guild) if dev_guild else None
    if guild is not None:
        bot.tree.copy_global_to(guild=guild)
    told = [
        await command.get_translated_payload(bot.tree, Translator())
        for command in bot.tree.get_commands(guild=guild)
    ]
    text = json.dumps([bot.application_id, dev_guild, told], sort_keys=True)
    digest = hashlib.sha256(text.encode()).hexdigest()
    if await bot.store.fact(FACT) == digest:
        return
    try:
        await bot.tree.sync(guild=guild)
    except discord.RateLimited as fault:  # the commands that it knows work meanwhile
        _log.warning("Discord takes no commands for %.0f s: restart then", fault.retry_after)
        return
    await bot.store.note(FACT, digest)
    _log.info("the commands were told to Discord")
