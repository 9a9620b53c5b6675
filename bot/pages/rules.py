"""The rules by topic, with tables of what the boxes contain.

Every figure comes from the rules that the engine plays by, so that none can differ here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from bot.discord.controls import Press, select
from bot.pages.layout import PLAY_COLOUR, Content, Layout, option
from bot.words import Catalogue, Voice
from bot.words.emoji import icon, sign
from engine import Options
from engine.box import (
    CHARACTERS,
    EQUIPMENT,
    LITTLE_HELP,
    POINTS,
    ROWBOATS,
    SPYGLASS,
    SPYGLASSES,
    TURBO,
    UPGRADED,
)
from engine.options import BOXES, Box
from engine.rules import rules_of


class Topic(NamedTuple):
    """A chapter; its words are those of ``rules-<name>`` and ``rules-<name>-text``."""

    name: str
    box: Box | None = None
    """The box that it is about; None for the base game."""
    cards: tuple[str, ...] = ()
    """The cards that it explains."""


_POWER_CARDS: Final = ("ejection", "alternative_route", "wind_gust", "jetpack")

TOPICS: Final = (
    Topic("goal"),
    Topic("leg"),
    Topic("decisions"),
    Topic("captain"),
    Topic("windows"),
    Topic("payment", cards=(*EQUIPMENT, TURBO)),
    Topic("cards", cards=_POWER_CARDS),
    Topic("treasures", cards=(SPYGLASS,)),
    Topic("end"),
    Topic("beginner"),
    Topic("crew"),
    Topic("little_help", "little_help", (*UPGRADED, *LITTLE_HELP, "bandit", "mooring_line")),
    Topic("characters", "little_help", tuple(CHARACTERS)),
    Topic("initiative", "initiative", (*ROWBOATS, "desperate_need", "new_equipment", "spy")),
    Topic("grappling_hook", "grappling_hook", ("grappling_hook",)),
    Topic("instructor", "instructor", ("instructor",)),
    Topic("krismastri", "krismastri"),
    Topic("matryoshburg", "matryoshburg"),
    Topic("boscalumia", "boscalumia"),
    Topic("house_rules"),
    Topic("board"),
    Topic("table"),
)
"""In reading order."""


NAME: Final = 10
"""Columns for the name of a city."""


def rules(say: Catalogue, topic: str, table: str, options: Options | None = None) -> Content:
    """Return a chapter, and a select that leads to all others.

    The contents of boxes are those in play at the table (``options``), or else of all.
    """
    known = {name.name: name for name in TOPICS}
    shown = known.get(topic, TOPICS[0])
    voice = Voice(say, str)
    layout = Layout(PLAY_COLOUR)
    layout.text(f"## {icon('rules')} {say(f'rules-{shown.name}')}", say(f"rules-{shown.name}-text"))
    if shown.name in CONTENTS:
        layout.text(*CONTENTS[shown.name](say, options))
    layout.text(
        *[
            f"{voice.icon(card)} **{voice.card(card)}** — {say(f'card-{card}-text')}"
            for card in shown.cards
        ]
    )
    choices = [option(say(f"rules-{name}"), name, chosen=name == shown.name) for name in known]
    layout.choice(select(Press(table, "topic"), say("choose-topic"), choices))
    return layout.content()


def deck(say: Catalogue, options: Options | None) -> list[str]:
    """Return the number of each card: in the deck of a table, or in each box."""
    copies = rules_of(options or Options(boxes=BOXES)).copies
    lines = [say("deck-table", count=sum(copies.values())) if options else say("deck-boxes")]
    for box in (None, *BOXES):
        cards = [card for topic in TOPICS if topic.box == box for card in topic.cards]
        held = {card: copies[card] for card in cards if card in copies}
        if held:
            name = say(f"box-{box}" if box else "boxes-base")
            lines.append(f"**{say('deck-box', box=name, count=sum(held.values()))}**")
        for card, count in held.items():  # the longest names would not fit a phone in monospace
            counted = say("list-times", count=count, thing=say(f"card-{card}"))
            lines.append(f"{icon(card)} {counted}")
    return lines


def treasures(say: Catalogue, options: Options | None) -> list[str]:
    """Return the treasures of each city at the start."""
    rules = rules_of(options or Options())
    rows = [
        f"{city} {say(f'city-{city}'):<{NAME}}{_kinds(pile)}"
        for city, pile in rules.treasures.items()
    ]
    some = say("treasures-some", count=rules.pile_size) if rules.pile_size else ""
    return [say("treasures-table"), "```", *rows, "```", *filter(None, [some])]


CONTENTS: Final[dict[str, Callable[[Catalogue, Options | None], list[str]]]] = {
    "cards": deck,
    "treasures": treasures,
}
"""The chapters with tables."""


def _kinds(pile: Sequence[str]) -> str:
    """Return the number of treasures of each value: ``5×1 3×2``."""
    plain = Counter(POINTS[name] for name in pile if name not in SPYGLASSES)
    kinds = [f"{count}×{points}" for points, count in sorted(plain.items())]
    return " ".join([*kinds, *[sign(name) for name in pile if name in SPYGLASSES]])
