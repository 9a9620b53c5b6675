"""Moderation: give a player's seat to a computer, and close a table before its end."""

from __future__ import annotations

import discord

from bot.board.responses import Reply
from bot.client import Celestia
from bot.discord.controls import NOWHERE, Press, Style, button
from bot.hosting.action import Action
from bot.pages.layout import CRASH_COLOUR, Layout, named_button, person
from bot.tables.lobby import is_number
from bot.tables.play import KICK
from bot.tables.presence import has_kept_waiting
from bot.tables.refusals import Refused, in_play
from bot.words.emoji import icon
from cogs.click import Click
from cogs.cog import CelestiaCog
from cogs.which_table import of_channel
from players.roster import STAND_IN


class Moderation(CelestiaCog):
    """The commands of a table's host and of the server's moderators."""

    def __init__(self, bot: Celestia) -> None:
        super().__init__(bot)
        self.slash("kick", self.kick, group="table", at=of_channel)
        self.slash("cancel", self.cancel, group="table", at=of_channel)
        self.button("kick_now", self.kick_now)
        self.button("cancel", self.cancel)
        self.button("cancel_now", self.cancel_now)

    async def kick(self, click: Click, player: discord.User) -> Reply:
        """Free a seat of a lobby; in a game, ask before a computer gets it."""
        state = await click.look()
        click.refuse_unless_in_charge(state)
        table, seat = state.table, state.table.seat_of(player.id)
        if seat is None:
            raise Refused("not_at_this_table")
        if table.stage == "lobby":
            await click.do(Action("leave"), user=player.id)
            click.log("removed", state.stored.channel, player.id)
            return click.note(f"{icon('taken_over')} {click.say('kicked')}")
        in_play(table)
        said = [click.say("kick-sure", player=person(player.id))]
        if table.is_rated:
            how = "kick-counts-absent" if has_kept_waiting(table, seat) else "kick-counts"
            said.append(click.say(how))
        layout = Layout(CRASH_COLOUR).text(f"{icon('taken_over')} {said[0]}", *said[1:])
        press, label = Press(click.table, "kick_now", f"{seat}"), click.say("button-kick_now")
        layout.buttons([button(press, label, Style.danger)])
        return Reply(layout.content(), in_place=True)

    async def kick_now(self, click: Click) -> Reply:
        """Give another player's seat to a computer."""
        state = await click.look()
        click.refuse_unless_in_charge(state)
        in_play(state.table)
        user = state.table.people.get(int(click.argument)) if is_number(click.argument) else None
        if user is None:
            raise Refused("not_at_this_table")
        state = await click.do(Action("concede", f"{STAND_IN} {KICK}"), user=user)
        click.log("removed", state.stored.channel, user)
        said = click.say("kicked-playing" if state.table.open else "cancelled")
        layout = Layout(CRASH_COLOUR).text(f"{icon('taken_over')} {said}")
        return Reply(layout.content(), in_place=True)

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
        if state.table.stage == "playing" and state.table.is_rated:
            layout.text(click.say("cancel-counts"))
        press, label = Press(click.table, "cancel_now"), click.say("button-cancel_now")
        layout.buttons([button(press, label, Style.danger, emoji=icon("cancel"))])
        return Reply(layout.content(), in_place=True)

    async def cancel_now(self, click: Click) -> Reply:
        """Close a table before its end."""
        state = await click.look()
        click.refuse_unless_in_charge(state)
        await click.do(Action("cancel"))
        click.log("closed", state.stored.channel)
        layout = Layout(CRASH_COLOUR).text(f"{icon('cancel')} {click.say('cancelled')}")
        if state.table.stage == "lobby":
            layout.text(click.say("cancelled-lobby"))
            layout.buttons([named_button(NOWHERE, "plan", click.say, Style.primary)])
        return Reply(layout.content(), in_place=True)


setup = Moderation.load
