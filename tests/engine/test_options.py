"""Options: every possible mix can be played, every conflict is refused by name."""

import json
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Game, Options, OptionsError, SaveError
from engine.box import SEATS
from engine.options import BOXES, CHOICES
from tests.engine.mixes import mix, seed

CALM = settings(deadline=None, max_examples=50)  # a slow machine is no fault

NAMES = (*CHOICES, "edition")

SUBSETS = [subset for size in range(len(BOXES) + 1) for subset in combinations(BOXES, size)]

CONFLICTS: dict[str, tuple[dict[str, Any], dict[str, object]]] = {
    "unknown_box": ({"boxes": ("initiative", "atlantis")}, {"box": "atlantis"}),
    "unknown_variant": ({"variant": "solo"}, {"variant": "solo"}),
    "variant_alone": (
        {"variant": "crew", "boxes": ("instructor",)},
        {"variant": "crew", "boxes": ("instructor",)},
    ),
    "goal_out_of_range": ({"goal": 24}, {"goal": 24, "low": 25, "high": 100}),
    "beginner_has_no_goal": ({"variant": "beginner", "goal": 60}, {"goal": 60}),
    "help_penalty_out_of_range": ({"help_penalty": 3}, {"help_penalty": 3}),
    "characters_need_little_help": ({"characters": ("red", "blue")}, {}),
    "unknown_character": (
        {"boxes": ("little_help",), "characters": ("red", "pink")},
        {"character": "pink"},
    ),
    "character_taken_twice": (
        {"boxes": ("little_help",), "characters": ("red", "blue", "red")},
        {"characters": ("red", "blue", "red")},
    ),
}

WRONG_SEATS: list[tuple[str, int, dict[str, Any], dict[str, object]]] = [
    ("seats_out_of_range", 1, {}, {"seats": 1, "low": 2, "high": 6}),
    ("crew_is_for_two", 3, {"variant": "crew"}, {"seats": 3}),
    ("no_such_captain", 4, {"first_captain": 4}, {"first_captain": 4, "seats": 4}),
    ("no_such_captain", 4, {"first_captain": -1}, {"first_captain": -1, "seats": 4}),
    (
        *("one_character_each", 3),
        {"boxes": ("little_help",), "characters": ("red", "blue")},
        {"characters": ("red", "blue"), "seats": 3},
    ),
]


def cards(game: Game) -> int:
    """Cards in the draw pile and the hands of a new game."""
    saved: Any = game.dump()["table"]
    return len(saved["deck"]) + sum(len(seat["hand"]) for seat in saved["seats"])


@pytest.mark.parametrize("code", CONFLICTS)
def test_options_that_conflict_are_refused_by_name(code: str) -> None:
    given, data = CONFLICTS[code]
    with pytest.raises(OptionsError) as caught:
        Options(**given)
    assert (caught.value.code, caught.value.data) == (code, data)


@pytest.mark.parametrize(("code", "seats", "given", "data"), WRONG_SEATS)
def test_a_wrong_number_of_seats_is_refused_by_name(
    code: str, seats: int, given: dict[str, Any], data: dict[str, object]
) -> None:
    with pytest.raises(OptionsError) as caught:
        Game.new(seats, Options(**given), seed(1))
    assert (caught.value.code, caught.value.data) == (code, data)


def test_boxes_are_sorted_and_counted_once() -> None:
    mixed = Options(boxes=("boscalumia", "instructor", "little_help", "instructor"))
    assert mixed.boxes == ("little_help", "instructor", "boscalumia")
    assert mixed == Options(boxes=("instructor", "boscalumia", "little_help"))
    assert hash(mixed) == hash(Options(boxes=("instructor", "boscalumia", "little_help")))


def test_the_JSON_of_options_is_read_back() -> None:
    for _, options in map(mix, range(40)):
        assert Options.from_json(json.loads(json.dumps(options.to_json()))) == options


def test_missing_options_follow_the_rulebook() -> None:
    assert Options.from_json({}) == Options(edition=1)
    assert Options(edition=1).to_json() == {
        "boxes": [],
        "variant": "standard",
        "power_cards": True,
        "goal": 50,
        "first_captain": None,
        "characters": None,
        "mooring_keeps_dice": False,
        "help_penalty": 2,
        "blue_takes_help": True,
        "instructor_for_all": False,
    }


def test_later_options_are_written_only_if_they_differ() -> None:
    later: dict[str, Any] = dict.fromkeys(("late_ejection", "help_stays", "reroll_none"), True)
    later["spyglasses"] = False
    assert later.keys().isdisjoint(Options().to_json())
    assert later.items() <= Options(**later).to_json().items()


@pytest.mark.parametrize("name", NAMES)
def test_an_unsuitable_value_is_refused(name: str) -> None:
    for junk in (1.5, 10**30, "x", [1], ["x"], {}, [None], -7):
        with pytest.raises((SaveError, OptionsError)):
            Options.from_json({name: junk}).check_seats(4)


@pytest.mark.parametrize("junk", [None, 1, "boxes", [], [["goal", 50]], {"goals": 50}, {"": 0}])
def test_anything_but_options_is_refused(junk: Any) -> None:
    with pytest.raises(SaveError):
        Options.from_json(junk)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.sampled_from(BOXES),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)


@CALM
@given(st.dictionaries(st.sampled_from([*NAMES, "x"]), VALUES, max_size=4))
def test_any_JSON_is_read_as_options_or_refused(form: dict[str, object]) -> None:
    try:
        options = Options.from_json(form)
    except (SaveError, OptionsError):
        return
    assert Options.from_json(options.to_json()) == options


@pytest.mark.parametrize("seats", SEATS)
def test_every_set_of_boxes_can_be_played(seats: int) -> None:
    for number, boxes in enumerate(SUBSETS):
        game = Game.new(seats, Options(boxes=boxes, power_cards=number % 2 == 0), seed(seats))
        assert game.waiting
        assert all(game.legal(seat) for seat in game.waiting)


@pytest.mark.parametrize(
    ("size", "seats", "given"),
    [
        (84, 4, {}),
        (76, 4, {"power_cards": False}),
        (110, 4, {"boxes": ("little_help",)}),
        (94, 4, {"boxes": ("initiative",)}),
        (86, 4, {"boxes": ("grappling_hook",)}),
        (86, 4, {"boxes": ("instructor",)}),
        (84, 4, {"boxes": ("krismastri", "matryoshburg", "boscalumia")}),
        (124, 4, {"boxes": BOXES[:7]}),
        (64, 2, {"variant": "crew"}),
        (56, 2, {"variant": "crew", "power_cards": False}),
        (76, 4, {"variant": "beginner"}),
    ],
)
def test_the_deck_has_all_its_cards(size: int, seats: int, given: dict[str, Any]) -> None:
    """The decks of the first edition never change."""
    assert cards(Game.new(seats, Options(**given, edition=1), seed(1))) == size


def test_lists_become_tuples() -> None:
    boxes: Any = ["krismastri", "little_help"]
    colours: Any = ["red", "blue"]
    options = Options(boxes=boxes, characters=colours)
    assert options == Options(boxes=("little_help", "krismastri"), characters=("red", "blue"))
    assert Game.new(2, options).options is options
