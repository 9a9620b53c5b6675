"""The rulebook: the rules by topic, and how to begin."""

from __future__ import annotations

from typing import Final

from bot.board.responses import Reply
from bot.client import Celestia
from bot.direct import is_direct
from bot.discord.controls import NOWHERE
from bot.discord.permissions import NEEDED, lacking
from bot.pages.hello import hello
from bot.pages.rules import TOPICS
from bot.pages.rules import rules as rules_page
from bot.tables.refusals import Refused
from cogs.click import Click
from cogs.cog import CelestiaCog, choice
from cogs.which_table import here
from engine import Options

TOPIC_CHOICES: Final = [choice(f"rules-{topic.name}", topic.name) for topic in TOPICS]


class Rulebook(CelestiaCog):
    """Shows the rules and the help."""

    def __init__(self, bot: Celestia) -> None:
        super().__init__(bot)
        self.slash("rules", self.rules, choices={"topic": TOPIC_CHOICES})
        self.slash("help", self.help)
        self.button("rules", self.rules_pressed)
        self.button("topic", self.rules_pressed)

    async def rules(self, click: Click, topic: str = "") -> Reply:
        """Show the rules of a topic, with the figures of this channel's table."""
        try:
            click.table = await here(click)
        except Refused:
            click.table = NOWHERE
        return await self._rules(click, topic)

    async def rules_pressed(self, click: Click) -> Reply:
        """Show them for the table of the button, or another topic by the select."""
        return await self._rules(click, "".join(click.values))

    async def _rules(self, click: Click, topic: str) -> Reply:
        options = await self._options_of(click)
        return Reply(rules_page(click.say, topic, click.table, options), in_place=True)

    async def _options_of(self, click: Click) -> Options | None:
        """Return the options of the click's table; None without a readable one."""
        if click.table == NOWHERE:
            return None
        try:
            return (await click.glance()).table.options
        except Refused:
            return None

    async def help(self, click: Click) -> Reply:
        """Explain how to begin, and how to stop."""
        lacks = lacking(click.interaction.app_permissions, NEEDED)
        page = hello(click.say, lacks, is_help=True, direct=is_direct(click.guild))
        return await click.pictured(page, in_place=False)


setup = Rulebook.load
