"""What somebody wants done at a table, and the line of its log that this becomes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from bot.tables.entry import Entry
from bot.tables.play import to_speak
from bot.tables.refusals import Refused, Stale
from bot.tables.table import Table

SAY: Final = "say"
"""Answers in the open. A passenger whose turn has not come seals the answer by it."""
SLOT: Final = "slot"
"""Makes the move of this number among one's own."""
ARM_SLOTS: Final = "arm_slots"
"""Arms the cards of these numbers, with commas between, among those that can be armed."""
START: Final = "start"
"""Has the cards dealt, with the id of a message that was posted just before."""


@dataclass(frozen=True, slots=True)
class Command:
    """What somebody wants done at a table."""

    name: str
    arguments: str = field(default="", repr=False)
    moment: int | None = None
    """The moment that it is meant for; None: whenever it comes."""
    turn: int | None = None
    """The seat's own turn that it is meant for, where it names a slot of a private answer."""


def check_is_for_now(table: Table, seat: int | None, command: Command) -> None:
    """Refuse what is meant for another moment."""
    if command.moment is not None and command.moment != table.moment:
        raise Stale("moment_passed")
    if command.turn is None:
        return
    if seat is None:
        raise Refused("not_seated")
    if not table.turns or command.turn != table.turns[seat]:
        raise Stale("moment_passed")


def resolved(table: Table, seat: int | None, command: Command) -> Entry:
    """The line that a command becomes in the log of this table."""
    arguments = command.arguments
    if command.name == SAY:
        waits = table.game is not None and seat not in table.game.waiting
        early = waits and table.stage == "playing" and seat in to_speak(table)
        return Entry(seat, "seal" if early else "move", arguments)
    if command.name == SLOT:
        legal = table.running.legal(seat) if seat is not None and table.game else ()
        if not arguments.isdecimal() or int(arguments) >= len(legal):
            raise Stale("moment_passed")
        return Entry(seat, "move", str(legal[int(arguments)]))
    if command.name == ARM_SLOTS:
        ready = table.running.ready(seat) if seat is not None and table.game else ()
        numbers = [int(number) for number in arguments.split(",") if number.isdecimal()]
        if any(number >= len(ready) for number in numbers):
            raise Stale("moment_passed")
        return Entry(seat, "arm", ";".join(" ".join(ready[number]) for number in numbers))
    return Entry(seat, command.name, arguments)
