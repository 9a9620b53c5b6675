"""What can be done at a table, whether by a button or by a command."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Final

import discord

from bot.board.responses import Interaction, Reply, note
from bot.discord.controls import Press, Style, button
from bot.hosting.service import ARM_SLOTS, SAY, SLOT, Command, TableState
from bot.pages.layout import CRASH_COLOUR, PLAY_COLOUR, Content, Layout
from bot.pages.lobby import boxes_line, current
from bot.pages.views import table_view
from bot.store.protocol import ChannelTaken
from bot.tables.autoplay import COMPUTER
from bot.tables.commands import execute
from bot.tables.guards import in_play, playing
from bot.tables.play import fate
from bot.tables.presence import is_substituted
from bot.tables.refusals import Refused
from bot.tables.table import Chair, Table, new_id, new_secret
from cogs.desk import Desk, may_manage
from engine import IllegalMove
from engine.moves import Declare

CAN: Final = str(Declare("can"))
CANNOT: Final = str(Declare("cannot"))
NOT_AMONG: Final = "not_this_one"
KICKED: Final = {"lobby": "kicked", "playing": "kicked-playing"}
"""What has become of a seat, by the stage of its table; without a person left, that is closed."""
COMPUTERS: Final = ("add_computer", "remove_computer")
BUTTONS: Final = ("join", "leave", *COMPUTERS, "start")
"""The acts of the lobby that need no words."""
LOBBY: Final = frozenset({*BUTTONS, "setting", "colour"})
"""All acts of the lobby. Others are for those who may do them, which is asked elsewhere."""

Place = Callable[[], AbstractAsyncContextManager[int]]
"""Makes a place for a table, and puts it away again if the table is not opened there."""


# --- in the lobby --------------------------------------------------------------------------


async def open_table(
    desk: Desk,
    interaction: Interaction,
    place: int | Place,
    settings: dict[str, str],
    computers: tuple[str, ...] = (),
) -> Reply:
    """Open a table with these settings in a channel, or in a thread that is made for it once all
    else is in order; whoever asks sits down first."""
    bot, guild = desk.bot, interaction.guild_id or 0
    table = await _laid(desk, interaction, settings, computers)
    # the same click, delivered twice, waits here for itself, and then for others in this server,
    # that no two of them take its last free place. The thread is made under the server's lock: made
    # before, it would be one in vain for each that comes too late, for the whole channel to see.
    # Discord has a set time for it, and nobody waits but who opens a table in this very server.
    async with bot.service.lock(table.id), bot.service.lock(f"server {guild}"):
        if await bot.store.table(table.id) is not None:
            return await _opened(desk, interaction, await bot.service.read(table.id))
        if isinstance(place, int) and await bot.store.open_table_in(place):
            raise Refused("channel_taken")
        if await bot.store.count_open_tables(guild) >= bot.settings.tables_per_server:
            raise Refused("too_many_tables", most=bot.settings.tables_per_server)
        made = nullcontext(place) if isinstance(place, int) else place()
        try:
            async with made as channel:
                user, click = interaction.user.id, interaction.id
                done = await bot.service.open(table, user, guild, channel, click)
        except ChannelTaken:
            raise Refused("channel_taken") from None
    await bot.painter.wait_painted(table.id)
    return desk.blocked(interaction, done) or await _opened(desk, interaction, done)


async def _laid(
    desk: Desk, interaction: Interaction, settings: dict[str, str], computers: tuple[str, ...]
) -> Table:
    """A new table with its first guest, as it was asked for."""
    bot, guild = desk.bot, interaction.guild_id or 0
    server = await bot.server(guild)
    table = Table(
        id=new_id(interaction.id),
        language=await bot.language_of(guild, interaction.guild_locale),
        opened=bot.now(),
        secret=new_secret(),
        window_seconds=bot.settings.window_seconds,
        decision_seconds=bot.settings.decision_seconds,
        chairs=[Chair()],
        joins=[f"{interaction.id}"],
    )
    for name, value in {"pace": server.pace, **settings}.items():
        execute(table, "setting", 0, f"{name}={value}")
    for player in computers:
        execute(table, "add_computer", 0, player)
    return table


async def _opened(desk: Desk, interaction: Interaction, done: TableState) -> Reply:
    link, say = await desk.board_link(done), desk.say(interaction)
    return note(f"🎈 {say('opened')}", say("board-link", link=link) if link else "")


async def lobby(
    desk: Desk, interaction: Interaction, table: str, name: str, words: str = ""
) -> Reply | None:
    """Something that all can see on the board as soon as it is done."""
    if name not in LOBBY:
        raise Refused("unknown_choice")
    if name == "join":
        words = f"{interaction.id}"
    done = await desk.do(interaction, table, Command(name, words))
    if name == "start":
        return desk.hand_of(interaction, done, desk.say(interaction)("started"), in_place=False)
    return None


async def option(desk: Desk, interaction: Interaction, table: str, words: str) -> Reply | None:
    """A setting by command; as no select shows which boxes are chosen, the answer names them."""
    done = await desk.do(interaction, table, Command("setting", words))
    if not words.startswith("box"):
        return None
    say = desk.say(interaction)
    return note(f"✅ {say('done')}", boxes_line(done.table.options, say))


async def rematch(desk: Desk, interaction: Interaction, table: str) -> Reply:
    """A new table with the settings of one that is over, and with its computers."""
    old = await desk.look(interaction, table)
    if old.table.stage == "lobby":  # somebody else was quicker
        raise Refused("channel_taken")
    if old.table.open:
        raise Refused("still_open")
    if old.seat is None:
        raise Refused("rematch_of_others")
    computers = tuple([chair.computer for chair in old.table.chairs if chair.computer])
    # the seats come first: those the host wants are more than the variant of the moment may have
    settings = current(table_view(old.table)) | {"seats": f"{old.table.seats}"}
    return await open_table(desk, interaction, old.stored.channel, settings, computers)


# --- in the game ---------------------------------------------------------------------------


async def say_move(
    desk: Desk, interaction: Interaction, table: str, words: str, moment: int | None = None
) -> Reply | None:
    """Answer in the open; before one's turn it is sealed."""
    try:
        done = await desk.do(interaction, table, Command(SAY, words, moment=moment))
    except IllegalMove as illegal:
        # the buttons are there whatever the captain holds: what is not true is explained in private
        if illegal.code == NOT_AMONG and words == CAN:
            raise Refused("cannot_fly_on") from None
        if illegal.code == NOT_AMONG and words == CANNOT:
            raise Refused("must_fly_on") from None
        raise
    say = desk.say(interaction)
    if done.seat is not None and words == done.table.sealed.get(done.seat):
        return note(f"✉️ {say(f'sealed-{words}')}", f"-# {say('sealed-until')}")
    news = desk.private_news(interaction, done)
    return note(*news) if news else None


