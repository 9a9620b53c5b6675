"""The one command that everything hangs under: ``/celestia``."""

from __future__ import annotations

from typing import Final

from discord import InteractionType, app_commands

from bot.board.responses import Interaction
from bot.client import Celestia
from bot.tables.refusals import Refused
from bot.words.translator import text
from cogs.desk import Desk

celestia = app_commands.Group(
    name=text("command"),
    description=text("command-about"),
    guild_only=True,
    # unless we say so, people may take us along into servers that did not invite us: no board there
    allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
)

OLD: Final = (
    app_commands.CommandNotFound,
    app_commands.CommandSignatureMismatch,
    app_commands.TransformerError,
)
"""Somebody's Discord still shows a form of a command that we no longer have."""


async def setup(bot: Celestia) -> None:
    """Declare the command; what hangs under it comes with the other files."""
    bot.tree.add_command(celestia)

    @bot.tree.error
    async def failed(interaction: Interaction, error: app_commands.AppCommandError) -> None:
        if interaction.type is InteractionType.autocomplete:
            return  # while somebody types, Discord takes no sentence; they are told when they send
        desk = Desk(bot)

        async def work() -> None:
            if isinstance(error, OLD):
                raise Refused("old_command")
            raise getattr(error, "original", error)

        await desk.answer(interaction, work)
