"""Names of ships: clean, short, without markdown, and without what a server does not want."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.discord.names import width
from bot.ships import NAME_WIDTH, is_unwanted, ship_name, words_of

HARMFUL = re.compile(r"[*_~`|\\<>\[\]#/:@\n]|https?:|discord\.gg/")

NAMES = {
    "Silver  Goose": "Silver Goose",
    "**Bold** _x_ `c`": "Bold x c",
    "<@123> @everyone": "123 everyone",
    "https://x/y": "https x y",
    "[a](http://b)": "a (http b)",
    "\u202etac": "tac",
    "\uff0a\uff0awide\uff0a\uff0a \uff20here": "wide here",
    "two\nlines": "two lines",
    "||spoiler||": "spoiler",
    "<t:1:R>": "t 1 R",
    "🎈 Zéphyr 🎈": "🎈 Zéphyr 🎈",
    "---": "",
    " \u200b ": "",
    "": "",
}


@pytest.mark.parametrize(("typed", "name"), NAMES.items())
def test_a_name_is_what_was_meant_and_does_nothing(typed: str, name: str) -> None:
    assert ship_name(typed) == name


@given(st.text(max_size=80))
def test_any_name_is_harmless_short_and_stays_as_it_is(typed: str) -> None:
    name = ship_name(typed)
    assert not HARMFUL.search(name)
    assert width(name) <= NAME_WIDTH
    assert ship_name(name) == name


WORDS = words_of("Merde, foo bar;ass\nété")


def test_a_list_is_read_by_commas_and_lines() -> None:
    assert WORDS == ("merde", "foobar", "ass", "ete")
    assert words_of(" - , ,;") == ()


DISGUISED = ("M.e.r.d.3", "mérdé", "F00 B@r", "Ⓜerde", "A$$", "L’été", "MERDE")


@pytest.mark.parametrize("name", DISGUISED)
def test_a_word_is_found_in_disguise(name: str) -> None:
    assert is_unwanted(name, WORDS)


@pytest.mark.parametrize("name", ["", "Silver Goose", "Bar Foo", "merd"])
def test_other_names_are_let_through(name: str) -> None:
    assert not is_unwanted(name, WORDS)
    assert not is_unwanted("merde", ())
