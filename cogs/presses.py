"""Dispatches presses of buttons and selects and forms, and answers commands that fail."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands

from bot.board.responses import Reply
from bot.discord.controls import Press
from bot.discord.incoming import Incoming, commanded
from bot.tables.refusals import Refused
from cogs.click import Click
from cogs.cog import CelestiaCog, Handler, Interaction, answered, old_button, root

OLD: Final = (
    app_commands.CommandNotFound,
    app_commands.CommandSignatureMismatch,
    app_commands.TransformerError,
)
"""Errors of a command that a user's Discord still shows in the form of an earlier version."""


class Presses(CelestiaCog):
    """Finds the handler of a press on any message, however old.

    discord.py itself would drop a press whose control is gone from its message.
    """

    async def cog_load(self) -> None:
        root(self.bot)
        self.bot.tree.error(self.failed)
        self.bot.intake.on_pressed = self.pressed

    async def pressed(self, interaction: Incoming) -> None:
        """Answer a press or a submitted form."""
        press = Press.read(interaction.custom_id)
        click = Click(
            self.bot,
            interaction,
            table=press.table if press else "",
            press=press,
            values=interaction.values,
        )
        handler = self._handler_of(press)

        async def work() -> Reply | None:
            return await handler(click) if handler else old_button(click)

        await answered(click, work)

    def _handler_of(self, press: Press | None) -> Handler | None:
        """Return the handler of this press; None if this version has no such control."""
        if press is None:
            return None
        cogs = [cog for cog in self.bot.cogs.values() if isinstance(cog, CelestiaCog)]
        return next(
            (cog.buttons[press.action] for cog in cogs if press.action in cog.buttons), None
        )

    async def failed(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        """Answer a command that discord.py could not dispatch."""
        if interaction.type is discord.InteractionType.autocomplete:
            return  # Discord shows no sentence while a user types; sending the command gets one

        async def work() -> None:
            if isinstance(error, OLD):
                raise Refused("old_command")
            raise getattr(error, "original", error)

        await answered(Click(self.bot, commanded(self.bot.rest, interaction)), work)


setup = Presses.load
