"""Hears of every press of a button or select, of every form that is sent, and of every command that
cannot be carried out."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands

from bot.board.responses import Reply
from bot.client import Celestia
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
"""Somebody's Discord still shows a form of a command that we no longer have."""


class Presses(CelestiaCog):
    """Finds what a press stands for, whatever message it is on and however old that is.

    discord.py itself would drop a press whose control is gone from its message.
    """

    async def cog_load(self) -> None:
        root(self.bot)
        self.bot.tree.error(self.failed)
        self.bot.intake.on_pressed = self.pressed

    async def pressed(self, interaction: Incoming) -> None:
        """Answer a press, or a form that was sent."""
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
        """What is done for this press; None if no version of ours has such a control any more."""
        if press is None:
            return None
        cogs = [cog for cog in self.bot.cogs.values() if isinstance(cog, CelestiaCog)]
        return next(
            (cog.buttons[press.action] for cog in cogs if press.action in cog.buttons), None
        )

    async def failed(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        """Answer a command that discord.py could not hand on."""
        if interaction.type is discord.InteractionType.autocomplete:
            return  # Discord takes no sentence while somebody types; they are told when they send

        async def work() -> None:
            if isinstance(error, OLD):
                raise Refused("old_command")
            raise getattr(error, "original", error)

        await answered(Click(self.bot, commanded(self.bot.rest, interaction)), work)


async def setup(bot: Celestia) -> None:
    """Listen from now on."""
    await bot.add_cog(Presses(bot))