async def slot(
    desk: Desk, interaction: Interaction, table: str, number: str, moment: int, turn: int
) -> Reply:
    """Make one of the moves that a private answer showed."""
    done = await desk.do(interaction, table, Command(SLOT, number, moment=moment, turn=turn))
    news = desk.private_news(interaction, done)
    return desk.hand_of(interaction, done, " · ".join([desk.say(interaction)("done"), *news]))


async def arm(
    desk: Desk, interaction: Interaction, table: str, slots: str, moment: int, turn: int
) -> Reply:
    """Have cards played by themselves when their windows open."""
    done = await desk.do(interaction, table, Command(ARM_SLOTS, slots, moment=moment, turn=turn))
    armed = done.seat is not None and done.table.armed.get(done.seat)
    return desk.hand_of(
        interaction, done, desk.say(interaction)("armed-now" if armed else "disarmed")
    )


async def quiet(desk: Desk, interaction: Interaction, table: str, word: str) -> Reply:
    """Pass in all windows of this leg, or no longer."""
    wish = "off" if word == "off" else "on"
    done = await desk.do(interaction, table, Command("quiet", wish))
    return desk.hand_of(interaction, done, desk.say(interaction)(f"quiet-{wish}"))


async def back(desk: Desk, interaction: Interaction, table: str) -> Reply:
    """Take one's seat back from the computer, and wake the table."""
    before = await desk.look(interaction, table)
    done = await desk.do(interaction, table, Command("back"))
    away = before.seat is not None and is_substituted(before.table, before.seat)
    said = "resumed" if before.table.asleep else "back-again" if away else "never-away"
    return desk.hand_of(interaction, done, desk.say(interaction)(said))


