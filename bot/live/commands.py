"""The commands of a page: each is an action at the table, the same as that of a press."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from bot.hosting.action import ARM, SAY, SLOT, Action
from bot.pages.stay_order import as_captain, changed, excepting
from bot.tables.refusals import Refused
from bot.tables.table import Table
from players.stay_order import StayOrder

HINT: Final = "hint"
"""Asks what a computer would do. Nothing about it is stored."""
LONGEST_VALUE: Final = 30
MOST_VALUES: Final = 40
ON_OR_OFF: Final = ("on", "off")


class Command(BaseModel):
    """A command that a page sends for its user."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(pattern=r"^[0-9a-f]{32}$")
    """A random number: a command that is sent again after a lost connection is carried out once."""
    do: str = Field(max_length=LONGEST_VALUE)
    values: tuple[str, ...] = Field(default=(), max_length=MOST_VALUES)
    moment: int | None = Field(default=None, ge=0, lt=2**31)
    turn: int | None = Field(default=None, ge=0, lt=2**31)

    @property
    def value(self) -> str:
        return self.values[0] if self.values else ""

    def number(self, table: str, user: int) -> int:
        """Return the number of this command in the log: negative, unlike those of Discord."""
        text = f"{table} {user} {self.id}".encode()
        return -1 - (int.from_bytes(blake2b(text, digest_size=8).digest()) >> 1)


class Hello(BaseModel):
    """The first message of a page."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    link: str = Field(max_length=60)
    browser: str = Field(pattern=r"^[0-9a-f]{32}$")
    """The key of the browser, which it keeps."""
    language: str = Field(max_length=LONGEST_VALUE)


@dataclass(frozen=True, slots=True)
class _Asked:
    command: Command = field(repr=False)
    table: Table = field(repr=False)
    seat: int

    @property
    def order(self) -> StayOrder | None:
        """The seat's order to stay."""
        order = self.table.stay_orders.get(self.seat)
        return StayOrder.parse(order) if order else None


def _slot(asked: _Asked) -> Action:
    command = asked.command
    return Action(SLOT, command.value, moment=command.moment, turn=command.turn)


def _switch(asked: _Asked) -> Action:
    if asked.command.value not in ON_OR_OFF:
        raise Refused("unknown_choice")
    return Action(asked.command.do, asked.command.value)


def _except(asked: _Asked) -> Action:
    if asked.order is None:  # it was ended by another page
        raise Refused("moment_passed")
    return Action("stay_order", excepting(asked.order, asked.command.values))


_ACTIONS: Final[Mapping[str, Callable[[_Asked], Action]]] = {
    "slot": _slot,
    "say": lambda it: Action(SAY, it.command.value, moment=it.command.moment),
    "think": lambda it: Action("think", moment=it.command.moment),
    "back": lambda _: Action("back"),
    "quiet": _switch,
    "always": _switch,
    "arm": lambda it: Action(ARM, ",".join(it.command.values)),
    "never": lambda it: Action("never", " ".join(it.command.values)),
    "until": lambda it: Action("stay_order", changed(it.order, it.command.value)),
    "unless": _except,
    "as_captain": lambda it: Action("stay_order", as_captain(it.order, it.command.values)),
}
COMMANDS: Final = frozenset({*_ACTIONS, HINT})


def action_of(command: Command, table: Table, seat: int) -> Action:
    """Return the action that a command of this seat stands for, or raise `Refused`."""
    make = _ACTIONS.get(command.do)
    if make is None:
        raise Refused("unknown_choice")
    return make(_Asked(command, table, seat))
