"""What can be done at a table, whether by a button or by a command."""

from __future__ import annotations

from typing import Final

import discord

from bot.answers import Interaction, Reply, note
from bot.controls import Press, Style, button
from bot.host import ARM_SLOTS, SAY, SLOT, Deed
from bot.pictures.canvas import CRASH_COLOUR, Picture, Sheet
from bot.tables.acts import act
from bot.tables.lobby import COMPUTER
from bot.tables.refusals import Refused
from bot.tables.table import Chair, Table, new_id, new_secret
from cogs.desk import Desk, may_manage
from engine.moves import Leave, Stay

SEALED: Final = (Stay.kind, Leave.kind)


# --- in the lobby --------------------------------------------------------------------------


async def open_table(
    desk: Desk, interaction: Interaction, channel: int, settings: dict[str, str]
) -> Reply:
    """Open a table in a channel, with these settings; whoever asks sits down first."""
    bot, guild = desk.bot, interaction.guild_id or 0
    if await bot.store.open_table_in(channel):
        raise Refused("channel_taken")
    if await bot.store.open_tables_in(guild) >= bot.settings.tables_per_server:
        raise Refused("too_many_tables", most=bot.settings.tables_per_server)
    server = await bot.server(guild)
    table = Table(
        id=new_id(),
        language=await bot.language_of(guild, interaction.guild_locale),
        opened=bot.now(),
        secret=new_secret(),
        window_seconds=bot.settings.window_seconds,
        chairs=[Chair()],
        joins=[f"{interaction.id}"],
    )
    for name, value in {"pace": server.pace, **settings}.items():
        act(table, "setting", 0, f"{name}={value}")
    done = await bot.host.open(table, interaction.user.id, guild, channel, interaction.id)
    await bot.painter.rest(table.id)
    said = desk.blocked(interaction, done)
    if said is not None:
        return said
    link = await desk.board_link(done)
    say = desk.say(interaction)
    return note(f"🎈 {say('opened')}", say("board-link", link=link) if link else "")


async def lobby(
    desk: Desk, interaction: Interaction, table: str, name: str, words: str = ""
) -> Reply | None:
    """Something that all can see on the board as soon as it is done."""
    if name == "join":
        words = f"{interaction.id}"
    done = await desk.do(interaction, table, Deed(name, words))
    if name == "start":
        return desk.hand_of(interaction, done, desk.say(interaction)("started"), in_place=False)
    return desk.blocked(interaction, done)


async def rematch(desk: Desk, interaction: Interaction, table: str) -> Reply | None:
    """A new table with the settings of one that is over, and with its computers."""
    old = await desk.look(interaction, table)
    if old.table.open:
        raise Refused("still_open")
    if old.seat is None:
        raise Refused("not_seated")
    settings = _settings_of(old.table)
    return await open_table(desk, interaction, old.stored.channel, settings)


def _settings_of(table: Table) -> dict[str, str]:
    options = table.options
    switches = ("power_cards", "mooring_keeps_dice", "blue_takes_help", "instructor_for_all")
    settings = {
        "boxes": ",".join(options.boxes),
        "seats": f"{table.seats}",
        "goal": f"{options.goal}",
        "help_penalty": f"{options.help_penalty}",
        "pace": table.pace,
        "window": f"{table.window_seconds}",
        "captain": "lot" if table.captain_by_lot else "host",
        **{name: "on" if getattr(options, name) else "off" for name in switches},
    }
    if options.variant != "standard":
        settings["variant"] = options.variant
    return settings


# --- in the game ---------------------------------------------------------------------------


async def say_move(
    desk: Desk, interaction: Interaction, table: str, words: str, moment: int | None = None
) -> Reply | None:
    """Answer in the open; before one's turn it is sealed."""
    done = await desk.do(interaction, table, Deed(SAY, words, moment=moment))
    say = desk.say(interaction)
    if done.seat is not None and words in SEALED and words == done.table.sealed.get(done.seat):
        return note(f"✉️ {say(f'sealed-{words}')}", f"-# {say('sealed-until')}")
    news = desk.private_news(interaction, done)
    return note(*news) if news else desk.blocked(interaction, done)


