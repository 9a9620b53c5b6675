"""Hears of every press of a button or select, of every form that is sent, and of every command that
cannot be carried out."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.board.responses import Reply, is_press
from bot.client import Celestia
from bot.discord.controls import Press, typed
from bot.tables.refusals import Refused
from cogs.click import Click, Interaction
from cogs.cog import CelestiaCog, Handler, answered, old_button, root

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

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer a press; commands find their way by themselves."""
        if not is_press(interaction):
            return
        data: dict[str, Any] = {**(interaction.data or {})}
        name = data.get("custom_id")
        press = Press.read(name) if isinstance(name, str) else None
        click = Click(
            interaction,
            table=press.table if press else "",
            press=press,
            values=(*map(str, data.get("values", ())), *typed(data.get("components"))),
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

        await answered(Click(interaction), work)


async def setup(bot: Celestia) -> None:
    """Listen from now on."""
    await bot.add_cog(Presses(bot))
