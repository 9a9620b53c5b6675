"""Buttons, selects and forms. They carry no state, only their purpose.

A custom_id names the table, the moment and the turn of the seat that it was drawn for, its action
and an argument: never a card. The client handles every press itself, so none is lost, even if it is
old or forged or its control is gone from the message.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

import discord

from bot.direct import is_direct
from bot.discord.limits import FIELD_DESCRIPTION

PREFIX: Final = "celestia"
_NONE: Final = "-"
_UPLOADED: Final = re.compile(r"<:(\w{2,32}):(\d{1,20})>", re.ASCII)
_DIGITS: Final = re.compile(r"\d+", re.ASCII)
MAX_NUMBER: Final = 2**63 - 1
"""The largest number that a database stores, and so the largest in an argument."""
NOWHERE: Final = "0"
"""In place of a table in controls that belong to no table."""
BUTTON, SELECT, LINE, LABEL, RADIO, CHECKBOXES, CHECKBOX = 2, 3, 4, 18, 21, 22, 23
USER_SELECT, ROLE_SELECT, CHANNEL_SELECT = 5, 6, 8
"""Discord's numbers for these kinds of components."""
_NATIVE: Final = {USER_SELECT: "user", ROLE_SELECT: "role", CHANNEL_SELECT: "channel"}
TICKED: Final = "on"
"""The value of a ticked box in a form."""
TEXT_CHANNEL: Final = 0
"""Discord's number for this kind of channels."""


@dataclass(frozen=True, slots=True)
class Press:
    """The purpose of a button, a select or a form."""

    table: str
    action: str
    argument: str = ""
    moment: int | None = None
    turn: int | None = None

    @property
    def custom_id(self) -> str:
        moment = _NONE if self.moment is None else self.moment
        turn = _NONE if self.turn is None else self.turn
        return f"{PREFIX}:{self.table}:{moment}:{turn}:{self.action}:{self.argument}"

    @classmethod
    def read(cls, custom_id: str) -> Press | None:
        """Return the purpose of a custom_id; None if no version of the bot could have drawn it."""
        found = _FORM.fullmatch(custom_id)
        if found is None or any(int(it) > MAX_NUMBER for it in _DIGITS.findall(found[5])):
            return None
        table, moment, turn, action, argument = found.groups()
        return cls(table, action, argument, _number(moment), _number(turn))


_FORM: Final = re.compile(
    rf"{PREFIX}:([0-9a-z]{{1,16}}):(-|\d{{1,9}}):(-|\d{{1,9}}):([a-z_]{{1,24}}):([ -~]{{0,29}})",
    re.ASCII,
)


def _number(text: str) -> int | None:
    return None if text == _NONE else int(text)


Control = dict[str, Any]
"""A button or a select, in Discord's JSON."""
Form = dict[str, Any]
Option = dict[str, Any]
"""One line of a select, in Discord's JSON."""

Style = discord.ButtonStyle


def button(
    press: Press,
    label: str,
    style: Style = Style.secondary,
    *,
    emoji: str | None = None,
    disabled: bool = False,
) -> Control:
    """Return a button for this purpose."""
    made: Control = {
        "type": BUTTON,
        "style": style.value,
        "label": label,
        "custom_id": press.custom_id,
        "disabled": disabled,
    }
    return made | ({"emoji": partial_emoji(emoji)} if emoji else {})


def link_button(label: str, address: str, emoji: str) -> Control:
    """Return a button that opens an address, by which the bot hears nothing."""
    return {
        "type": BUTTON,
        "style": Style.link.value,
        "label": label,
        "url": address,
        "emoji": partial_emoji(emoji),
    }


def link_to(guild: int, channel: int, message: int) -> str:
    """Return the address of a message."""
    place = "@me" if is_direct(guild) else f"{guild}"
    return f"https://discord.com/channels/{place}/{channel}/{message}"


def select(
    press: Press, placeholder: str, options: list[Option], *, least: int = 1, most: int = 1
) -> Control:
    """Return a select for this purpose; its press carries the chosen values."""
    return {
        "type": SELECT,
        "custom_id": press.custom_id,
        "placeholder": placeholder,
        "min_values": least,
        "max_values": min(most, len(options)),
        "options": options,
        "disabled": False,
    }


def native_select(
    kind: int,
    press: Press,
    placeholder: str,
    chosen: Sequence[int] = (),
    *,
    least: int = 0,
    most: int = 1,
) -> Control:
    """Return a select of the server's people, roles or channels, which Discord lists itself."""
    made: Control = {
        "type": kind,
        "custom_id": press.custom_id,
        "placeholder": placeholder,
        "min_values": least,
        "max_values": most,
        "default_values": [{"id": f"{it}", "type": _NATIVE[kind]} for it in chosen],
        "disabled": False,
    }
    return made | ({"channel_types": [TEXT_CHANNEL]} if kind == CHANNEL_SELECT else {})


def partial_emoji(text: str) -> dict[str, str]:
    """Return an emoji for a control: from Unicode, or from an uploaded one: ``<:name:id>``."""
    uploaded = _UPLOADED.fullmatch(text)
    if uploaded is None:
        return {"name": text}
    name, number = uploaded.groups()
    return {"name": name, "id": number}


def form(press: Press, title: str, *fields: Control) -> Form:
    """Return a form for this purpose, which comes as a press; see `line`, `pick` and `tick`."""
    return {"title": title, "custom_id": press.custom_id, "components": [*fields]}


def line(name: str, label: str, about: str, most: int, *, filled: str | None = None) -> Control:
    """Return a line of a form; one that is ``filled`` in advance may be sent empty."""
    made: Control = {
        "type": LINE,
        "style": 1,
        "custom_id": name,
        "max_length": most,
        "required": filled is None,
    }
    return _labelled(label, about, made | ({"value": filled} if filled else {}))


def pick(
    name: str, label: str, about: str, options: list[Option], *, required: bool = True
) -> Control:
    """Return a choice of a form."""
    made: Control = {"type": SELECT, "custom_id": name, "options": options, "required": required}
    return _labelled(label, about, made)


def radio(
    name: str, label: str, about: str, options: list[Option], *, required: bool = True
) -> Control:
    """Return a choice of a form, all of whose options are in sight."""
    made: Control = {"type": RADIO, "custom_id": name, "options": options, "required": required}
    return _labelled(label, about, made)


def ticks(name: str, label: str, about: str, options: list[Option]) -> Control:
    """Return boxes of a form, of which any number can be ticked."""
    made: Control = {
        "type": CHECKBOXES,
        "custom_id": name,
        "options": options,
        "required": False,
        "min_values": 0,
        "max_values": len(options),
    }
    return _labelled(label, about, made)


def tick(name: str, label: str, about: str, *, ticked: bool = False) -> Control:
    """Return a box of a form to be ticked; its value is `TICKED` if it was."""
    return _labelled(label, about, {"type": CHECKBOX, "custom_id": name, "default": ticked})


def _labelled(label: str, about: str, part: Control) -> Control:
    return {
        "type": LABEL,
        "label": label,
        "description": about[:FIELD_DESCRIPTION],
        "component": part,
    }


def every(parts: object) -> list[dict[str, Any]]:
    """Return all components of a message or a form, nested ones included."""
    found: list[dict[str, Any]] = []
    waiting: list[Any] = [parts]
    for part in waiting:
        if isinstance(part, list | tuple):
            waiting += cast("Sequence[object]", part)
        elif isinstance(part, dict):
            component = cast("dict[str, Any]", part)
            found.append(component)
            waiting += map(component.get, ("components", "component", "accessory"))
    return found
