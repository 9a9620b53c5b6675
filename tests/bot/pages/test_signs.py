"""The signs of the board are explained by the rules, and all icons are known."""

import ast
from pathlib import Path

import pytest

from bot.pages.leg import leg
from bot.pages.views import table_view
from bot.words import LANGUAGES, catalogue
from bot.words.emoji import sign
from tests.bot.pages.reading import text
from tests.bot.tables.driven import Driven, laid

ROOT = Path(__file__).parents[3]
BOARDS = {
    "ship": lambda: laid(3, treasures={1: "1:1 1:2 4:6"}, ashore=(2,)),
    "boat": lambda: laid(3, boxes=("initiative",), boat=(1, "rowboat_fog", 2), city=3),
    "crew": lambda: crew(),
    "boscalumia": lambda: lit(),
}
"""Boards that together have all signs of a seat."""
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
    for it in SIGNS:
        assert it in shown
        assert it in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_digits_behind_treasures_are_cities_as_the_rules_say(language: str) -> None:
    example = "💎 3 `1 1 4`"
    assert example in lines(BOARDS["ship"](), language)
    assert example in catalogue(language)("rules-board-text")


def test_every_icon_that_the_code_names_is_known() -> None:
    """An unknown icon would raise at a player's press."""
    names = {
        node.args[0].value
        for file in [*ROOT.glob("bot/**/*.py"), *ROOT.glob("cogs/*.py")]
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("icon", "sign")
        if isinstance(node.args[0], ast.Constant)
    }
    assert {"hand", "more", "closed"} <= names
    for name in names:
        assert sign(str(name))
