"""The replay of a finished game, leg by leg, in private for everybody in its server."""

from __future__ import annotations

from bot.board.responses import Reply
from bot.client import Celestia
from bot.pages.replay import ACTION, replay_page, wanted
from bot.pages.views import table_view
from bot.tables.refusals import Refused
from cogs.click import Click
from cogs.cog import CelestiaCog
from cogs.which_table import last_played


class Replay(CelestiaCog):
    """Pages through the legs of a game that is over, with all hands open."""

    def __init__(self, bot: Celestia) -> None:
        super().__init__(bot)
        self.slash(ACTION, self.replay, group="results", at=last_played)
        self.button(ACTION, self.replay)

    async def replay(self, click: Click) -> Reply:
        """Show the leg that a button asks for, or the first."""
        state = await click.look()
        if state.table.game is None:
            raise Refused("not_started")
        if state.table.open:
            raise Refused("replay_later")
        game = await self.bot.replays.of(click.table)
        if game.replay is None:
            raise Refused("log_damaged", table=click.table)
        view, at = table_view(state.table), wanted(click.argument)
        content = replay_page(view, game.replay, game.moments, at, click.say)
        return await click.pictured(content)


setup = Replay.load
