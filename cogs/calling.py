"""Calling players to a lobby, and asking to be called."""

from __future__ import annotations

from bot.board.responses import Reply
from bot.client import Celestia
from bot.pages.call import quiet_page, told_page
from bot.tables.lobby import in_lobby, seated
from bot.tables.refusals import Refused
from bot.words.emoji import icon
from cogs.click import Click
from cogs.cog import CelestiaCog, in_servers


class Calling(CelestiaCog):
    """The buttons about calls."""

    def __init__(self, bot: Celestia) -> None:
        super().__init__(bot)
        self.button("tell_me", in_servers(self.tell_me))
        self.button("tell_no_more", in_servers(self.tell_no_more))
        self.button("call", in_servers(self.call))
        self.button("quiet_host", self.quiet_host)
        self.button("loud_host", self.loud_host)

    async def tell_me(self, click: Click) -> Reply:
        """Call this user from now on."""
        await self.bot.calls.wants(click.guild, click.user)
        return Reply(told_page(click.say))

    async def tell_no_more(self, click: Click) -> Reply:
        """Call this user no more."""
        await self.bot.calls.wants_no_more(click.guild, click.user)
        return click.note(f"{icon('done')} {click.say('tell-me-no-more')}")

    async def quiet_host(self, click: Click) -> Reply:
        """Ping this user no more about the tables that they host."""
        await self.bot.store.calls.set_quiet_host(click.user, quiet=True)
        return Reply(quiet_page(click.say))

    async def loud_host(self, click: Click) -> Reply:
        """Ping them again."""
        await self.bot.store.calls.set_quiet_host(click.user, quiet=False)
        return click.note(f"{icon('done')} {click.say('done')}")

    async def call(self, click: Click) -> Reply:
        """Call the players who have asked for it."""
        state = await click.look()
        in_lobby(state.table)
        seated(state.seat)
        if state.table.invited_only:
            raise Refused("called_though_invited")
        await self.bot.calls.call(click.table, click.guild, state.stored.channel)
        click.log("called", state.stored.channel)
        return click.note(f"{icon('call')} {click.say('call-done')}")


setup = Calling.load
