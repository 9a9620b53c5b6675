"""A user's settings for reminders of slow tables."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Final

from bot.appointments.zones import offered
from bot.board.responses import Reply
from bot.client import Celestia
from bot.pages.reminders import AWAY, chosen, wishes_page
from bot.reminders.reminder import DAY, DAYS_AWAY, Wishes
from bot.tables.refusals import Refused
from cogs.click import Click
from cogs.cog import CelestiaCog

ELSEWHERE: Final = "UTC"
"""The time zone if neither the server nor the user's language suggests one."""


class Reminders(CelestiaCog):
    """The page on which a person chooses how to be reminded."""

    def __init__(self, bot: Celestia) -> None:
        super().__init__(bot)
        self.button("remind", self.remind)

    async def remind(self, click: Click) -> Reply:
        """Show the user's settings, or change one of them."""
        wishes = await self._wishes(click)
        if not click.values:
            return await self._page(click, wishes)
        now = self.bot.now()
        if click.argument == AWAY:
            days = click.values[0]
            if days not in ("0", *map(str, DAYS_AWAY)):
                raise Refused("unknown_choice")
            await self.bot.store.reminders.set_away(click.user, now + int(days) * DAY, now)
            await self.bot.reminders.tell_tables(click.user)
            self.bot.reminders.scheduler.wake_by(now)
            return await self._page(click, wishes, click.say("reminders-done"))
        wished = _chosen(wishes, click.argument, click.values[0])
        wished = replace(wished, language=click.say.language)
        await self.bot.store.reminders.set_wishes(click.user, wished, now)
        self.bot.reminders.scheduler.wake_by(now)
        return await self._page(click, wished, click.say("reminders-done"))

    async def _page(self, click: Click, wishes: Wishes, said: str = "") -> Reply:
        away = await self.bot.store.reminders.away(click.user)
        locale, now = f"{click.interaction.locale}", self.bot.now()
        page = wishes_page(wishes, away, click.say, now, locale, said)
        return Reply(page, in_place=True)

    async def _wishes(self, click: Click) -> Wishes:
        """Return the user's settings; before the first choice, with a likely time zone."""
        wishes = await self.bot.store.reminders.wishes(click.user)
        if wishes.zone:
            return wishes
        zone = (await self.bot.store.server(click.guild)).zone
        usual = [it.name for it in offered(self.bot.now(), click.interaction.locale) if it.is_usual]
        return replace(wishes, zone=next(filter(None, [zone, *usual]), ELSEWHERE))


def _chosen(wishes: Wishes, what: str, value: str) -> Wishes:
    """Return the settings with this one changed, or raise `Refused` for a value not offered."""
    with suppress(ValueError):
        wished = chosen(wishes, what, value)
        if Wishes.parse(f"{wished}") == wished:
            return wished
    raise Refused("unknown_choice")


setup = Reminders.load
