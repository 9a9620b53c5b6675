"""The user's own tables in all servers, and the way back to their last game."""

from __future__ import annotations

from typing import Final

from bot.appointments.appointment import Appointment
from bot.board.responses import Reply
from bot.client import Celestia
from bot.pages.games import LATER, LOBBY, OTHERS, TURN, OpenTable, games
from bot.tables import presence
from bot.tables.refusals import Refused
from cogs.click import Click
from cogs.cog import CelestiaCog

MOST: Final = 40
"""Tables that are looked at."""


class Games(CelestiaCog):
    """Lists the tables at which the user sits."""

    def __init__(self, bot: Celestia) -> None:
        super().__init__(bot)
        self.slash("games", self.games)

    async def games(self, click: Click) -> Reply:
        """Show where it is the user's turn and where it is not, and which lobbies wait."""
        found = [
            await self._table(click, table, since)
            for table, since in await self.bot.store.seats_of(click.user, MOST)
        ]
        tables = [table for table in found if table is not None]
        tables += map(self._planned, await self.bot.store.appointments.to_come_of(click.user))
        last = await self.bot.store.end_of_last_game(click.user)
        return Reply(games(click.user, tables, last, click.say))

    def _planned(self, planned: Appointment) -> OpenTable:
        return OpenTable(
            LATER,
            planned.at,
            planned.link,
            self._server(planned.guild),
            len(planned.coming),
            planned.seats,
        )

    def _server(self, number: int) -> str:
        guild = self.bot.get_guild(number)
        return guild.name if guild else ""

    async def _table(self, click: Click, name: str, since: float) -> OpenTable | None:
        """Return a table of the list; None if it cannot be read."""
        try:
            state = await self.bot.service.peek(name)
        except Refused:
            return None
        table = state.table
        waits = {table.people.get(seat) for seat in presence.asked(table)}
        kind = TURN if click.user in waits else OTHERS
        return OpenTable(
            LOBBY if table.stage == "lobby" else kind,
            since,
            await self.bot.renderer.board_link(state),
            self._server(state.stored.guild),
            len(table.chairs),
            table.seats,
        )


setup = Games.load
