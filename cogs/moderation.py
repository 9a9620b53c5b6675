"""Moderation: give a player's seat to a computer, and close a table before its end."""

from __future__ import annotations

from typing import Final

import discord

from bot.board.responses import Reply
from bot.client import Celestia
from bot.discord.controls import Press, Style, button
from bot.hosting.action import Action
from bot.pages.layout import CRASH_COLOUR, Layout
from bot.tables.refusals import Refused
from bot.words.emoji import icon
from cogs.click import Click
from cogs.cog import CelestiaCog
from cogs.which_table import of_channel
from players.roster import STAND_IN

KICKED: Final = {"lobby": "kicked", "playing": "kicked-playing"}
"""The sentence about a kicked seat by the stage of its table; one without people is closed."""


class Moderation(CelestiaCog):
    """The commands of a table's host and of the server's moderators."""

    def __init__(self, bot: Celestia) -> None:
        super().__init__(bot)
        self.slash("kick", self.kick, group="table", at=of_channel)
        self.slash("cancel", self.cancel, group="table", at=of_channel)
        self.button("cancel", self.cancel)
        self.button("cancel_now", self.cancel_now)

    async def kick(self, click: Click, player: discord.User) -> Reply:
        """Give another player's seat to a computer."""
        state = await click.look()
        click.refuse_unless_in_charge(state)
        if state.table.seat_of(player.id) is None:
            raise Refused("not_at_this_table")
        in_lobby = state.table.stage == "lobby"
        action = Action("leave") if in_lobby else Action("concede", STAND_IN)
        state = await click.do(action, user=player.id)
        return click.note(
            f"{icon('taken_over')} {click.say(KICKED.get(state.table.stage, 'cancelled'))}"
        )

    async def cancel(self, click: Click) -> Reply:
        """Ask for confirmation; an unreadable table is closed at once, by a moderator."""
        try:
            state = await click.look()
        except Refused as refused:
            if refused.code != "table_frozen" or not click.may_moderate:
                raise
            await self.bot.service.clear(click.table, click.guild)
            return click.note(f"{icon('cancel')} {click.say('cancelled')}")
        if not state.table.open:
            raise Refused("table_closed")
        click.refuse_unless_in_charge(state)
        layout = Layout(CRASH_COLOUR).text(f"{icon('cancel')} {click.say('cancel-sure')}")
        press, label = Press(click.table, "cancel_now"), click.say("button-cancel_now")
        layout.buttons([button(press, label, Style.danger, emoji=icon("cancel"))])
        return Reply(layout.content(), in_place=True)

    async def cancel_now(self, click: Click) -> Reply:
        """Close a table before its end."""
        click.refuse_unless_in_charge(await click.look())
        await click.do(Action("cancel"))
        layout = Layout(CRASH_COLOUR).text(f"{icon('cancel')} {click.say('cancelled')}")
        return Reply(layout.content(), in_place=True)


setup = Moderation.load
