"""The private page on which a person decorates a ship."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from bot.discord.controls import (
    NOWHERE,
    Control,
    Form,
    Option,
    Press,
    Style,
    button,
    form,
    line,
    select,
)
from bot.pages.alt_text import describe_livery
from bot.pages.layout import LOBBY_COLOUR, Content, Layout, option
from bot.pictures.own_ship import Portrait
from bot.results.standing import Standing
from bot.ships import COLOURS, EARNED, EMBLEMS, MAX_TYPED, NAME_WIDTH, Ship, earned
from bot.words import Catalogue
from bot.words.emoji import icon

SIGNS: Final[Mapping[str, str]] = {
    "white": "⚪",
    "gold": "🟡",
    "pink": "🌸",
    "azure": "🔵",
    "green": "🟢",
    "red": "🔴",
    "indigo": "🟣",
    "ink": "⚫",
    "compass": "🧭",
    "star": "⭐",
    "moon": "🌙",
    "sun": "☀️",
    "heart": "❤️",
    "anchor": "⚓",
    "lightning": "⚡",
    "key": "🔑",
    "whale": "🐳",
    "cat": "🐱",
    "laurel": "🏆",
    "summit": "🏔️",
    "plaster": "🩹",
}
"""The Unicode sign of each colour and each emblem, for selects."""


def ship_page(ship: Ship, ever: Standing, say: Catalogue, *, shown_here: bool = True) -> Content:
    """Return the page of a ship, with a select for each part of it.

    ``shown_here``: the ship's name is not on this server's list of unwanted words.
    """
    layout = Layout(LOBBY_COLOUR)
    title = say("ship-called", name=ship.name) if ship.name else say("ship-title")
    layout.text(f"### {icon('ship')} {title}")
    portrait = Portrait(ship.livery)
    layout.picture(portrait, describe_livery(ship.livery, say))
    layout.text(
        "" if shown_here or not ship.name else f"{icon('failed')} {say('ship-unwanted')}",
        f"-# {say('ship-how')}",
        *_still_closed(ever, say),
    )
    for part in ("balloon", "stripes"):
        layout.choice(_select(part, _colours(part, getattr(ship.livery, part), say), say))
    layout.choice(_select("emblem", _emblems(ship.livery.emblem, ever, say), say))
    name = button(Press(NOWHERE, "ship_name"), say("button-ship_name"), Style.primary)
    return layout.buttons([name]).content()


def name_form(ship: Ship, say: Catalogue) -> Form:
    """Return the form for the name; sent empty, it removes the name."""
    about = say("ship-name-about", most=NAME_WIDTH)
    asks = line("name", say("ship-name-label"), about, MAX_TYPED, filled=ship.name)
    return form(Press(NOWHERE, "ship_named"), say("ship-name-title"), asks)


def _select(part: str, options: list[Option], say: Catalogue) -> Control:
    return select(Press(NOWHERE, f"ship_{part}"), say(f"choose-{part}"), options)


def _colours(part: str, chosen: str, say: Catalogue) -> list[Option]:
    return [
        _option(say(f"label-{part}", colour=say(f"livery-{name}")), name, name == chosen)
        for name in COLOURS
    ]


def _emblems(chosen: str, ever: Standing, say: Catalogue) -> list[Option]:
    """Return the emblems that a person has earned, and the current one."""
    found = {*earned(ever), chosen}
    return [
        _option(say("label-emblem", emblem=say(f"emblem-{name}")), name, name == chosen)
        for name in EMBLEMS
        if name in found
    ]


def _option(label: str, name: str, chosen: bool) -> Option:
    return option(label, name, chosen=chosen, emoji=SIGNS[name])


def _still_closed(ever: Standing, say: Catalogue) -> Iterable[str]:
    """Yield how the other emblems are earned, and how far the person has come."""
    found = earned(ever)
    for name, feat in EARNED.items():
        if name not in found:
            how = say(f"emblem-{name}-earned", of=feat.least, now=feat.reached(ever))
            told = say("label-closed", emblem=say(f"emblem-{name}"), how=how)
            yield f"-# 🔒 {SIGNS[name]} {told}"
