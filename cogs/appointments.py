"""Tables for later: planning one, saying who comes, moving it and calling it off."""

from __future__ import annotations

from dataclasses import replace
from typing import Final
from zoneinfo import ZoneInfo

from discord import app_commands

from bot.appointments.appointment import Answer, Appointment, reminder
from bot.appointments.when import LONGEST, read_when
from bot.appointments.zones import known, offered
from bot.board.appointments import Change
from bot.board.responses import Reply
from bot.client import Celestia
from bot.discord.controls import TICKED
from bot.discord.permissions import missing
from bot.pages.appointment import later_form, move_form, replan_page
from bot.tables.refusals import Refused
from bot.words import LANGUAGES
from bot.words.emoji import icon
from cogs.click import Click
from cogs.cog import CelestiaCog, in_servers
from cogs.opening import refuse_unless_allowed
from cogs.presets import LAST, presets, settings_of, written

SAID: Final[dict[str, Answer]] = {"comes": "in", "maybe": "maybe", "stays_away": "cant"}
"""The answer that each button gives."""
ELSEWHERE: Final = "UTC"
"""The zone of an appointment that needs none: it is a number of hours from now, and once."""


class Appointments(CelestiaCog):
    """Plans tables for later."""

    def __init__(self, bot: Celestia) -> None:
        super().__init__(bot)
        self.slash("later", in_servers(self.later), suggest={"preset": presets})
        for name, handler in {
            "plan": self.plan,
            "planned": self.planned,
            **dict.fromkeys(SAID, self.answer),
            "replan": self.replan,
            "move": self.move,
            "moved": self.moved,
            "every_week": self.every_week,
            "only_once": self.only_once,
            "call_off": self.call_off,
        }.items():
            self.button(name, in_servers(handler))

    # --- planning ------------------------------------------------------------------------------

    async def later(
        self,
        click: Click,
        when: app_commands.Range[str, 1, LONGEST] = "",
        preset: str = "",
        weekly: bool = False,
    ) -> Reply:
        """Plan a table, or ask by a form for what is needed."""
        await self._refuse_unless_possible(click)
        zone = await self._zone(click)
        if when and (zone or not weekly):
            try:
                at = self._time(click, when, zone)
            except Refused as refused:
                if refused.code != "zone_unknown":
                    raise
            else:
                return await self._plan(click, at, zone, preset, weekly=weekly)
        listed = await presets(click)
        usual = preset or next((value for _, value in listed if value == LAST), "")
        now, locales = self.bot.now(), (click.interaction.guild_locale, click.interaction.locale)
        zones = [] if zone else offered(now, *locales)
        asked = later_form(click.say, when, listed, usual, zones, weekly=weekly)
        return replace(click.note(f"{icon('late')} {click.say('later-late')}"), form=asked)

    async def plan(self, click: Click) -> Reply:
        """Ask by a form for all that a table for later needs."""
        return await self.later(click)

    async def planned(self, click: Click) -> Reply:
        """Plan a table by the form."""
        await self._refuse_unless_possible(click)
        fields = click.interaction.fields
        text, name, preset = [
            "".join(fields.get(field, ())) for field in ("when", "zone", "preset")
        ]
        zone = await self._zone(click)
        if zone is None and name:
            zone = known(name)
            server = await self.bot.store.server(click.guild)
            await self.bot.store.set_server(click.guild, replace(server, zone=name))
        weekly = TICKED in fields.get("weekly", ())
        at = self._time(click, text, zone)
        return await self._plan(click, at, zone, preset, weekly=weekly)

    async def _refuse_unless_possible(self, click: Click) -> None:
        await refuse_unless_allowed(click)
        asked = click.interaction
        click.refuse_without(missing(asked.app_permissions, asked.in_thread))

    async def _zone(self, click: Click) -> ZoneInfo | None:
        name = (await self.bot.store.server(click.guild)).zone
        return known(name) if name else None

    def _time(self, click: Click, text: str, zone: ZoneInfo | None) -> float:
        """Return the time that was typed, in the user's language or in any other."""
        languages = dict.fromkeys([click.say.language, *LANGUAGES])
        refusals: list[Refused] = []
        for language in languages:
            try:
                return read_when(text, language, self.bot.now(), zone)
            except Refused as refused:
                refusals.append(refused)
        clear = [it for it in refusals if it.code != "when_unknown"]
        raise (clear or refusals)[0]

    async def _plan(
        self, click: Click, at: float, zone: ZoneInfo | None, preset: str, *, weekly: bool
    ) -> Reply:
        settings = await settings_of(click, preset) if preset else {}
        asked = click.interaction
        table = await self.bot.servers.new_table(  # refuses what the settings cannot be
            click.user, click.guild, asked.guild_locale, asked.id, settings
        )
        name = zone.key if zone else ELSEWHERE
        where = (table.id, click.guild, click.channel, click.user, name)
        made = replace(
            Appointment(*where, at, written(settings), table.places, int(weekly)),
            remind_at=reminder(at, self.bot.now()),
            answers=((click.user, "in"),),
        )
        await self.bot.appointments.add(made)
        return replace(click.note(f"{icon('later')} {click.say('later-done')}"), needless=True)

    # --- answering -----------------------------------------------------------------------------

    async def answer(self, click: Click) -> None:
        """Note whether the user comes; the message shows it."""
        said = SAID[click.press.action if click.press else ""]
        await self._change(click, lambda it: it.answered(click.user, said))

    # --- changing ------------------------------------------------------------------------------

    async def replan(self, click: Click) -> Reply:
        """Offer what can be changed."""
        return Reply(replan_page(await self._planned(click), click.say))

    async def move(self, click: Click) -> Reply:
        """Ask for another time."""
        asked = move_form(await self._planned(click), click.say)
        return replace(click.note(f"{icon('late')} {click.say('later-late')}"), form=asked)

    async def moved(self, click: Click) -> Reply:
        """Move it to the time in the form."""
        await self._planned(click)
        text = "".join(click.interaction.fields.get("when", ()))
        at, now = self._time(click, text, await self._zone(click)), self.bot.now()
        return await self._replanned(click, lambda it: it.moved(at, now, click.user))

    async def every_week(self, click: Click) -> Reply:
        """Hold it every week from now on."""
        await self._planned(click)
        zone = await self._zone(click)
        if zone is None:
            raise Refused("zone_unknown")
        return await self._replanned(click, lambda it: it.every_week(zone.key))

    async def only_once(self, click: Click) -> Reply:
        """Let it be the last one."""
        return await self._replanned(click, Appointment.only_once)

    async def call_off(self, click: Click) -> Reply:
        """Call it off."""
        return await self._replanned(click, lambda it: it.called_off(click.user))

    async def _replanned(self, click: Click, change: Change) -> Reply:
        await self._planned(click)
        await self._change(click, change)
        return click.note(f"{icon('done')} {click.say('done')}")

    async def _planned(self, click: Click) -> Appointment:
        """Return the appointment; refuse who has neither made it nor looks after the server."""
        found = await self.bot.store.appointments.of(click.argument)
        if found is None or found.guild != click.guild:
            raise Refused("appointment_over")
        if click.user != found.host and not click.may_moderate:
            raise Refused("not_planner", host=found.host)
        found.refuse_unless_planned()
        return found

    async def _change(self, click: Click, change: Change) -> None:
        await self.bot.appointments.change(click.argument, click.guild, change)


setup = Appointments.load
