"""Commands for the time before the game, and for closing a table."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

import discord
from discord import app_commands

from bot.board.messages import NOT_DONE
from bot.board.responses import Interaction, Reply
from bot.client import Celestia
from bot.discord.limits import THREAD_NAME
from bot.discord.permissions import OPEN_THREAD, THREAD, lacking
from bot.pages.lobby import CHOICES
from bot.tables.refusals import Refused
from bot.tables.table import PACES
from bot.words import catalogue
from bot.words.translator import text
from cogs import deeds
from cogs.desk import Desk, at_table, fitting
from cogs.group import celestia
from engine.box import CHARACTERS, SEATS
from engine.options import BOXES, GOALS, VARIANTS

EVERYTHING: Final = "all"
BASE: Final = "base"
LOT: Final = "lot"

_log = logging.getLogger(__name__)


def choice(key: str, value: str) -> app_commands.Choice[str]:
    """A choice whose name everybody reads in their own language."""
    return app_commands.Choice(name=text(key), value=value)


def chosen(choices: list[app_commands.Choice[str]], value: str) -> str:
    """The value of one of these; discord.py hands on whatever else was sent in its place."""
    if value not in [it.value for it in choices]:
        raise Refused("unknown_choice")
    return value


BOX_KEYS: Final = {
    "boxes-base": BASE,
    **{f"box-{box}": box for box in BOXES},
    "boxes-all": EVERYTHING,
}
"""The words of each choice of boxes, and what it stands for."""
BOX_CHOICES: Final = [choice(key, value) for key, value in BOX_KEYS.items()]
BOX_SETTINGS: Final = {
    f"boxes={BASE}": "boxes=",
    **{f"boxes={box}": f"box={box}" for box in BOXES},
    f"boxes={EVERYTHING}": f"boxes={','.join(BOXES)}",
}
"""What the choices of a setting mean: a command names one box, which joins the others or leaves
them; a select names all that are chosen."""
VARIANT_CHOICES: Final = [choice(f"variant-{name}", name) for name in VARIANTS]
PACE_CHOICES: Final = [choice(f"pace-{name}", name) for name in PACES]
COMPUTER_CHOICES: Final = [choice(f"button-{name}", name) for name in deeds.COMPUTERS]
COLOUR_CHOICES: Final = [
    choice("character-lot", LOT),
    *[choice(f"character-{colour}", colour) for colour in CHARACTERS],
]


@celestia.command(name=text("command-new"), description=text("command-new-about"))
@app_commands.rename(
    boxes=text("option-boxes"),
    seats=text("option-seats"),
    variant=text("option-variant"),
    power_cards=text("option-power_cards"),
    goal=text("option-goal"),
    pace=text("option-pace"),
    thread=text("option-thread"),
)
@app_commands.describe(
    boxes=text("option-boxes-about"),
    seats=text("option-seats-about"),
    variant=text("option-variant-about"),
    power_cards=text("option-power_cards-about"),
    goal=text("option-goal-about"),
    pace=text("option-pace-about"),
    thread=text("option-thread-about"),
)
@app_commands.choices(boxes=BOX_CHOICES, variant=VARIANT_CHOICES, pace=PACE_CHOICES)
async def new(
    interaction: Interaction,
    boxes: str = BASE,
    seats: app_commands.Range[int, SEATS[0], SEATS[-1]] | None = None,
    variant: str = "",
    power_cards: bool | None = None,
    goal: app_commands.Range[int, GOALS[0], GOALS[-1]] | None = None,
    pace: str = "",
    thread: bool = False,
) -> None:
    """Open a table in this channel, or in a thread of its own."""
    given = {  # the seats last: they must go with the variant
        "boxes": ",".join(BOXES) if boxes == EVERYTHING else boxes.removeprefix(BASE),
        "variant": variant,
        "seats": f"{seats or ''}",
        "power_cards": {True: "on", False: "off", None: ""}[power_cards],
        "goal": f"{goal or ''}",
        "pace": pace,
    }
    settings = {name: value for name, value in given.items() if value}
    desk = Desk(interaction.client)
    await desk.answer(interaction, lambda: _open(desk, interaction, settings, thread=thread))


async def _open(
    desk: Desk, interaction: Interaction, settings: dict[str, str], *, thread: bool
) -> Reply:
    parent = interaction.channel if isinstance(interaction.channel, discord.TextChannel) else None
    if not thread or parent is None:
        desk.must_play_here(interaction)
        return await deeds.open_table(desk, interaction, interaction.channel_id or 0, settings)
    desk.refuse_without(interaction, lacking(interaction.app_permissions, (*THREAD, OPEN_THREAD)))
    return await deeds.open_table(
        desk, interaction, lambda: _thread(desk, parent, interaction), settings
    )


@asynccontextmanager
async def _thread(
    desk: Desk, channel: discord.TextChannel, interaction: Interaction
) -> AsyncIterator[int]:
    """A thread for the table, named after whoever opens it."""
    guild = interaction.guild_id or 0
    host = desk.bot.plain_name(interaction.user.id, "", guild)
    say = catalogue(await desk.bot.language_of(guild, interaction.guild_locale))
    name = say("thread-name", host=host) if host else say("thread-name-nobody")
    gallery = desk.bot.messages
    try:
        made = await gallery.request(
            lambda: channel.create_thread(
                name=name[:THREAD_NAME], type=discord.ChannelType.public_thread
            )
        )
    except NOT_DONE as fault:
        _log.warning("no thread was opened: %s", _named(fault))
        raise Refused("thread_refused") from None
    try:
        yield made.id
    except BaseException:  # one that is cancelled leaves an empty thread behind as any other does
        # There is no table, and we ask for no right to delete threads: it is put away. Should a
        # table be stored all the same, its board wakes the thread.
        with suppress(*NOT_DONE):
            await gallery.request(lambda: made.edit(archived=True))
        raise


def _named(fault: Exception) -> str:
    """A fault for the log, without its text."""
    if isinstance(fault, discord.HTTPException):
        return f"{fault.status} {fault.code}"
    return type(fault).__name__


async def _here(interaction: Interaction, name: str, argument: str = "") -> None:
    """Do this at the table of this channel."""
    await at_table(
        interaction, lambda desk, table: deeds.lobby(desk, interaction, table, name, argument)
    )


@celestia.command(name=text("command-join"), description=text("command-join-about"))
async def join(interaction: Interaction) -> None:
    """Sit down; whoever sits elsewhere means no table but that of this channel, either."""
    await at_table(
        interaction,
        lambda desk, table: deeds.lobby(desk, interaction, table, "join"),
        Desk.table_of_channel,
    )


@celestia.command(name=text("command-leave"), description=text("command-leave-about"))
async def leave(interaction: Interaction) -> None:
    """Get up."""
    await _here(interaction, "leave")


@celestia.command(name=text("command-start"), description=text("command-start-about"))
async def start(interaction: Interaction) -> None:
    """Deal the cards."""
    await _here(interaction, "start")


@celestia.command(name=text("command-computer"), description=text("command-computer-about"))
@app_commands.rename(what=text("option-what"))
@app_commands.describe(what=text("option-what-about"))
@app_commands.choices(what=COMPUTER_CHOICES)
async def computer(interaction: Interaction, what: str = "add_computer") -> None:
    """Have a computer sit down or get up."""

    async def work(desk: Desk, table: str) -> Reply | None:
        return await deeds.lobby(desk, interaction, table, chosen(COMPUTER_CHOICES, what))

    await at_table(interaction, work)


@celestia.command(name=text("command-character"), description=text("command-character-about"))
@app_commands.rename(character=text("option-character"))
@app_commands.describe(character=text("option-character-about"))
@app_commands.choices(character=COLOUR_CHOICES)
async def character(interaction: Interaction, character: str) -> None:
    """Choose a character."""
    await _here(interaction, "colour", character.removeprefix(LOT))


@celestia.command(name=text("command-option"), description=text("command-option-about"))
@app_commands.rename(setting=text("option-setting"))
@app_commands.describe(setting=text("option-setting-about"))
async def option(interaction: Interaction, setting: str) -> None:
    """Change what will be played."""
    words = BOX_SETTINGS.get(setting, setting)
    await at_table(interaction, lambda desk, table: deeds.option(desk, interaction, table, words))


@option.autocomplete("setting")
async def _settings(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Every setting with each of its values that fits what is typed."""
    say = Desk(interaction.client).say(interaction)
    named = [
        (say(f"setting-{name}", value=say(key)), f"{name}={value}")
        for group in CHOICES.values()
        for name, value, key in group
    ]
    boxes = say("lobby-boxes")
    named += [(f"{boxes} {say(key)}", f"boxes={value}") for key, value in BOX_KEYS.items()]
    return fitting(named, typed)


@celestia.command(name=text("command-kick"), description=text("command-kick-about"))
@app_commands.rename(player=text("option-player"))
@app_commands.describe(player=text("option-player-about"))
async def kick(interaction: Interaction, player: discord.User) -> None:
    """Give a seat to a computer."""
    desk = Desk(interaction.client)

    async def work() -> Reply:
        return await deeds.kick(desk, interaction, await desk.table_of_channel(interaction), player)

    await desk.answer(interaction, work)


@celestia.command(name=text("command-cancel"), description=text("command-cancel-about"))
async def cancel(interaction: Interaction) -> None:
    """Close the table of this channel."""
    desk = Desk(interaction.client)

    async def work() -> Reply:
        return await deeds.may_cancel(desk, interaction, await desk.table_of_channel(interaction))

    await desk.answer(interaction, work)


async def setup(bot: Celestia) -> None:
    """The commands are declared by being imported."""
