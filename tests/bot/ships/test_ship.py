"""Colours differ to all eyes, and damaged liveries become plain."""

from itertools import pairwise

import pytest

from bot.results.standing import Standing
from bot.ships import COLOURS, EARNED, EMBLEMS, PLAIN, Livery, earned
from tests.bot.ships.eyes import EYES, lightness

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


@pytest.mark.parametrize("rotten", ["", "purple", "None", "b'\\x00'"])
def test_unknown_parts_look_plain(rotten: str) -> None:
    assert Livery.of(rotten, rotten, rotten) == PLAIN
    assert Livery.of("ink", rotten, "cat") == Livery("ink", PLAIN.stripes, "cat")


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
