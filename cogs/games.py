"""The user's own tables in all servers, and the way back to their last game."""

from __future__ import annotations

from bot.board.responses import Reply
from bot.client import Celestia
from bot.pages.games import games
from cogs.click import Click
from cogs.cog import CelestiaCog


class Games(CelestiaCog):
    """Lists the tables at which the user sits."""

    def __init__(self, bot: Celestia) -> None:
        super().__init__(bot)
        self.slash("games", self.games)

    async def games(self, click: Click) -> Reply:
        """Show where it is the user's turn and where it is not, and which lobbies wait."""
        tables = await self.bot.open_tables.of(click.user)
        tables += await self.bot.open_tables.to_come(click.user)
        last = await self.bot.store.end_of_last_game(click.user)
        return Reply(games(click.user, tables, last, click.say))


setup = Games.load
