"""What somebody wants done at a table, and the line that it becomes in the table's log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

from bot.tables.actions import Entry
from bot.tables.lobby import is_number
from bot.tables.play import DECLARATIONS, NOTHING, to_declare, to_exchange, to_speak
from bot.tables.refusals import Stale
from bot.tables.table import Table

SAY: Final = "say"
"""Answers in the open. Who is not asked yet, a passenger or the captain, seals the answer by it."""
SLOT: Final = "slot"
"""Makes the move of this number among one's own."""
ARM_SLOTS: Final = "arm_slots"
"""Arms the cards of these numbers, with commas between, among those that can be armed."""
ARM: Final = "arm_cards"
"""Arms the cards of these numbers, with commas between, among all that this game has."""
EXCHANGE_SLOTS: Final = "exchange_slots"
"""Exchanges the cards of these numbers, with commas between, among those that can be exchanged."""
START: Final = "start"
"""Has the cards dealt, with the id of a message that was posted just before."""

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Action:
    """What somebody wants done at a table."""

    name: str
    arguments: str = field(default="", repr=False)
    moment: int | None = None
    """The moment that it is meant for; None: whenever it comes."""
    turn: int | None = None
    """The seat's own turn that it is meant for, where it names a slot of a private answer."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """An action, and who gives it: a user or else a seat, from a server, by a click."""

    action: Action
    user: int | None
    seat: int | None
    guild: int | None
    interaction: int | None


def comparable(action: Action) -> Action:
    """The action without what sets one click that starts the game apart from another."""
    return replace(action, arguments="") if action.name == START else action


def log_entry(table: Table, seat: int | None, action: Action) -> Entry:
    """The line that an action becomes in the log of this table."""
    arguments = action.arguments
    if action.name == SAY:
        early = arguments == NOTHING or _is_early(table, seat, arguments)
        return Entry(seat, "seal" if early else "move", arguments)
    if action.name == SLOT:
        legal = table.running.legal(seat) if seat is not None and table.game else ()
        if not is_number(arguments) or int(arguments) >= len(legal):
            raise Stale("moment_passed")
        return Entry(seat, "move", str(legal[int(arguments)]))
    if action.name == ARM_SLOTS:
        ready = table.running.ready(seat) if seat is not None and table.game else ()
        return Entry(seat, "arm", ";".join(map(" ".join, _picked(ready, arguments))))
    if action.name == ARM:
        armable = table.game.armable if table.game else ()
        return Entry(seat, "arm", ";".join(map(" ".join, _picked(armable, arguments))))
    if action.name == EXCHANGE_SLOTS:
        cards = to_exchange(table, seat) if seat is not None and table.game else ()
        return Entry(seat, "exchange", " ".join(_picked(cards, arguments)))
    return Entry(seat, action.name, arguments)


def _is_early(table: Table, seat: int | None, words: str) -> bool:
    """Is it an answer to a question that this seat has not been asked yet?"""
    if table.game is None or table.stage != "playing" or seat is None:
        return False
    if words in DECLARATIONS:
        return seat == to_declare(table)
    return seat not in table.game.waiting and seat in to_speak(table)


def _picked(offered: Sequence[_T], numbers: str) -> list[_T]:
    """What has these numbers among what was offered."""
    picked = {int(number) for number in numbers.split(",") if is_number(number)}
    if any(number >= len(offered) for number in picked):
        raise Stale("moment_passed")
    return [offered[number] for number in sorted(picked)]
