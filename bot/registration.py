"""The commands as Discord knows them: registered when they have changed, and read when given."""

from __future__ import annotations

import hashlib
import json
import logging
from typing import Any, Final

import discord
from discord import app_commands
from discord.http import HTTPClient, Route

from bot import log
from bot.board.requests import NOT_DONE
from bot.errors import kind_of, report
from bot.store.store import Store
from bot.words.catalogue import Translator

FACT: Final = "commands"
"""The store's key of the hash of the commands that were last registered."""
ENTRY_POINT: Final = 4
"""Discord's number for the command that opens an Activity."""
ENTRY_POINT_LEFT_OUT: Final = 50240
"""Discord's code: the commands lack it, and would delete it."""

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
    # the commands that Discord knows work meanwhile
    try:
        await _send(tree, guild, told)
    except discord.RateLimited as fault:
        _log.warning("Discord takes no commands for %.0f s: restart then", fault.retry_after)
    except NOT_DONE as fault:
        _log.warning("Discord has not taken the commands (%s): restart", kind_of(fault))
    else:
        await store.note(FACT, digest)
        _log.info("the commands were told to Discord")


async def _send(
    tree: app_commands.CommandTree[Any], guild: discord.Object | None, told: list[Any]
) -> None:
    """Send all commands, and the entry point along with them if Discord insists on it.

    An application with Activities has a command that opens them, which is Discord's own.
    """
    try:
        await tree.sync(guild=guild)
    except discord.HTTPException as fault:
        if fault.code != ENTRY_POINT_LEFT_OUT:
            raise
        application = tree.client.application_id or 0
        requests: HTTPClient = tree.client.http
        known = Route("GET", f"/applications/{application}/commands")
        there = await requests.request(known, params={"with_localizations": "true"})
        kept = [command for command in there if command["type"] == ENTRY_POINT]
        await requests.bulk_upsert_global_commands(application, [*told, *kept])
