"""Every sign that the board puts into a line is explained by the rules."""

import re

import pytest

from bot.pages.leg import leg
from bot.pages.views import table_view
from bot.words import LANGUAGES, catalogue
from tests.bot.pages.reading import text
from tests.bot.tables.driven import Driven, laid

BOARDS = {
    "ship": lambda: laid(3, treasures={1: "1:1 1:2 4:6"}, ashore=(2,)),
    "boat": lambda: laid(3, boxes=("initiative",), boat=(1, "rowboat_fog", 2), city=3),
    "crew": lambda: crew(),
    "boscalumia": lambda: lit(),
}
"""Boards that have all signs of a seat between them."""
SIGNS = "✋💎🌟🎈🛶🏝🤝"


def crew() -> Driven:
    t = laid(2, variant="crew")
    t.table.options = t.table.running.options
    return t


def lit() -> Driven:
    t = laid(3, boxes=("boscalumia",), lit=True)
    t.table.running._state.seats[0].tokens = 1
    return t


def lines(t: Driven, language: str) -> str:
    """The lines of the seats."""
    shown = text(leg(table_view(t.table), catalogue(language), board="text")).splitlines()
    return "\n".join(line for line in shown if "✋" in line)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_explain_the_signs_of_the_board(language: str) -> None:
    told = catalogue(language)("rules-board-text")
    shown = "".join(lines(board(), language) for board in BOARDS.values())
    for sign in SIGNS:
        assert sign in shown
        assert sign in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_digits_behind_treasures_are_cities_as_the_rules_say(language: str) -> None:
    example = "💎 3 `1 1 4`"
    assert example in lines(BOARDS["ship"](), language)
    assert example in catalogue(language)("rules-board-text")


def test_the_rules_say_that_the_digits_are_no_points() -> None:
    assert re.search(r"numbers of the cities.*not points", catalogue("en")("rules-board-text"))
    assert re.search(r"numéros des cités.*non des points", catalogue("fr")("rules-board-text"))
