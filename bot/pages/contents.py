"""What lies in the boxes, as small tables for the rules.

Every figure comes from the rules that the engine plays by, so that none can differ here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from bot.words import Catalogue
from bot.words.emoji import icon, sign
from bot.words.topics import TOPICS
from engine import Options
from engine.box import POINTS, SPYGLASSES
from engine.options import BOXES, Box
from engine.rules import rules_of

NAME: Final = 10
"""Columns for the name of a city."""


def deck(say: Catalogue, options: Options | None) -> list[str]:
    """How many of each card there are: in the deck of a table, or in each box."""
    copies = rules_of(options or Options(boxes=BOXES)).copies
    lines = [say("deck-table", count=sum(copies.values())) if options else say("deck-boxes")]
    for box in (None, *BOXES):
        held = {card: copies[card] for card in _cards_of(box) if card in copies}
        if held:
            name = say(f"box-{box}" if box else "boxes-base")
            lines.append(f"**{say('deck-box', box=name, count=sum(held.values()))}**")
            lines += [_counted(say, card, count) for card, count in held.items()]
    return lines


def treasures(say: Catalogue, options: Options | None) -> list[str]:
    """What lies at each city before anything is taken."""
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
"""The chapters that list what lies in the boxes."""


def _cards_of(box: Box | None) -> list[str]:
    """The cards of a box, in the order of the rules."""
    return [card for topic in TOPICS if topic.box == box for card in topic.cards]


def _counted(say: Catalogue, card: str, count: int) -> str:
    """A line with an emoji; in a monospaced block the longest names would not fit a phone."""
    return f"{icon(card)} {say('list-times', count=count, thing=say(f'card-{card}'))}"


def _kinds(pile: Sequence[str]) -> str:
    """How many treasures there are of each value, in short: ``5×1 3×2``."""
    plain = Counter(POINTS[name] for name in pile if name not in SPYGLASSES)
    kinds = [f"{count}×{points}" for points, count in sorted(plain.items())]
    return " ".join([*kinds, *[sign(name) for name in pile if name in SPYGLASSES]])
