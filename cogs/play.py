"""Commands for the time of the game: whatever a button does, a command does too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from discord import app_commands

from bot.board.responses import Interaction, Reply
from bot.client import Celestia
from bot.discord.controls import Press
from bot.errors import report
from bot.hosting.service import SAY, TableState
from bot.tables.lobby import LONGEST_NUMBER
from bot.tables.play import SEALABLE, to_speak
from bot.tables.refusals import Refused, Stale
from bot.words.translator import text
from cogs import deeds, info
from cogs.desk import Desk, at_table, fitting
from cogs.group import celestia
from engine.errors import UnknownMove
from engine.moves import parse

NO_CARD: Final = "none"


@celestia.command(name=text("command-hand"), description=text("command-hand-about"))
async def hand(interaction: Interaction) -> None:
    """One's cards, treasures and moves."""
    await at_table(
        interaction,
        lambda desk, table: info.hand(desk, interaction, table),
        Desk.table_to_read,
    )


@celestia.command(name=text("command-play"), description=text("command-play-about"))
@app_commands.rename(move=text("option-move"))
@app_commands.describe(move=text("option-move-about"))
async def play(interaction: Interaction, move: str) -> None:
    """Do one of the things that one may do now."""

    async def work(desk: Desk, table: str) -> Reply | None:
        slot, press = _slot_of(move), Press.read(move)
        if slot is not None:
            return await deeds.slot(desk, interaction, slot.table, slot.number, *slot.bound)
        if press is not None and press.action == SAY:
            said, moment = press.argument, press.moment
            return await deeds.say_move(desk, interaction, press.table, said, moment)
        try:
            parse(move)
        except UnknownMove:
            raise Refused("choose_from_list") from None
        return await deeds.say_move(desk, interaction, table, move)

    await at_table(interaction, work)


Named = list[tuple[str, str]]
"""What can be chosen: what it is called, and what it stands for."""


async def _offered(
    interaction: Interaction, typed: str, named: Callable[[Desk, TableState, int], Named]
) -> list[app_commands.Choice[str]]:
    """What this very user can choose; nobody else is told. Nothing, where that cannot be known."""
    desk = Desk(interaction.client)
    try:
        done = await desk.glance(interaction, await desk.table_here(interaction))
        if done.seat is None or done.table.game is None:
            return []
        found = named(desk, done, done.seat)
    except Refused:
        return []
    except Exception as fault:
        report("what can be chosen", fault)
        return []
    return fitting(found, typed)


