"""Liveries differ to all eyes, emblems are earned, and names are clean and short."""

# ruff: noqa: RUF001 - look-alikes are among what is tested

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.discord.names import width
from bot.results.standing import Standing
from bot.ships import (
    COLOURS,
    EARNED,
    EMBLEMS,
    NAME_WIDTH,
    PLAIN,
    Livery,
    earned,
    is_unwanted,
    ship_name,
    words_of,
)
from tests.bot.eyes import EYES, lightness

APART = 7.0
"""Steps of lightness between two colours: three can be told side by side."""


@pytest.mark.parametrize("eyes", EYES)
def test_any_two_colours_differ_in_lightness_to_all_eyes(eyes: str) -> None:
    seen = [lightness(colour, eyes) for colour in COLOURS.values()]
    assert all(one - other >= APART for one, other in pairwise(seen)), seen


def test_eyes_that_confuse_red_and_green_do_so_in_this_test() -> None:
    """The control: two colours that are as light to most are not the same to all."""
    red, green = "#c03030", "#508050"
    assert abs(lightness(red, "most") - lightness(green, "most")) < APART
    assert abs(lightness(red, "protanopia") - lightness(green, "protanopia")) > APART


@pytest.mark.parametrize("unknown", ["", "purple", "None", "b'\\x00'"])
def test_unknown_parts_look_plain(unknown: str) -> None:
    assert Livery.of("ink", unknown, "cat") == Livery("ink", PLAIN.stripes, "cat")
    assert Livery.of(unknown, "ink", unknown) == Livery(PLAIN.balloon, "ink", PLAIN.emblem)


def test_only_a_few_emblems_are_earned() -> None:
    new = earned(Standing())
    assert new == EMBLEMS[: len(new)]
    assert {*EMBLEMS} - {*new} == {*EARNED}
    assert len(EARNED) < len(new)


@pytest.mark.parametrize(
    ("emblem", "figure", "least"),
    [("laurel", "games", 10), ("summit", "farthest", 9), ("plaster", "largest_crash", 5)],
)
def test_an_emblem_is_earned_by_its_own_figure(emblem: str, figure: str, least: int) -> None:
    almost, there = (Standing(**{figure: it}) for it in (least - 1, least))
    assert emblem not in earned(almost)
    assert {*earned(there)} - {*earned(almost)} == {emblem}


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


@settings(max_examples=30)
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


LOOK_ALIKES = (
    *("мerde", "ΜΕRDE", "ΜΕЯDΕ", "mеrdё", "Ꮇerde", "ꓟꓰꓣꓓꓰ", "ᴍᴇʀᴅᴇ", "🅼🅴🆁🅳🅴", "🇲 🇪 🇷 🇩 🇪", "mɛrđɇ"),
    *("𝓶𝓮𝓻𝓭𝓮", "foо bаr", "fꓳꓳ ƄᎪᏒ", "ƒøø ɓɑɾ", "F٠০ Bar", "αѕş", "ÆΣŚ А§Ѕ"),
)


@pytest.mark.parametrize("name", LOOK_ALIKES)
def test_a_word_is_found_in_letters_of_other_alphabets(name: str) -> None:
    assert is_unwanted(ship_name(name), WORDS)


@pytest.mark.parametrize(("word", "name"), [("сука", "СУКА"), ("βρωμα", "Βρώμα"), ("kill", "kiII")])
def test_a_word_of_any_alphabet_is_found(word: str, name: str) -> None:
    assert words_of(word) == (word,)
    assert is_unwanted(name, words_of(word))
    assert not is_unwanted("Silver Goose", words_of(word))


@pytest.mark.parametrize(
    "name", ["", "Silver Goose", "Чайка", "Αργώ", "雪", "🐋", "Bar Foo", "merd"]
)
def test_other_names_are_let_through(name: str) -> None:
    assert not is_unwanted(name, WORDS)
    assert not is_unwanted("merde", ())
