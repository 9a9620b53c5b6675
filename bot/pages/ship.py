"""The private page on which somebody decorates a ship: how it looks, and what can be chosen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from bot.discord.controls import Control, Form, Option, Press, Style, button, form, select
from bot.pages.alt_text import described_livery
from bot.pages.layout import LOBBY_COLOUR, Content, Layout, option
from bot.pages.results import NOWHERE
from bot.pictures.own_ship import Portrait
from bot.results.standing import Standing
from bot.ships.feats import EARNED, earned
from bot.ships.ship import COLOURS, EMBLEMS, Ship
from bot.ships.ship_names import TYPED, WIDEST
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
"""A sign of Unicode for each colour and each emblem, in the lists from which they are chosen."""


def ship_page(
    ship: Ship, ever: Standing, say: Catalogue, *, shown_here: bool = True, said: str = ""
) -> Content:
    """The ship with its name, and a list for each part of it.

    ``shown_here``: the moderators of this server have nothing against its name.
    """
    layout = Layout(LOBBY_COLOUR)
    title = say("ship-called", name=ship.name) if ship.name else say("ship-title")
    layout.text(f"### {icon('ship')} {title}")
    portrait = Portrait(ship.livery)
    layout.picture(portrait, described_livery(ship.livery, say))
    layout.text(
        said,
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
    """The form in which the name is typed; sent empty, it takes the name away."""
    words = (say("ship-name-title"), say("ship-name-label"), say("ship-name-about", most=WIDEST))
    return form(Press(NOWHERE, "ship_named"), *words, TYPED, filled=ship.name)


def _select(part: str, options: list[Option], say: Catalogue) -> Control:
    return select(Press(NOWHERE, f"ship_{part}"), say(f"choose-{part}"), options)


def _colours(part: str, chosen: str, say: Catalogue) -> list[Option]:
    return [
        _option(say(f"label-{part}", colour=say(f"livery-{name}")), name, name == chosen)
        for name in COLOURS
    ]


def _emblems(chosen: str, ever: Standing, say: Catalogue) -> list[Option]:
    """Those that are open to this person, and the one that flies."""
    found = {*earned(ever), chosen}
    return [
        _option(say("label-emblem", emblem=say(f"emblem-{name}")), name, name == chosen)
        for name in EMBLEMS
        if name in found
    ]


def _option(label: str, name: str, chosen: bool) -> Option:
    return option(label, name, chosen=chosen, emoji=SIGNS[name])


def _still_closed(ever: Standing, say: Catalogue) -> Iterable[str]:
    """What earns the emblems that cannot be chosen yet, and how far it is."""
    found = earned(ever)
    for name, feat in EARNED.items():
        if name not in found:
            how = say(f"emblem-{name}-earned", of=feat.least, now=feat.reached_by(ever))
            told = say("label-closed", emblem=say(f"emblem-{name}"), how=how)
            yield f"-# 🔒 {SIGNS[name]} {told}"
