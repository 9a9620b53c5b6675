"""Buttons and selects: each action of ours, and what it does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from bot.board.responses import Interaction, Reply, note
from bot.client import Celestia
from bot.discord.controls import Press
from bot.tables.refusals import Stale
from cogs import deeds, info
from cogs.desk import Desk
from cogs.lobby import LOT

Values = tuple[str, ...]
Action = Callable[[Desk, Interaction, Press, Values], Awaitable[Reply | None]]


async def pressed(
    desk: Desk, interaction: Interaction, press: Press | None, values: Values
) -> Reply | None:
    """What a press comes to; one from another time is told so, with what can be done instead."""
    action = ACTIONS.get(press.action) if press is not None else None
    if press is None or action is None:
        return note(f"⌛ {desk.say(interaction)('error-old_button')}")
    try:
        return await action(desk, interaction, press, values)
    except Stale as stale:
        return await desk.late(interaction, press.table, stale)


async def _lobby(desk: Desk, interaction: Interaction, press: Press, _: Values) -> Reply | None:
    return await deeds.lobby(desk, interaction, press.table, press.action)


async def _boxes(
    desk: Desk, interaction: Interaction, press: Press, values: Values
) -> Reply | None:
    words = f"boxes={','.join(values)}"
    return await deeds.lobby(desk, interaction, press.table, "setting", words)


async def _setting(
    desk: Desk, interaction: Interaction, press: Press, values: Values
) -> Reply | None:
    return await deeds.lobby(desk, interaction, press.table, "setting", "".join(values))


async def _colour(
    desk: Desk, interaction: Interaction, press: Press, values: Values
) -> Reply | None:
    wanted = "".join(values).removeprefix(LOT)
    return await deeds.lobby(desk, interaction, press.table, "colour", wanted)


async def _say(desk: Desk, interaction: Interaction, press: Press, _: Values) -> Reply | None:
    return await deeds.say_move(desk, interaction, press.table, press.argument, press.moment)


async def _slot(desk: Desk, interaction: Interaction, press: Press, values: Values) -> Reply | None:
    number = values[0] if values else press.argument
    moment, turn = _bound(press)
    return await deeds.slot(desk, interaction, press.table, number, moment, turn)


async def _arm(desk: Desk, interaction: Interaction, press: Press, values: Values) -> Reply | None:
    moment, turn = _bound(press)
    return await deeds.arm(desk, interaction, press.table, ",".join(values), moment, turn)


def _bound(press: Press) -> tuple[int, int]:
    """The moment and turn that a slot counts for; without them nobody knows what it means."""
    if press.moment is None or press.turn is None:
        raise Stale("moment_passed")
    return press.moment, press.turn


async def _quiet(desk: Desk, interaction: Interaction, press: Press, _: Values) -> Reply | None:
    return await deeds.quiet(desk, interaction, press.table, press.argument)


async def _hand(desk: Desk, interaction: Interaction, press: Press, _: Values) -> Reply | None:
    return await info.hand(desk, interaction, press.table)


async def _cards(desk: Desk, interaction: Interaction, press: Press, _: Values) -> Reply | None:
    return await info.cards(desk, interaction, press.table)


async def _log(desk: Desk, interaction: Interaction, press: Press, _: Values) -> Reply | None:
    return await info.log(desk, interaction, press.table)


async def _rules(desk: Desk, interaction: Interaction, press: Press, _: Values) -> Reply | None:
    return await info.rules(desk, interaction, table=press.table)


async def _topic(
    desk: Desk, interaction: Interaction, press: Press, values: Values
) -> Reply | None:
    return await info.rules(desk, interaction, "".join(values), press.table)


async def _cancel(desk: Desk, interaction: Interaction, press: Press, _: Values) -> Reply | None:
    return await deeds.may_cancel(desk, interaction, press.table)


async def _cancel_now(
    desk: Desk, interaction: Interaction, press: Press, _: Values
) -> Reply | None:
    return await deeds.cancel(desk, interaction, press.table)


async def _concede_now(
    desk: Desk, interaction: Interaction, press: Press, _: Values
) -> Reply | None:
    try:
        return await deeds.concede(desk, interaction, press.table, press.argument, *_bound(press))
    except Stale:  # the answer was to another question: it is put once more
        return await deeds.may_concede(desk, interaction, press.table, again=True)


async def _back(desk: Desk, interaction: Interaction, press: Press, _: Values) -> Reply | None:
    return await deeds.back(desk, interaction, press.table)


async def _nudge(desk: Desk, interaction: Interaction, press: Press, _: Values) -> Reply | None:
    return await deeds.nudge(desk, interaction, press.table)


async def _rematch(desk: Desk, interaction: Interaction, press: Press, _: Values) -> Reply | None:
    return await deeds.rematch(desk, interaction, press.table)


ACTIONS: Final[dict[str, Action]] = {
    **dict.fromkeys(deeds.BUTTONS, _lobby),
    "boxes": _boxes,
    "setting": _setting,
    "colour": _colour,
    "cancel": _cancel,
    "cancel_now": _cancel_now,
    "concede_now": _concede_now,
    "say": _say,
    "slot": _slot,
    "arm": _arm,
    "quiet": _quiet,
    "hand": _hand,
    "refresh": _hand,
    "cards": _cards,
    "log": _log,
    "rules": _rules,
    "topic": _topic,
    "back": _back,
    "nudge": _nudge,
    "rematch": _rematch,
}
"""Every action that a control of ours can have."""


async def setup(bot: Celestia) -> None:
    """Answer presses from now on."""
    desk = Desk(bot)

    async def on_pressed(interaction: Interaction, press: Press | None, values: Values) -> None:
        await desk.answer(interaction, lambda: pressed(desk, interaction, press, values))

    bot.on_pressed = on_pressed
