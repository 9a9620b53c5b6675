"""The server's settings, the user's stored data, and the invite link."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from discord import app_commands

from bot.appointments.zones import known, names
from bot.board.responses import Reply
from bot.client import Celestia
from bot.discord.controls import MAX_NUMBER
from bot.discord.permissions import TO_WRITE, lacking
from bot.discord.permissions import invite as invite_link
from bot.pages.alt_text import describe_livery
from bot.pages.hello import languages
from bot.pages.layout import PLAY_COLOUR, Content, Layout
from bot.pages.server import server_settings
from bot.results.standing import EVERYWHERE
from bot.ships import MAX_UNWANTED, words_of
from bot.store.data import ServerSettings
from bot.tables.refusals import Refused
from bot.tables.table import BOARDS
from bot.words import catalogue
from bot.words.catalogue import language_choices
from bot.words.emoji import icon
from cogs.click import Click
from cogs.cog import CelestiaCog, choice, chosen, in_servers
from cogs.opening import PACE_CHOICES
from cogs.ship import ship_changed

LANGUAGE_CHOICES: Final = language_choices()
BOARD_CHOICES: Final = [choice(f"board-{name}", name) for name in BOARDS]
PRIVACY_CHOICES: Final = [
    choice(f"privacy-{what}-choice", what)
    for what in ("what", "show", "export", "hide", "list", "delete")
]
EXPORTED: Final = "celestia-results.json"
SWITCHES: Final = ("calls_on", "calls_off", "threads_on", "threads_off")
SHOWN: Final = 20
"""Tables that are listed one by one."""


class Server(CelestiaCog):
    """The commands about a server or a user instead of a table."""

    def __init__(self, bot: Celestia) -> None:
        super().__init__(bot)
        choices = {
            "language": LANGUAGE_CHOICES,
            "default_pace": PACE_CHOICES,
            "board": BOARD_CHOICES,
        }
        settings, zones = in_servers(self.settings), {"zone": _zones}
        self.slash("settings", settings, group="server", choices=choices, suggest=zones)
        self.slash("privacy", self.privacy, group="server", choices={"privacy": PRIVACY_CHOICES})
        self.slash("invite", self.invite, group="server")
        self.button("language", in_servers(self.language_pressed))
        self.button("places", in_servers(self.places_pressed))
        self.button("opener", in_servers(self.opener_pressed))
        self.button("journal", in_servers(self.journal_pressed))
        self.button("greet", in_servers(self.greet))
        for name in SWITCHES:
            self.button(name, in_servers(self.switched))

    async def settings(
        self,
        click: Click,
        language: str = "",
        default_pace: str = "",
        board: str = "",
        zone: str = "",
        unwanted: app_commands.Range[str, 1, MAX_UNWANTED] = "",
    ) -> Reply:
        """Change or show the server's language, pace, board and unwanted words."""
        _refuse_unless_manager(click)
        store = self.bot.store
        was = await store.server(click.guild)
        now = replace(
            was,
            language=chosen(LANGUAGE_CHOICES, language) if language else was.language,
            pace=chosen(PACE_CHOICES, default_pace) if default_pace else was.pace,
            board=chosen(BOARD_CHOICES, board) if board else was.board,
            zone=known(zone).key if zone else was.zone,
        )
        if now != was:
            await self._set(click, now)
        if unwanted:
            await store.ships.set_unwanted(click.guild, ", ".join(words_of(unwanted)))
            self.bot.renderer.ships.invalidate_server(click.guild)
        return Reply(await self._page(click))

    async def places_pressed(self, click: Click) -> Reply:
        """Let tables be opened in the chosen channels only; in all, if none is chosen."""
        return await self._opening(click, channels=_ids(click.values))

    async def opener_pressed(self, click: Click) -> Reply:
        """Let only people with the chosen role open tables; everybody, if none is chosen."""
        return await self._opening(click, opener=next(iter(_ids(click.values)), 0))

    async def journal_pressed(self, click: Click) -> Reply:
        """Tell in this channel what hosts and moderators do; in none, if none is chosen."""
        journal = next(iter(_ids(click.values)), 0)
        guild = self.bot.get_guild(click.guild)
        channel = guild.get_channel(journal) if guild else None
        if guild is not None and channel is not None:
            click.refuse_without(lacking(channel.permissions_for(guild.me), TO_WRITE))
        return await self._opening(click, journal=journal)

    async def switched(self, click: Click) -> Reply:
        """Switch calls for players or threads of their own on or off."""
        name, _, value = (click.press.action if click.press else "").partition("_")
        return await self._opening(click, **{name: value == "on"})

    async def greet(self, click: Click) -> Reply:
        """Greet the server once more."""
        _refuse_unless_manager(click)
        guild = self.bot.get_guild(click.guild)
        if guild is not None:
            await self.bot.greeter.greet_again(guild)
        return click.note(f"{icon('done')} {click.say('done')}")

    async def _opening(self, click: Click, **changes: Any) -> Reply:
        _refuse_unless_manager(click)
        was = await self.bot.store.server(click.guild)
        await self.bot.store.set_server(click.guild, replace(was, **changes))
        return Reply(await self._page(click), in_place=True)

    async def _page(self, click: Click) -> Content:
        words = words_of(await self.bot.store.ships.unwanted(click.guild))
        listed = click.say("settings-unwanted", count=len(words), words=", ".join(words))
        server = await self.bot.store.server(click.guild)
        return server_settings(server, click.say, await self._now(click), listed)

    async def language_pressed(self, click: Click) -> Reply:
        """Offer the languages of the server's boards, or take the one that was chosen."""
        _refuse_unless_manager(click)
        if not click.values:
            return Reply(languages(click.say, await self._language(click)))
        was = await self.bot.store.server(click.guild)
        language = chosen(LANGUAGE_CHOICES, "".join(click.values))
        await self._set(click, replace(was, language=language))
        return replace(click.note(await self._now(click)), in_place=True)

    async def _set(self, click: Click, now: ServerSettings) -> None:
        await self.bot.store.set_server(click.guild, now)
        guild = self.bot.get_guild(click.guild)
        if guild is not None:
            await self.bot.greeter.rewrite(guild)

    async def _language(self, click: Click) -> str:
        return await self.bot.servers.language_of(click.guild, click.interaction.guild_locale)

    async def _now(self, click: Click) -> str:
        """Return the settings of the server, in a line."""
        speaks = await self._language(click)
        usual = await self.bot.servers.of(click.guild)
        say = click.say
        pace, board = say(f"pace-{usual.pace}"), say(f"board-{usual.board}")
        language = catalogue(speaks)("language-name")
        told = say("settings-now", language=language, pace=pace, board=board)
        zone = say("settings-zone", zone=usual.zone) if usual.zone else ""
        return f"{icon('settings')} {told} {zone}"

    async def privacy(self, click: Click, privacy: str = "what") -> Reply:
        """Explain, show, export, hide or delete the user's data."""
        match privacy:
            case "show":
                return await self._show(click)
            case "export":
                return await self._export(click)
            case "hide" | "list":
                return await self._hide(click, hidden=privacy == "hide")
            case "delete":
                return await self._delete(click)
            case _:
                return click.note(f"{icon('private')} {click.say('privacy-what')}")

    async def _show(self, click: Click) -> Reply:
        known, say = await self.bot.store.about(click.user), click.say
        profile = await self.bot.store.results.profile(click.user, EVERYWHERE, self.bot.now())
        hidden = await self.bot.store.results.is_hidden(click.user)
        lines = [
            f"• `{table}` · {say('seat-number', number=seat + 1)} · {say(f'stage-{stage}')}"
            for table, seat, stage in known[:SHOWN]
        ]
        lines.append(say("privacy-results", games=profile.ever.games))
        ship = (await self.bot.store.ships.of([click.user])).get(click.user)
        if ship is not None:
            called = say("ship-called", name=ship.name) if ship.name else say("ship-title")
            lines.append(f"{called} · {describe_livery(ship.livery, say)}")
        if hidden:
            lines.append(say("privacy-hidden"))
        return click.note(f"{icon('private')} {say('privacy-show', count=len(known))}", *lines)

    async def _export(self, click: Click) -> Reply:
        """Return a file with every row that names this user."""
        found = await self.bot.store.results.export(click.user)
        layout = Layout(PLAY_COLOUR).text(f"{icon('private')} {click.say('privacy-export')}")
        layout.file(EXPORTED)
        text = json.dumps(found, indent=1, ensure_ascii=False)
        return Reply(layout.content(files=((EXPORTED, text),)))

    async def _hide(self, click: Click, *, hidden: bool) -> Reply:
        """Remove this user from the ladders, or list them again."""
        await self.bot.store.results.hide(click.user, hidden=hidden)
        said = click.say("privacy-hidden" if hidden else "privacy-listed")
        return click.note(f"{icon('done')} {said}")

    async def _delete(self, click: Click) -> Reply:
        """Delete this user from everything that is over, and count the open tables."""
        await self.bot.appointments.forget(click.user)
        await self.bot.reminders.forget(click.user)
        count = await self.bot.store.forget(click.user)
        left = await self.bot.store.about(click.user)
        self.bot.names.forget(click.user)
        await ship_changed(self.bot, click.user)
        self.bot.replays.forget()
        self.bot.tips.forget(click.user)
        still = click.say("privacy-still", count=len(left)) if left else ""
        return click.note(f"{icon('private')} {click.say('privacy-deleted', count=count)}", still)

    async def invite(self, click: Click) -> Reply:
        """Return the link that invites the bot to another server."""
        link = invite_link(click.interaction.application)
        return click.note(click.say("invite", link=link))


async def _zones(_: Click) -> list[tuple[str, str]]:
    return [(name, name) for name in names()]


def _ids(values: Sequence[str]) -> tuple[int, ...]:
    if not all(it.isdecimal() and int(it) <= MAX_NUMBER for it in values):
        raise Refused("unknown_choice")
    return tuple(map(int, values))


def _refuse_unless_manager(click: Click) -> None:
    """Refuse a user who may not manage the server; it may have opened commands to everybody."""
    if not click.interaction.permissions.manage_guild:
        raise Refused("needs_manage_guild")


setup = Server.load
