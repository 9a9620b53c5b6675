"""The commands as Discord knows them: registered when they have changed, and read when given."""

from __future__ import annotations

import hashlib
import json
import logging
from typing import Any, Final

import discord
from discord import app_commands

from bot import log
from bot.errors import report
from bot.store.store import Store
from bot.words.catalogue import Translator

FACT: Final = "commands"
"""The store's key of the hash of the commands that were last registered."""

_log = logging.getLogger(__name__)


class Commands(app_commands.CommandTree[Any]):
    """The command tree; a malformed command from Discord is logged and dropped."""

    async def _call(self, interaction: discord.Interaction[Any]) -> None:
        log.cause.set(f"{interaction.id}")  # discord.py runs each in its own task
        try:
            await super()._call(interaction)
        except app_commands.AppCommandError:  # `cogs.presses` answers these
            raise
        except Exception as fault:
            report("a command", fault)


async def register(
    tree: app_commands.CommandTree[Any], store: Store, dev_guild: int | None
) -> None:
    """Register the commands with Discord, if they have changed since the last time."""
    guild = discord.Object(dev_guild) if dev_guild else None
    if guild is not None:
        tree.copy_global_to(guild=guild)
    told = [
        await command.get_translated_payload(tree, Translator())
        for command in tree.get_commands(guild=guild)
    ]
    text = json.dumps([tree.client.application_id, dev_guild, told], sort_keys=True)
    digest = hashlib.sha256(text.encode()).hexdigest()
    if await store.fact(FACT) == digest:
        return
    try:
        await tree.sync(guild=guild)
    except discord.RateLimited as fault:  # the commands that it knows work meanwhile
        _log.warning("Discord takes no commands for %.0f s: restart then", fault.retry_after)
        return
    await store.note(FACT, digest)
    _log.info("the commands were told to Discord")
