"""Opening a table: a new one, or a rematch."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext, suppress
from dataclasses import replace
from typing import Final

import discord
from discord import app_commands

from bot.board.requests import NOT_DONE
from bot.board.responses import Reply
from bot.client import Celestia
from bot.discord.limits import THREAD_NAME
from bot.discord.permissions import OPEN_THREAD, THREAD, lacking, missing
from bot.discord.rate_limit import OPENINGS
from bot.errors import kind_of
from bot.hosting.capacity import make_room
from bot.hosting.reader import TableState
from bot.pages.layout import timestamp
from bot.pages.lobby import current
from bot.pages.views import table_view
from bot.store.errors import ChannelTaken, Outdated, Repeated
from bot.tables.lobby import number
from bot.tables.paces import PACES
from bot.tables.refusals import Refused
from bot.words import catalogue
from bot.words.emoji import icon
from cogs.click import Click
from cogs.cog import CelestiaCog, choice, chosen
from cogs.lobby import BASE, BOX_KEYS, EVERYTHING, LEVEL_CHOICES
from cogs.presets import presets, settings_of
from cogs.which_table import last_of_channel
from engine.box import SEATS
from engine.options import BOXES, GOALS, LESSON_GOAL, VARIANTS
from players.roster import STAND_IN

BOX_CHOICES: Final = [choice(key, value) for key, value in BOX_KEYS.items()]
VARIANT_CHOICES: Final = [choice(f"variant-{name}", name) for name in VARIANTS]
PACE_CHOICES: Final = [choice(f"pace-{name}", name) for name in PACES]

SEATS_KEPT: Final = 3600.0
"""Seconds for which those of a rematch for invited people are kept."""

Place = Callable[[], AbstractAsyncContextManager[int]]
"""Makes a channel for a table, and archives it again if the table is not opened there."""

_log = logging.getLogger(__name__)


class Opening(CelestiaCog):
    """Opens tables."""

    def __init__(self, bot: Celestia) -> None:
        super().__init__(bot)
        choices = {"boxes": BOX_CHOICES, "variant": VARIANT_CHOICES, "pace": PACE_CHOICES}
        levels = {"level": LEVEL_CHOICES}
        self.slash("new", self.new, choices={**choices, **levels}, suggest={"preset": presets})
        self.slash("rematch", self.rematch, group="table", at=last_of_channel)
        self.button("rematch", self.rematch)
        self.button("new", self.new_pressed)

    async def new(
        self,
        click: Click,
        preset: str = "",
        boxes: str = "",
        seats: app_commands.Range[int, SEATS[0], SEATS[-1]] | None = None,
        variant: str = "",
        power_cards: bool | None = None,
        goal: app_commands.Range[int, GOALS[0], GOALS[-1]] | None = None,
        pace: str = "",
        computers: app_commands.Range[int, 1, SEATS[-1] - 1] | None = None,
        level: str = STAND_IN,
        thread: bool = False,
    ) -> Reply | None:
        """Open a table in this channel, or in a new thread.

        The other options come on top of a preset.
        """
        given = {  # the variant before the seats, which it limits
            "boxes": ",".join(BOXES) if boxes == EVERYTHING else boxes.removeprefix(BASE),
            "variant": variant,
            "seats": f"{seats or ''}",
            "power_cards": {True: "on", False: "off", None: ""}[power_cards],
            "goal": f"{goal or ''}",
            "pace": pace,
        }
        settings = await settings_of(click, preset) if preset else {}
        settings |= {name: value for name, value in given.items() if value}
        if boxes == BASE:
            settings["boxes"] = ""
        # discord.py does not check the range of an option, which Discord itself enforces
        count = 0 if computers is None else number(f"{computers}", range(1, SEATS[-1]))
        seated = (chosen(LEVEL_CHOICES, level),) * count
        return await self._open_somewhere(click, settings, seated, thread=thread)

    async def new_pressed(self, click: Click) -> Reply | None:
        """Open a table with the server's settings in this channel."""
        return await self._open_somewhere(click, {})

    async def _open_somewhere(
        self,
        click: Click,
        settings: dict[str, str],
        seated: tuple[str, ...] = (),
        *,
        thread: bool = False,
    ) -> Reply | None:
        """Open a table in this channel, or in a thread where the user or the server wants one."""
        asked, where = click.interaction, self.bot.get_channel(click.channel)
        rights = asked.app_permissions
        if not isinstance(where, discord.TextChannel):
            click.refuse_without(missing(rights, asked.in_thread))
            return await _open(click, click.channel, settings, seated)
        lacks = lacking(rights, (*THREAD, OPEN_THREAD))
        if thread:
            click.refuse_without(lacks)
        elif lacks or not (await self.bot.store.server(click.guild)).threads:
            click.refuse_without(missing(rights, asked.in_thread))
            return await _open(click, click.channel, settings, seated)
        return await _open(click, lambda: thread_for(click, where), settings, seated)

    async def rematch(self, click: Click) -> Reply | None:
        """Open a table with the settings and computers of one that is over."""
        old = await click.look()
        if old.table.stage == "lobby":  # another player was quicker
            raise Refused("channel_taken")
        if old.table.open:
            raise Refused("still_open")
        if old.seat is None:
            raise Refused("rematch_of_others")
        computers = tuple([chair.computer for chair in old.table.chairs if chair.computer])
        # the seats that the host wanted, which may be more than the variant has
        settings = current(table_view(old.table)) | {"seats": f"{old.table.seats}"}
        if old.table.options.goal == LESSON_GOAL:
            settings["lesson"] = "on"
            del settings["goal"]
        state = await open_table(click, old.stored.channel, settings, computers)
        if state.table.invited_only:  # who played may sit down again, without a ping
            until = self.bot.now() + SEATS_KEPT
            for user in {*old.table.people.values()} - {click.user}:
                await self.bot.store.invitations.invite(state.table.id, user, until, 0)
            await self.bot.boards.repaint([state.table.id])
            self.bot.boards.deliver(state.table.id, awaited=False)
        return click.why_blocked(state.table.id) or await _opened(click, state)