@play.autocomplete("move")
async def _moves(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """All that may be done now, by slots; before one's turn, what the buttons say ahead of it."""

    def named(desk: Desk, done: TableState, seat: int) -> Named:
        table, voice = done.table, desk.label_voice(interaction, done)
        legal = table.running.legal(seat)
        if not legal and seat in to_speak(table):
            ahead = [(kind, Press(table.id, SAY, kind, table.moment)) for kind in SEALABLE]
            return [(voice.say(f"move-{kind}"), press.custom_id) for kind, press in ahead]
        return [(voice.move(move), _Slot.value(done, seat, n)) for n, move in enumerate(legal)]

    return await _offered(interaction, typed, named)


@celestia.command(name=text("command-arm"), description=text("command-arm-about"))
@app_commands.rename(card=text("option-card"))
@app_commands.describe(card=text("option-card-about"))
async def arm(interaction: Interaction, card: str) -> None:
    """Have a card played by itself when its window opens."""

    async def work(desk: Desk, table: str) -> Reply:
        slot = _slot_of(card)
        if slot is None and card != NO_CARD:
            raise Refused("choose_from_list")
        done = await desk.look(interaction, slot.table if slot else table)
        if done.seat is None:
            raise Refused("not_seated")
        if done.table.game is None:
            raise Refused("not_started")
        now = (done.table.moment, done.table.turns[done.seat])
        if slot is None:
            return await deeds.arm(desk, interaction, table, "", *now)
        slots = _slots_with(
            done.table.armed.get(done.seat, []), done.table.game.ready(done.seat), slot.number
        )
        return await deeds.arm(desk, interaction, slot.table, slots, *slot.bound)

    await at_table(interaction, work)


def _slots_with(armed: list[str], ready: tuple[tuple[str, str], ...], wanted: str) -> str:
    """The slots of what is armed already, and of the wanted one."""
    if int(wanted) >= len(ready):
        raise Stale("moment_passed")
    slots = [n for n, pair in enumerate(ready) if " ".join(pair) in armed or n == int(wanted)]
    return ",".join(map(str, slots))


@dataclass(frozen=True, slots=True)
class _Slot:
    """What a choice stands for: a number in a list that was offered at that moment."""

    table: str
    number: str
    bound: tuple[int, int]
    """The moment, and the seat's own turn."""

    @staticmethod
    def value(done: TableState, seat: int, number: int) -> str:
        """The same as the value of a choice."""
        return f"{done.table.id}.{done.table.moment}.{done.table.turns[seat]}.{number}"


def _slot_of(value: str) -> _Slot | None:
    parts = value.split(".")
    if len(parts) != 4 or not all(map(_is_number, parts[1:])):
        return None
    table, moment, turn, number = parts
    return _Slot(table, number, (int(moment), int(turn)))


def _is_number(text: str) -> bool:
    """A number of few digits: what is typed in place of a choice can be anything."""
    return text.isdecimal() and len(text) <= LONGEST_NUMBER


@arm.autocomplete("card")
async def _armable(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The cards that can be armed, each with its window."""

    def named(desk: Desk, done: TableState, seat: int) -> Named:
        say, voice = desk.say(interaction), desk.label_voice(interaction, done)
        ready = [
            (
                say("armed", window=say(f"window-{window}"), card=voice.card(card)),
                _Slot.value(done, seat, number),
            )
            for number, (window, card) in enumerate(done.table.running.ready(seat))
        ]
        return [(say("disarm-all"), NO_CARD), *ready]

    return await _offered(interaction, typed, named)


@celestia.command(name=text("command-quiet"), description=text("command-quiet-about"))
@app_commands.rename(on=text("option-on"))
@app_commands.describe(on=text("option-on-about"))
async def quiet(interaction: Interaction, on: bool = True) -> None:
    """Do not ask me in this leg."""
    word = "on" if on else "off"
    await at_table(interaction, lambda desk, table: deeds.quiet(desk, interaction, table, word))


@celestia.command(name=text("command-board"), description=text("command-board-about"))
async def board(interaction: Interaction) -> None:
    """Call the current message back."""
    desk = Desk(interaction.client)

    async def work() -> Reply:
        return await info.board(desk, interaction, await desk.table_to_show(interaction))

    await desk.answer(interaction, work)


@celestia.command(name=text("command-log"), description=text("command-log-about"))
async def log(interaction: Interaction) -> None:
    """The story so far."""
    await at_table(
        interaction,
        lambda desk, table: info.log(desk, interaction, table),
        Desk.table_to_read,
    )


@celestia.command(name=text("command-status"), description=text("command-status-about"))
async def status(interaction: Interaction) -> None:
    """Whom the table waits for."""
    await at_table(
        interaction,
        lambda desk, table: info.status(desk, interaction, table),
        Desk.table_to_read,
    )


@celestia.command(name=text("command-back"), description=text("command-back-about"))
async def back(interaction: Interaction) -> None:
    """Take one's seat back, or wake the table."""
    await at_table(interaction, lambda desk, table: deeds.back(desk, interaction, table))


@celestia.command(name=text("command-nudge"), description=text("command-nudge-about"))
async def nudge(interaction: Interaction) -> None:
    """Call those who are waited for."""
    await at_table(interaction, lambda desk, table: deeds.nudge(desk, interaction, table))


@celestia.command(name=text("command-concede"), description=text("command-concede-about"))
async def concede(interaction: Interaction) -> None:
    """Leave one's seat to a computer; it is asked once more."""
    desk = Desk(interaction.client)

    async def work() -> Reply:
        return await deeds.may_concede(desk, interaction, await desk.table_of_channel(interaction))

    await desk.answer(interaction, work)


@celestia.command(name=text("command-rematch"), description=text("command-rematch-about"))
async def rematch(interaction: Interaction) -> None:
    """Open a table like the last one."""
    desk = Desk(interaction.client)

    async def work() -> Reply:
        last = await desk.bot.store.last_table_in(interaction.channel_id or 0)
        if last is None:
            raise Refused("no_table_here")
        return await deeds.rematch(desk, interaction, last)

    await desk.answer(interaction, work)


async def setup(bot: Celestia) -> None:
    """The commands are declared by being imported."""
