"""Inviting somebody to a lobby, where a seat is kept for them for a while."""

from __future__ import annotations

from typing import Final

import discord

from bot.board.responses import Reply
from bot.client import Celestia
from bot.discord.controls import MAX_NUMBER
from bot.hosting.action import Action
from bot.pages.invitation import invitation
from bot.tables.lobby import in_lobby
from bot.tables.refusals import Refused
from bot.words import catalogue
from bot.words.emoji import icon
from cogs.click import Click
from cogs.cog import CelestiaCog, in_servers
from cogs.which_table import of_channel

KEPT: Final = 600.0
KEPT_AT_SLOW_TABLES: Final = 3600.0
"""Seconds for which a seat is kept."""
LIVE: Final = "live"


class Inviting(CelestiaCog):
    """The buttons of invitations. Each of them pings one person, once."""

    def __init__(self, bot: Celestia) -> None:
        super().__init__(bot)
        for name, handler in {
            "invite": self.invite,
            "take": self.take,
            "decline": self.decline,
        }.items():
            self.button(name, in_servers(handler))
        self.menu("invite-menu", self.invite_user, at=of_channel)

    async def invite(self, click: Click) -> Reply:
        """Keep a seat for who was chosen, and ping them."""
        return await self._invite(click, "".join(click.values))

    async def invite_user(self, click: Click, user: discord.User) -> Reply:
        """Keep a seat at the table of this channel for a user, by the menu of that user."""
        return await self._invite(click, f"{user.id}")

    async def _invite(self, click: Click, chosen: str) -> Reply:
        state = await click.look()
        table = state.table
        in_lobby(table)
        click.refuse_unless_in_charge(state)
        guest, kept = _guest(click, chosen), await self.bot.store.invitations.of(click.table)
        if guest in table.people.values():
            raise Refused("guest_sits")
        if len(table.chairs) + len({*kept} - {guest}) >= table.places:
            raise Refused("no_seat_to_keep")
        until = self.bot.now() + (KEPT if table.pace == LIVE else KEPT_AT_SLOW_TABLES)
        asked = click.interaction.id
        if not await self.bot.store.invitations.invite(click.table, guest, until, asked):
            raise Refused("guest_invited")
        await self._show(click)
        say = catalogue(table.language)
        return Reply(invitation(click.table, say, guest, click.user, until), public=True)

    async def take(self, click: Click) -> None:
        """Sit down on the seat that is kept; nobody else can by this button."""
        await self._refuse_others(click)
        state = await click.do(Action("join"))
        await self.bot.store.invitations.end(click.table, click.user)
        if not await self.bot.seating.sat_down(state.table, click.user):
            await self._show(click)

    async def decline(self, click: Click) -> Reply:
        """Free the seat."""
        await self._refuse_others(click)
        await self.bot.store.invitations.end(click.table, click.user)
        await self._show(click)
        return click.note(f"{icon('done')} {click.say('invitation-declined')}")

    async def _show(self, click: Click) -> None:
        """Have the lobby show for whom seats are kept."""
        await self.bot.boards.repaint([click.table])
        self.bot.boards.deliver(click.table, awaited=False)

    async def _refuse_others(self, click: Click) -> None:
        in_lobby((await click.look()).table)
        if click.user not in await self.bot.store.invitations.of(click.table):
            raise Refused("not_invited")


def _guest(click: Click, chosen: str) -> int:
    if not chosen.isdecimal() or int(chosen) > MAX_NUMBER:
        raise Refused("unknown_choice")
    me = click.bot.user
    if me is not None and int(chosen) == me.id:
        raise Refused("guest_is_bot")
    return int(chosen)


setup = Inviting.load
