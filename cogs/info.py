"""What can be asked at a table: the hand, the board, the story, the rules."""

from __future__ import annotations

from collections import Counter
from typing import Final

from bot.board.responses import Interaction, Reply, note
from bot.discord.limits import LAYOUT_TEXT
from bot.pages.layout import PLAY_COLOUR, Content, Layout, open_voice, seat_name
from bot.pages.leg import asked
from bot.pages.rules import rules as rules_picture
from bot.pages.views import TableView, table_view
from bot.tables.refusals import Refused
from bot.words import Catalogue, Voice
from cogs.desk import LOST, Desk
from engine import Options
from engine.events import LegBegan
from engine.moves import Leave, Stay

LOG_ROOM: Final = LAYOUT_TEXT - 200
"""Characters for the story; its beginning is left out when it is longer."""
BOLD: Final = "**"
NOWHERE: Final = "0"
"""In place of a table, where rules are read that are nobody's in particular."""


async def hand(desk: Desk, interaction: Interaction, table: str) -> Reply:
    """One's cards, treasures and all that one may do now."""
    done = await desk.look(interaction, table)
    return desk.hand_of(interaction, done, in_place=True)


async def cards(desk: Desk, interaction: Interaction, table: str) -> Reply:
    """The same for who looks for more than the board offers; there may be no more.

    The board cannot know: it would tell all what somebody holds.
    """
    done = await desk.look(interaction, table)
    said = ""
    if done.seat is not None and done.table.stage == "playing":
        moves = done.table.running.legal(done.seat)
        if moves and {*moves} <= {Stay(), Leave()}:
            said = f"✋ {desk.say(interaction)('nothing-else')}"
    return desk.hand_of(interaction, done, said)


async def board(desk: Desk, interaction: Interaction, table: str) -> Reply:
    """Call the newest message of a table back to where it can be seen."""
    done = await desk.look(interaction, table)
    say = desk.say(interaction)
    home = done.stored.channel
    await desk.bot.repost(done, home, interaction.id)
    here = interaction.channel_id or home
    if done.seat is not None and here != home and desk.bot.painter.blocked.get(table) in LOST:
        desk.must_play_here(interaction)
        await desk.bot.repost(done, here, None)
    said = desk.blocked(interaction, done)
    if said is not None:
        return said
    link = await desk.board_link(done)
    return note(f"📌 {say('board-here')}", say("board-link", link=link) if link else "")


async def log(desk: Desk, interaction: Interaction, table: str) -> Reply:
    """The story of the game so far, as everybody may know it."""
    known = await desk.look(interaction, table)
    if known.table.game is None:
        raise Refused("not_started")
    whole = await desk.bot.service.history(table)
    say = desk.say(interaction)
    shown = table_view(known.table)
    voice = open_voice(shown, say)
    lines: list[str] = []
    for event in whole.events():
        seen = event.seen_by(None)
        if seen is not None:
            told = voice.event(seen)
            if isinstance(seen, LegBegan):  # bold as a whole, so nothing in it can be
                lines.append(f"**{told.replace(BOLD, '')}**")
            else:
                lines.append(f"{voice.icon(seen)} {told}")
    gone = _discarded(shown, say, voice)
    kept: list[str] = []
    room = LOG_ROOM - len(gone)
    for line in reversed(lines):
        room -= len(line) + 1
        if room < 0:
            kept.append(f"-# {say('log-cut')}")
            break
        kept.append(line)
    sheet = Layout(PLAY_COLOUR).text(f"## 📜 {say('log-title')}", gone).text(*reversed(kept))
    return Reply(Content(sheet.view))


def _discarded(shown: TableView, say: Catalogue, voice: Voice) -> str:
    """The cards that lie in the discard, for all to look through."""
    cards = Counter(shown.view.discard if shown.view else {}).elements()
    return f"-# 🗑️ {say('log-discard', cards=voice.things(cards))}"


async def status(desk: Desk, interaction: Interaction, table: str) -> Reply:
    """Whom the game waits for, in a few lines, with the way to the board."""
    done = await desk.look(interaction, table)
    shown, say = table_view(done.table), desk.say(interaction)
    voice = open_voice(shown, say)
    seats = [
        f"{seat_name(shown, say, seat)}{' 💤' if seat in shown.substituted else ''}"
        for seat in range(len(shown.chairs))
    ]
    lines = [f"**{say(f'stage-{shown.stage}')}**", ", ".join(seats)]
    if shown.view is not None and shown.stage == "playing":
        lines += asked(shown, say, voice, shown.view)
    link = await desk.board_link(done)
    return note(*lines, say("board-link", link=link) if link else "")


async def rules(
    desk: Desk, interaction: Interaction, topic: str = "", table: str = NOWHERE
) -> Reply:
    """The rules of a topic, with the figures of the table that is meant, if there is one."""
    options = await _options_of(desk, table)
    picture = rules_picture(desk.say(interaction), topic, table, options)
    return Reply(picture, in_place=True)


async def rules_here(desk: Desk, interaction: Interaction, topic: str) -> Reply:
    """The same for the table of this channel."""
    try:
        table = await desk.table_here(interaction)
    except Refused:
        table = NOWHERE
    return await rules(desk, interaction, topic, table)


async def _options_of(desk: Desk, table: str) -> Options | None:
    """What is played at a table; None where there is none, or none that can be read any more."""
    if table == NOWHERE:
        return None
    try:
        return (await desk.bot.service.look(table)).table.options
    except Refused:
        return None
