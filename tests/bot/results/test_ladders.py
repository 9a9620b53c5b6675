"""The ladder of a game, and whether it counts."""

import pytest

from bot.results.computation import result_of
from bot.results.standing import BASE, CREW, EVERYTHING, INITIATIVE, LADDERS, LITTLE_HELP, ladder_of
from engine import Options
from engine.options import BOXES, Box
from tests.bot.tables.driven import lobby

BONUS: tuple[Box, ...] = tuple(box for box in BOXES if box not in ("little_help", "initiative"))


@pytest.mark.parametrize(
    ("options", "ladder"),
    [
        (Options(), BASE),
        (Options(boxes=BONUS, goal=75, power_cards=False), BASE),
        (Options(boxes=("little_help", *BONUS)), LITTLE_HELP),
        (Options(boxes=("initiative",)), INITIATIVE),
        (Options(boxes=("little_help", "initiative")), EVERYTHING),
        (Options(boxes=BOXES), EVERYTHING),
        (Options(variant="crew"), CREW),
    ],
)
def test_each_family_of_options_has_its_ladder(options: Options, ladder: str) -> None:
    assert ladder_of(options) == ladder
    assert ladder in LADDERS


@pytest.mark.parametrize(
    ("persons", "computers", "settings", "ladder"),
    [
        (2, 0, "hints=off", BASE),
        (2, 2, "hints=alone", BASE),
        (1, 2, "hints=off", ""),
        (3, 0, "hints=on", ""),
        (2, 0, "variant=beginner", ""),
    ],
)
def test_a_game_counts_if_two_people_begin_it_without_help(
    persons: int, computers: int, settings: str, ladder: str
) -> None:
    t = lobby(persons, computers, settings).do("0 start 1234567890123456789", "0 cancel")
    assert t.table.gives_hints == (not ladder and "hints=off" not in settings and persons > 2)
    found = result_of(t.log)
    assert found is not None
    assert found.ladder == ladder


def test_a_leaver_does_not_change_that_it_counts() -> None:
    t = lobby(3, settings="hints=alone").do("0 start 1234567890123456789")
    t.do("1 concede easy", "2 concede easy")
    assert t.table.is_rated
    assert not t.table.gives_hints
