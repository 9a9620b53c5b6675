"""Results: figures, last games and ladders, in private until their reader shows them to all."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeVar

import discord

from bot.board.responses import Reply
from bot.client import Celestia
from bot.direct import is_direct
from bot.pages import results as pages
from bot.pages.results import DIRECT, EVER, HERE, MONTH, PAGE, Asked, Ladder
from bot.results import standing
from bot.results.standing import LADDERS
from bot.results.visibility import Reader
from bot.tables.refusals import Refused
from cogs.click import Click
from cogs.cog import CelestiaCog, choice, chosen

RequestT = TypeVar("RequestT", Asked, Ladder)

WHERE_CHOICES: Final = [choice(f"where-{name}", name) for name in (HERE, pages.EVERYWHERE)]
PERIOD_CHOICES: Final = [choice(f"period-{name}", name) for name in (EVER, MONTH)]
LADDER_CHOICES: Final = [choice(f"ladder-{name}", name) for name in LADDERS]
TOP: Final = 10
PICTURED: Final = 12
"""Games in the picture of a rating."""


class Results(CelestiaCog):
    """The commands and buttons for the results of finished games."""

    def __init__(self, bot: Celestia) -> None:
        super().__init__(bot)
        where = {"where": WHERE_CHOICES}
        self.slash("stats", self.stats, group="results", choices=where)
        self.slash("history", self.history, group="results", choices=where)
        tops = {"period": PERIOD_CHOICES, "ladder": LADDER_CHOICES, **where}
        self.slash("top", self.top, group="results", choices=tops)
        for name in ("stats", "stats_where", "stats_show"):
            self.button(name, self.stats_pressed)
        for name in ("history", "history_where", "history_show"):
            self.button(name, self.history_pressed)
        for name in ("top", "top_period", "top_where", "top_show"):
            self.button(name, self.top_pressed)

    # --- figures and last games ----------------------------------------------------------------

    async def stats(
        self, click: Click, player_shown: discord.User | None = None, where: str = HERE
    ) -> Reply:
        """Show a player's figures."""
        return await self._stats(click, _asked(click, player_shown, where))

    async def stats_pressed(self, click: Click) -> Reply:
        """Show them by a button."""
        return await self._stats(click, _there(click, Asked.read(click.argument)))

    async def _stats(self, click: Click, asked: Asked) -> Reply:
        guild, public, own = _guild(click, asked.where), _is_public(click), asked.user == click.user
        reader = Reader.of(click.user, click.guild, asked.user, public=public)
        store = self.bot.store.results
        profile = await store.profile(asked.user, guild, self.bot.now(), reader)
        if public and not own and not profile.ever.games:
            raise Refused("not_for_all")
        games = await store.games_of(asked.user, guild, PICTURED, reader=reader)
        content = pages.stats(asked, profile, games, click.say, public=public, own=own)
        return await click.pictured(content, in_place=not public, public=public)

    async def history(
        self, click: Click, player_shown: discord.User | None = None, where: str = HERE
    ) -> Reply:
        """Show a player's last games."""
        return await self._history(click, _asked(click, player_shown, where))

    async def history_pressed(self, click: Click) -> Reply:
        """Show them, or earlier ones, by a button."""
        return await self._history(click, _there(click, Asked.read(click.argument)))

    async def _history(self, click: Click, asked: Asked) -> Reply:
        guild, public, own = _guild(click, asked.where), _is_public(click), asked.user == click.user
        reader = Reader.of(click.user, click.guild, asked.user, public=public)
        store, before = self.bot.store.results, asked.before or None
        games = await store.games_of(asked.user, guild, PAGE + 1, before, reader)
        if public and not own and not games:
            raise Refused("not_for_all")
        shown = own or await store.shows(reader, asked.user, guild)
        last = await self.bot.store.end_of_last_game(asked.user) if own and not public else ""
        content = pages.history(
            asked, games, click.say, public=public, own=own, shown=shown, last=last
        )
        return Reply(content, in_place=not public, public=public)

    # --- ladders -------------------------------------------------------------------------------

    async def top(
        self, click: Click, period: str = EVER, ladder: str = LADDERS[0], where: str = HERE
    ) -> Reply:
        """Show a ladder: by rating, or by games won this month."""
        ladder, period = chosen(LADDER_CHOICES, ladder), chosen(PERIOD_CHOICES, period)
        asked = Ladder(ladder, period, chosen(WHERE_CHOICES, where))
        return await self._top(click, _there(click, asked))

    async def top_pressed(self, click: Click) -> Reply:
        """Show it by a button, or another ladder by the select."""
        asked = Ladder.read("".join(click.values) or click.argument)
        return await self._top(click, _there(click, asked))

    async def _top(self, click: Click, asked: Ladder) -> Reply:
        guild, public = _guild(click, asked.where), _is_public(click)
        store, now = self.bot.store.results, self.bot.now()
        reader = Reader.of(click.user, click.guild, public=public)
        if asked.period == MONTH:
            month = standing.month_of(now)
            winning = await store.top_winning(guild, asked.ladder, month, TOP)
            named = await store.named_for(reader, [user for user, _ in winning])
            content = pages.top_winning(asked, winning, named, click.say, public=public)
        else:
            rated = await store.top_rated(guild, asked.ladder, TOP, now)
            named = await store.named_for(reader, [user for user, _ in rated])
            mine = (await store.profile(click.user, guild, now)).ladders.get(asked.ladder)
            content = pages.top_rated(asked, rated, named, mine, click.say, public=public)
        return Reply(content, in_place=not public, public=public)


def _asked(click: Click, player: discord.User | None, where: str) -> Asked:
    asked = Asked(player.id if player else click.user, chosen(WHERE_CHOICES, where))
    return _there(click, asked)


def _there(click: Click, asked: RequestT) -> RequestT:
    """Return the request as it is meant where it was made."""
    return replace(asked, where=DIRECT) if is_direct(click.guild) else asked


def _guild(click: Click, where: str) -> int:
    return click.guild if where == HERE else standing.EVERYWHERE


def _is_public(click: Click) -> bool:
    """Return whether the answer is shown to everybody."""
    return click.press is not None and click.press.action.endswith("_show")


setup = Results.load