async def _open(
    click: Click, place: int | Place, settings: dict[str, str], computers: tuple[str, ...] = ()
) -> Reply | None:
    """Open a table, and return a link to it."""
    state = await open_table(click, place, settings, computers)
    return click.why_blocked(state.table.id) or await _opened(click, state)


async def open_table(
    click: Click, place: int | Place, settings: dict[str, str], computers: tuple[str, ...] = ()
) -> TableState:
    """Open a table for the user who clicked, who takes the first seat.

    ``place`` is a channel, or makes a thread once nothing else can refuse the table. Raises
    `Refused`; the same click delivered twice opens one table.
    """
    bot = click.bot
    interaction = click.interaction
    await refuse_unless_allowed(click)
    table = await bot.servers.new_table(
        click.user, click.guild, interaction.guild_locale, interaction.id, settings, computers
    )
    # The first lock lets a click that is delivered twice wait for itself; the second lets openings
    # of one server wait for each other, so that no two of them take its last free table. The thread
    # is made under it: otherwise each opening that comes too late would leave one, for all to see.
    async with bot.service.lock(table.id), bot.service.lock(f"server {click.guild}"):
        if await bot.store.table(table.id) is not None:
            return await bot.service.read(table.id)
        if isinstance(place, int) and await bot.store.open_table_in(place):
            raise Refused("channel_taken")
        most = bot.settings.tables_per_server
        await make_room(bot.service, table, click.user, click.guild, most)
        made = nullcontext(place) if isinstance(place, int) else place()
        try:
            async with _counted(click), made as channel:
                state = await bot.service.open(
                    table, click.user, click.guild, channel, click.interaction.id
                )
        except (ChannelTaken, Repeated, Outdated):
            if await bot.store.table(table.id) is None:
                raise Refused("channel_taken") from None
            return await bot.service.read(table.id)  # another process got this click, too
    click.log("opened", state.stored.channel)
    await bot.boards.wait_delivered(table.id)
    return state


async def refuse_unless_allowed(click: Click) -> None:
    """Refuse if the server allows no tables in this channel, or none by this user."""
    server = await click.bot.store.server(click.guild)
    asked, here = click.interaction, click.bot.get_channel(click.channel)
    parent = here.parent_id if isinstance(here, discord.Thread) else 0
    if server.channels and not {click.channel, parent} & {*server.channels}:
        raise Refused("not_in_this_channel", where=", ".join(f"<#{it}>" for it in server.channels))
    is_opener = not server.opener or server.opener in asked.roles
    if not is_opener and not asked.permissions.manage_guild:
        raise Refused("not_an_opener", role=f"<@&{server.opener}>")


@asynccontextmanager
async def _counted(click: Click) -> AsyncGenerator[None]:
    """Count a table against the user's hourly limit; one that is not opened does not count."""
    again = click.bot.openings.take(click.user)
    if again is not None:
        raise Refused("too_many_openings", most=OPENINGS, when=timestamp(again))
    try:
        yield
    except BaseException:  # cancelled ones, too
        click.bot.openings.give_back(click.user)
        raise


async def _opened(click: Click, state: TableState) -> Reply | None:
    """Return a link to the table; in its own channel the board is the answer."""
    is_here = state.stored.channel == click.channel
    if is_here and click.interaction.is_press:
        return None
    told = click.note(f"{icon('seat')} {click.say('opened')}", await click.link(state))
    return replace(told, needless=is_here)


# --- threads -------------------------------------------------------------------------------


@asynccontextmanager
async def thread_for(
    click: Click, channel: discord.TextChannel, *, private: bool = False
) -> AsyncGenerator[int]:
    """Make a thread named after the user, for this user alone if ``private``; yield its id.

    A thread whose table is not opened is archived again. Raises `Refused`.
    """
    bot = click.bot
    host = bot.names.of(click.user, "", click.guild)
    say = catalogue(await bot.servers.language_of(click.guild, click.interaction.guild_locale))
    name = say("thread-name", host=host) if host else say("thread-name-nobody")
    kinds = discord.ChannelType
    kind = kinds.private_thread if private else kinds.public_thread
    requests = bot.requests
    try:
        made = await requests.request(
            lambda: channel.create_thread(name=name[:THREAD_NAME], type=kind)
        )
    except NOT_DONE as fault:
        _log.warning("no thread was opened: %s", kind_of(fault))
        raise Refused("thread_refused") from None
    try:
        if private:
            with suppress(*NOT_DONE):  # the message that begins the game adds them, too
                await requests.request(lambda: made.add_user(discord.Object(click.user)))
        yield made.id
    except BaseException:  # cancelled ones, too
        # The bot asks for no right to delete threads, so this one is archived. If the table was
        # stored nevertheless, its board reopens the thread.
        with suppress(*NOT_DONE):
            await requests.request(lambda: made.edit(archived=True))
        raise


setup = Opening.load
