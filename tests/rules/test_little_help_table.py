"""A Little Help beyond the leg: characters at the table, the scores, the next captain."""

from functools import partial

import pytest

from engine import Game, Options, OptionsError, box
from tests.rules import builder

BOX = ("little_help",)
table = partial(builder.table, boxes=BOX)
COLOURS = ("black", "blue", "green", "purple", "red", "yellow")


def colours(seats: int, seed: int) -> tuple[str, ...]:
    game = Game.new(seats, Options(boxes=BOX), seed=bytes([seed]) * 32)
    return tuple(seat.character for seat in game.view(None).seats)


# --- help left in hand ---------------------------------------------------------------------


def test_H5_each_help_card_still_in_hand_costs_two_points() -> None:
    t = table(
        2,
        hands={0: "help_fog help_birds cannon", 1: "help_pirates"},
        treasures={0: "9:25 9:25", 1: "5:9"},
        dice="fog fog",
        characters=("black", "purple"),
    )
    t.on_to("decisions").do("1 leave").declare("cannot").on_to("")
    first, second = t.game.scores
    assert (first.penalty, first.total) == (4, 46)
    assert (second.penalty, second.total) == (2, second.treasures - 2)


def test_H5_help_that_was_laid_costs_nothing() -> None:
    t = table(
        2,
        hands={0: "cannon", 1: "help_fog help_fog"},
        treasures={1: "9:25 9:25"},
        dice="fog fog fog",
        characters=("black", "purple"),
        city=4,
    )
    t.all_stay().declare("cannot").do("1 play help_fog").declare("cannot").on_to("")
    assert (t.game.scores[1].penalty, t.game.scores[1].total) == (2, 48)


# --- characters at the table ---------------------------------------------------------------


def test_H8_each_seat_has_one_colour_and_no_two_the_same() -> None:
    assert sorted(colours(6, 0)) == sorted(COLOURS)
    assert len(set(colours(3, 1)) & set(COLOURS)) == 3


def test_H8_the_colours_are_dealt_at_random() -> None:
    assert len({colours(2, seed) for seed in range(40)}) > 10


def test_H8_the_colours_may_be_chosen() -> None:
    game = Game.new(3, Options(boxes=BOX, characters=("red", "black", "blue")), seed=bytes(32))
    assert [seat.character for seat in game.view(None).seats] == ["red", "black", "blue"]


def test_H8_no_colour_is_chosen_twice_and_each_seat_has_one() -> None:
    with pytest.raises(OptionsError):
        Options(boxes=BOX, characters=("red", "red"))
    with pytest.raises(OptionsError):
        Game.new(3, Options(boxes=BOX, characters=("red", "blue")), seed=bytes(32))


def test_H8_the_six_characters_have_two_faces_each() -> None:
    assert box.CHARACTERS == {
        "red": ("Amelia Lorna-Lou", "Lord Hawkins"),
        "blue": ("Mel Katansky", "Orville Russell K."),
        "green": ("Sonja Blixxen", "Ambroise Septimus"),
        "yellow": ("Aleshanee Eyota", "Howard McFerty"),
        "black": ("Claudia Harker", "Aleksei Timovitch"),
        "purple": ("Victoria de Beckliss", "Marcus Hartmann"),
    }


def test_H8_without_the_box_no_seat_has_a_character() -> None:
    assert [seat.character for seat in Game.new(2, seed=bytes(32)).view(None).seats] == ["", ""]


def test_H8_a_seat_uses_only_its_own_power() -> None:
    t = table(2, dice="fog fog", characters=("black", "green"))
    assert t.refusal("1 play black") == "not_held"


def test_H8_a_power_works_once_in_the_game() -> None:
    t = table(hands={0: "cannon"}, dice="fog", city=4, characters=("purple", "black", "yellow"))
    t.do("1 play black")
    assert t.refusal("1 play black") == "not_held"
    t.all_stay().declare("cannot").on_to("before_roll")
    assert t.journey == 2
    assert t.refusal("1 play black") == "not_held"


def test_H8_a_power_that_was_not_used_keeps() -> None:
    t = table(hands={0: "cannon"}, dice="fog fog", characters=("purple", "black", "yellow"))
    t.all_stay().declare("cannot").on_to("before_roll")
    assert t.journey == 2
    assert "play black" in t.legal(1)


# --- the next captain ----------------------------------------------------------------------


def test_H9_after_blue_flew_the_captaincy_goes_on_from_blues_left() -> None:
    t = table(
        4,
        hands={0: "cannon", 1: "compass compass"},
        dice="fog fog",
        characters=("black", "blue", "yellow", "green"),
    )
    t.all_stay().on_to("declaration")
    t.do("0 declare cannot", "1 play blue", "1 declare can").on_to("payment")
    t.do("1 pay compass compass").on_to("decisions")
    assert t.captain == 2


def test_H9_after_blue_crashed_the_next_journey_begins_at_blues_left() -> None:
    t = table(
        4,
        hands={0: "cannon", 2: "cannon"},
        dice="fog fog",
        characters=("black", "yellow", "blue", "green"),
    )
    t.all_stay().on_to("declaration")
    t.do("0 declare cannot", "2 play blue", "2 declare cannot").on_to("before_roll")
    assert (t.journey, t.captain) == (2, 3)


def test_H9_after_a_desperate_need_it_goes_on_from_the_new_captains_left() -> None:
    t = table(4, hands={0: "desperate_need"}, dice="birds blank", boxes=("initiative",))
    t.all_stay().do("0 play desperate_need on 2", "0 stay")
    t.on_to("declaration").do("2 declare can").on_to("decisions")
    assert (t.city, t.captain) == (2, 3)


def test_H9_after_a_captains_rowboat_it_goes_on_from_the_new_captains_left() -> None:
    t = table(
        4, hands={0: "rowboat_fog compass"}, dice="birds blank blank blank", boxes=("initiative",)
    )
    t.on_to("decisions").do("1 stay", "2 stay", "3 stay", "0 play rowboat_fog")
    t.on_to("declaration").do("1 declare can").on_to("decisions")
    assert (t.city, t.captain) == (2, 2)


def test_H9_after_a_named_captains_crash_the_journey_begins_at_their_left() -> None:
    t = table(
        4, hands={0: "desperate_need", 2: "compass"}, dice="birds blank", boxes=("initiative",)
    )
    t.all_stay().do("0 play desperate_need on 2", "0 leave")
    t.on_to("declaration").do("2 declare cannot").on_to("decisions")
    assert (t.journey, t.captain) == (2, 3)
