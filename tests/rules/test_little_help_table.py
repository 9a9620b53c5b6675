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


def test_H8_each_seat_has_another_colour_by_chance() -> None:
    assert sorted(colours(6, 0)) == sorted(COLOURS)
    assert len(set(colours(3, 1)) & set(COLOURS)) == 3
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


@pytest.mark.parametrize("used", [True, False])
def test_H8_a_power_works_once_in_the_game_and_keeps_until_then(used: bool) -> None:
    colours = ("purple", "black", "yellow")
    t = table(hands={0: "cannon"}, dice="fog fog fog", city=4, characters=colours)
    if used:
        t.do("1 play black")
        assert t.refusal("1 play black") == "not_held"
    t.all_stay().declare("cannot").on_to("before_roll")
    assert (t.journey, "play black" in t.legal(1)) == (2, not used)


# --- the next captain ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("blue", "hand", "said", "captain"),
    [(1, "compass compass", "can", 2), (2, "cannon", "cannot", 3)],
)
def test_H9_after_blue_flew_or_crashed_the_captaincy_goes_on_from_blues_left(
    blue: int, hand: str, said: str, captain: int
) -> None:
    colours = ["black", "yellow", "green", "red"]
    colours[blue] = "blue"
    hands = {0: "cannon", blue: hand}
    t = table(4, hands=hands, dice="fog fog", characters=tuple(colours)).all_stay()
    t.declare("cannot").do(f"{blue} play blue", f"{blue} declare {said}")
    if said == "can":
        t.on_to("payment").do(f"{blue} pay {hand}")
    t.on_to("before_roll")
    assert (t.journey, t.captain) == (1 if said == "can" else 2, captain)


@pytest.mark.parametrize(
    ("hands", "moves", "journey", "captain"),
    [
        ({0: "desperate_need"}, "0 play desperate_need on 2, 0 stay, 2 declare can", 1, 3),
        ({0: "rowboat_fog compass"}, "0 play rowboat_fog, 1 declare can", 1, 2),
        (
            {0: "desperate_need", 2: "compass"},
            "0 play desperate_need on 2, 0 leave, 2 declare cannot",
            2,
            3,
        ),
    ],
)
def test_H9_after_another_captain_it_goes_on_from_that_captains_left(
    hands: dict[int, str], moves: str, journey: int, captain: int
) -> None:
    boxes = ("initiative",)
    t = table(4, hands=hands, dice="birds blank blank blank", boxes=boxes).all_stay()
    for move in moves.split(", "):
        if "declare" in move:
            t.on_to("declaration")
        t.do(move)
    t.on_to("decisions")
    assert (t.journey, t.captain) == (journey, captain)
