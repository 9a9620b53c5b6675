"""The rules list the contents of the boxes, with the figures that the engine plays by."""

import re
from collections import Counter

import pytest

from bot.discord.limits import LAYOUT_COMPONENTS, LAYOUT_TEXT
from bot.pages.lobby import CHOICES
from bot.pages.rules import TOPICS, rules
from bot.words import LANGUAGES, Catalogue, catalogue
from engine import Options
from engine.box import POINTS, SPYGLASSES
from engine.options import BOXES, Box
from engine.rules import rules_of
from tests.bot.pages.reading import parts, text
from tests.players.mixes import MIXES

PHONE = 26
"""Monospaced columns that a phone shows in one line."""
PLAYED = {None, *[options for _, options in MIXES.values()]}

languages = pytest.mark.parametrize("language", LANGUAGES)


def told_deck(say: Catalogue, options: Options | None) -> dict[str, int]:
    """Return the number of each card, by its name on the page."""
    shown = text(rules(say, "cards", "0", options))
    return {name: int(count) for count, name in re.findall(r"(?m)^\S+ (\d+) × (.+)$", shown)}


@languages
@pytest.mark.parametrize("mix", MIXES)
def test_the_deck_shown_is_the_one_in_play(mix: str, language: str) -> None:
    _, options = MIXES[mix]
    say, copies = catalogue(language), rules_of(options).copies
    assert told_deck(say, options) == {say(f"card-{card}"): n for card, n in copies.items()}
    assert say("deck-table", count=sum(copies.values())) in text(rules(say, "cards", "0", options))


def dealt(*boxes: Box) -> int:
    """Return the number of cards of a game with these boxes."""
    return sum(rules_of(Options(boxes=boxes)).copies.values())


@languages
def test_without_a_table_every_box_lists_its_cards(language: str) -> None:
    say = catalogue(language)
    shown = text(rules(say, "cards", "0"))
    assert sum(told_deck(say, None).values()) == dealt(*BOXES)
    brings = {say("boxes-base"): dealt()}
    brings |= {say(f"box-{box}"): dealt(box) - dealt() for box in BOXES}
    told = {
        name: f"**{say('deck-box', box=name, count=n)}**" in shown for name, n in brings.items()
    }
    assert told == {name: count > 0 for name, count in brings.items()}


def piles_in(shown: str) -> list[str]:
    """The lines of the table of treasures, or none."""
    return "".join(shown.split("```")[1:2]).strip().splitlines()


def told_treasures(shown: str) -> dict[int, Counter[int]]:
    """Return the number of treasures of each value at each city; 0 is a spyglass."""
    found: dict[int, Counter[int]] = {}
    for row in piles_in(shown):
        kinds = re.findall(r"(\d+)×(\d+)", row)
        pile = Counter({int(points): int(count) for count, points in kinds})
        found[int(row.split()[0])] = pile + Counter({0: row.count("🔭")})
    return found


@languages
@pytest.mark.parametrize("mix", MIXES)
def test_the_treasures_shown_are_those_laid_out(mix: str, language: str) -> None:
    _, options = MIXES[mix]
    piles = rules_of(options).treasures
    assert told_treasures(text(rules(catalogue(language), "treasures", "0", options))) == {
        city: Counter(0 if name in SPYGLASSES else POINTS[name] for name in pile)
        for city, pile in piles.items()
    }


@languages
def test_only_a_crew_plays_with_some_treasures(language: str) -> None:
    say = catalogue(language)
    some = say("treasures-some", count=5)
    assert some in text(rules(say, "treasures", "0", Options(variant="crew")))
    assert some not in text(rules(say, "treasures", "0"))


@languages
@pytest.mark.parametrize("topic", [topic.name for topic in TOPICS])
def test_every_chapter_fits_at_every_table(topic: str, language: str) -> None:
    for options in (*PLAYED, Options(boxes=BOXES)):
        content = rules(catalogue(language), topic, "0" * 16, options)
        shown = text(content)
        assert not shown.endswith("…")
        assert len(shown) <= LAYOUT_TEXT
        assert len(parts(content)) <= LAYOUT_COMPONENTS
        assert all(len(row) + row.count("🔭") <= PHONE for row in piles_in(shown))


@languages
def test_the_chapter_of_house_rules_has_an_item_for_each(language: str) -> None:
    chosen = {name for group in ("rules", "house") for name, _, _ in CHOICES[group]}
    items = re.findall(r"(?m)^- \*\*", catalogue(language)("rules-house_rules-text"))
    assert len(items) == len(chosen - {"variant"} | {"captain"})