async def nudge(desk: Desk, interaction: Interaction, table: str) -> Reply:
    """Call those who are waited for: for the host, whom the others may call."""
    await desk.do(interaction, table, Command("nudge"))
    return note(f"🔔 {desk.say(interaction)('nudged')}")


async def may_concede(
    desk: Desk, interaction: Interaction, table: str, *, again: bool = False
) -> Reply:
    """The question before a seat is given up, which counts for what is asked of it now."""
    done = await desk.look(interaction, table)
    if done.table.stage == "lobby" and done.seat is not None:
        raise Refused("leave_instead")
    in_play(done.table)
    seat, say = playing(done.table, done.seat), desk.say(interaction)
    what = fate(done.table)
    press = Press(table, "concede_now", what, done.table.moment, done.table.turns[seat])
    sheet = Layout(CRASH_COLOUR).text(say("concede-again") if again else "")
    sheet.text(f"👋 {say(f'concede-{what}')}")
    sheet.buttons([button(press, say("button-concede_now"), Style.danger)])
    return Reply(Content(sheet.view), in_place=True)


async def concede(
    desk: Desk, interaction: Interaction, table: str, what: str, moment: int, turn: int
) -> Reply:
    """Leave one's seat to a computer, if that comes to what the question said."""
    deed = Command("concede", f"{COMPUTER} {what}", moment=moment, turn=turn)
    done = await desk.do(interaction, table, deed)
    said = desk.say(interaction)("conceded" if done.table.open else "cancelled")
    return Reply(Content(Layout(PLAY_COLOUR).text(f"👋 {said}").view), in_place=True)


async def kick(
    desk: Desk, interaction: Interaction, table: str, user: discord.User | discord.Member
) -> Reply:
    """Give somebody else's seat to a computer: for the host, or whoever moderates."""
    done = await desk.look(interaction, table)
    _is_in_charge(desk, interaction, done.table, done.seat)
    if done.table.seat_of(user.id) is None:
        raise Refused("not_at_this_table")
    deed = Command("leave") if done.table.stage == "lobby" else Command("concede", COMPUTER)
    done = await desk.do(interaction, table, deed, user=user.id)
    return note(f"👋 {desk.say(interaction)(KICKED.get(done.table.stage, 'cancelled'))}")


def ask_to_cancel(desk: Desk, interaction: Interaction, table: str) -> Reply:
    """Asked once more before a table is closed."""
    say = desk.say(interaction)
    press = Press(table, "cancel_now")
    sheet = Layout(CRASH_COLOUR).text(f"🛑 {say('cancel-sure')}")
    sheet.buttons([button(press, say("button-cancel_now"), Style.danger, emoji="🗑️")])
    return Reply(Content(sheet.view), in_place=True)


async def may_cancel(desk: Desk, interaction: Interaction, table: str) -> Reply:
    """The question before the end, for those who may answer it."""
    try:
        done = await desk.look(interaction, table)
    except Refused as refused:
        if refused.code != "table_frozen" or not may_manage(interaction):
            raise
        await desk.bot.service.clear(table)
        return note(f"🛑 {desk.say(interaction)('cancelled')}")
    if not done.table.open:
        raise Refused("table_closed")
    _is_in_charge(desk, interaction, done.table, done.seat)
    return ask_to_cancel(desk, interaction, table)


async def cancel(desk: Desk, interaction: Interaction, table: str) -> Reply:
    """Close a table before its end: for the host, or whoever moderates."""
    done = await desk.look(interaction, table)
    _is_in_charge(desk, interaction, done.table, done.seat)
    await desk.do(interaction, table, Command("cancel"))
    sheet = Layout(CRASH_COLOUR).text(f"🛑 {desk.say(interaction)('cancelled')}")
    return Reply(Content(sheet.view), in_place=True)


def _is_in_charge(desk: Desk, interaction: Interaction, table: Table, seat: int | None) -> None:
    if seat != table.host and not may_manage(interaction):
        raise Refused("not_in_charge", host=table.host, user=table.people.get(table.host))
