"""Buttons and selects: they carry no state, only what they are for.

A custom_id says which table, which moment of it and which turn of the seat it was drawn for, what
it does and with what: never a card. The client hears of every press itself, so that none can fall
through, however old or forged it is, and whether its control is still on the message or not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

PREFIX: Final = "celestia"
_NONE: Final = "-"


@dataclass(frozen=True, slots=True)
class Press:
    """What a button or a select is for."""

    table: str
    action: str
    argument: str = ""
    moment: int | None = None
    turn: int | None = None

    @property
    def custom_id(self) -> str:
        parts = (
            *(PREFIX, self.table, _text(self.moment), _text(self.turn), self.action, self.argument),
        )
        return ":".join(parts)

    @classmethod
    def read(cls, custom_id: str) -> Press | None:
        """What this custom_id is for; None if no version of ours could have drawn it."""
        found = _FORM.fullmatch(custom_id)
        if found is None:
            return None
        table, moment, turn, action, argument = found.groups()
        return cls(table, action, argument, _number(moment), _number(turn))


_FORM: Final = re.compile(
    rf"{PREFIX}:([0-9a-z]{{1,16}}):(-|\d{{1,9}}):(-|\d{{1,9}}):([a-z_]{{1,24}}):([ -~]{{0,29}})",
    re.ASCII,
)


def _text(number: int | None) -> str:
    return _NONE if number is None else str(number)


def _number(text: str) -> int | None:
    return None if text == _NONE else int(text)


Control = ui.Button[Any] | ui.Select[Any]
"""A button or a select of ours. It answers nothing by itself: the client hears of every press."""

Style = discord.ButtonStyle


def button(
    press: Press,
    label: str,
    style: Style = Style.secondary,
    *,
    emoji: str | None = None,
    disabled: bool = False,
) -> Control:
    """A button that means this."""
    return ui.Button(
        label=label, style=style, emoji=emoji, custom_id=press.custom_id, disabled=disabled
    )


def select(
    press: Press,
    placeholder: str,
    options: list[discord.SelectOption],
    *,
    least: int = 1,
    most: int = 1,
) -> Control:
    """A select that means this, with what is chosen."""
    return ui.Select(
        placeholder=placeholder,
        options=options,
        custom_id=press.custom_id,
        min_values=least,
        max_values=min(most, len(options)),
    )