async def slot(
    desk: Desk, interaction: Interaction, table: str, number: str, moment: int, turn: int
) -> Reply:
    """Make one of the moves that a private answer showed."""
    done = await desk.do(interaction, table, Deed(SLOT, number, moment=moment, turn=turn))
    news = desk.private_news(interaction, done)
    return desk.hand_of(interaction, done, " · ".join([desk.say(interaction)("done"), *news]))


async def arm(
    desk: Desk, interaction: Interaction, table: str, slots: str, moment: int, turn: int
) -> Reply:
    """Have cards played by themselves when their windows open."""
    done = await desk.do(interaction, table, Deed(ARM_SLOTS, slots, moment=moment, turn=turn))
    armed = done.seat is not None and done.table.armed.get(done.seat)
    return desk.hand_of(
        interaction, done, desk.say(interaction)("armed-now" if armed else "disarmed")
    )


async def quiet(desk: Desk, interaction: Interaction, table: str, word: str) -> Reply:
    """Pass in all windows of this leg, or no longer."""
    done = await desk.do(interaction, table, Deed("quiet", word))
    return desk.hand_of(interaction, done, desk.say(interaction)(f"quiet-{word}"))


async def concede(desk: Desk, interaction: Interaction, table: str) -> Reply:
    """Leave one's seat to a computer."""
    await desk.do(interaction, table, Deed("concede", COMPUTER))
    return note(f"👋 {desk.say(interaction)('conceded')}")


async def kick(
    desk: Desk, interaction: Interaction, table: str, user: discord.User | discord.Member
) -> Reply:
    """Give somebody else's seat to a computer: for the host, or whoever moderates."""
    done = await desk.look(interaction, table)
    _is_in_charge(desk, interaction, done.table, done.seat)
    seat = done.table.seat_of(user.id)
    if seat is None:
        raise Refused("not_at_this_table")
    name = "leave" if done.table.stage == "lobby" else "concede"
    words = COMPUTER if name == "concede" else ""
    await desk.bot.host.do(table, Deed(name, words), seat=seat, interaction=interaction.id)
    return note(f"👋 {desk.say(interaction)('kicked')}")


def ask_to_cancel(desk: Desk, interaction: Interaction, table: str) -> Reply:
    """Asked once more before a table is closed."""
    say = desk.say(interaction)
    press = Press(table, "cancel_now")
    sheet = Sheet(CRASH_COLOUR).text(f"🛑 {say('cancel-sure')}")
    sheet.buttons([button(press, say("button-cancel_now"), Style.danger, emoji="🗑️")])
    return Reply(Picture(sheet.view), in_place=True)


async def may_cancel(desk: Desk, interaction: Interaction, table: str) -> Reply:
    """The question before the end, for those who may answer it."""
    done = await desk.look(interaction, table)
    if not done.table.open:
        raise Refused("table_closed")
    _is_in_charge(desk, interaction, done.table, done.seat)
    return ask_to_cancel(desk, interaction, table)


async def cancel(desk: Desk, interaction: Interaction, table: str) -> Reply:
    """Close a table before its end: for the host, or whoever moderates."""
    done = await desk.look(interaction, table)
    _is_in_charge(desk, interaction, done.table, done.seat)
    await desk.bot.host.do(table, Deed("cancel"), seat=done.table.host, interaction=interaction.id)
    sheet = Sheet(CRASH_COLOUR).text(f"🛑 {desk.say(interaction)('cancelled')}")
    return Reply(Picture(sheet.view), in_place=True)


def _is_in_charge(desk: Desk, interaction: Interaction, table: Table, seat: int | None) -> None:
    if seat != table.host and not may_manage(interaction):
        raise Refused("not_in_charge", host=table.host)
