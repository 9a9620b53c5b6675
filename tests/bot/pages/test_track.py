"""The line of cities on the board."""

import pytest

from bot.pages.leg import leg
from bot.pages.views import table_view
from bot.words import LANGUAGES, catalogue
from engine.box import BOSCALUMIA, CITIES, GAP
from tests.bot.pages.reading import text
from tests.bot.tables.driven import Driven, laid

PHONE = 26
"""Monospaced columns that a phone shows in one line; an emoji takes two."""


def track(t: Driven, language: str) -> list[str]:
    """The lines of the track, without its heads."""
    _, shown, *_ = text(leg(table_view(t.table), catalogue(language), board="text")).split("```")
    return shown.strip().splitlines()[1:]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_track_has_room_for_the_name_of_every_city(language: str) -> None:
    t = laid(3, city=GAP, dice="blank " * 4, boxes=("boscalumia",))
    say = catalogue(language)
    names = [say(f"city-{city.number}") for city in CITIES]
    names += [say(f"city-{GAP}-short"), say(f"city-{BOSCALUMIA}")]
    shown = track(t, language)
    assert len(shown) == len(names)
    for line, name in zip(shown, names, strict=True):
        assert f" {name} " in line


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_crafts_fit_behind_a_city(language: str) -> None:
    t = laid(3, boxes=("initiative",), boat=(1, "rowboat_fog", 6), city=6)
    (line,) = [line for line in track(t, language) if "🛶" in line]
    assert line == "6 Barbadahl  12   3  9🎈🛶"
    assert len(line) + len("🎈🛶") <= PHONE
