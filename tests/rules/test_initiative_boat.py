"""A Little Initiative: what acts on the ship acts on the boat too, with a few bars."""

from functools import partial
from typing import Any

import pytest

from tests.rules import builder
from tests.rules.builder import Tested

BOX = ("initiative",)
table = partial(builder.table, boxes=BOX)
BOTH = ("initiative", "little_help")
COLOURS = ("red", "blue", "green", "yellow", "black", "purple")


def colours(last: str) -> tuple[str, ...]:
    """Characters of three seats; seat 2, who is in the boat, has this one."""
    others = [colour for colour in COLOURS if colour != last]
    return (*others[:2], last)


def boat_trip(hand: str, dice: str, *, character: str = "purple", **laid: Any) -> Tested:
    """Seat 2 is in the boat and about to roll; 0 and 1 are ashore."""
    city, treasures = laid.pop("city", 3), laid.pop("treasures", "")
    return table(
        hands={2: hand},
        dice=dice,
        boat=(2, "rowboat_birds", city),
        ship_flies=False,
        treasures={2: treasures},
        characters=colours(character),
        boxes=BOTH,
        **laid,
    ).do("2 roll")


# --- what the occupant may do as captain and only one aboard -------------------------------


def test_I6_the_occupant_rerolls_with_an_Alternative_route() -> None:
    t = boat_trip("alternative_route compass", "pirates fog birds").on_to("spoken")
    t.do("2 play alternative_route", "2 reroll pirates")
    assert t.dice == ("birds", "fog")


def test_I6_the_occupant_lands_by_Jetpack_in_the_city_that_the_boat_leaves() -> None:
    t = boat_trip("jetpack", "fog fog").on_to("declaration").do("2 declare cannot")
    t.on_to("crashing").do("2 play jetpack").on_to("before_roll")
    assert t.treasures(2).startswith("3:")
    assert t.discarded("rowboat_birds") == 1


def test_I6_a_spyglass_carries_the_boat_on() -> None:
    t = boat_trip("foghorn", "fog fog", treasures="1:spyglass").on_to("declaration")
    t.do("2 declare cannot", "2 play spyglass").on_to("start")
    assert (t.state.boat.city, t.treasures(2), t.in_boat) == (4, "", (2,))


def test_I6_Turbos_and_upgraded_equipment_pay_for_the_boat() -> None:
    t = boat_trip("turbo upgraded_compass", "fog lightning").on_to("declaration")
    t.do("2 declare can").on_to("payment").do("2 pay turbo upgraded_compass").on_to("start")
    assert (t.state.boat.city, t.hand(2)) == (4, "")


@pytest.mark.parametrize(
    ("colour", "dice", "move"),
    [
        ("red", "fog fog birds blank", "play red on 2:2"),
        ("green", "pirates birds", "play green"),
        ("yellow", "fog birds", "play yellow"),
    ],
)
def test_I6_Red_Green_and_Yellow_act_on_the_boat(colour: str, dice: str, move: str) -> None:
    t = boat_trip("foghorn", dice, character=colour, treasures="2:2", deck="compass turbo")
    t.declare("cannot").do(f"2 {move}").on_to("start")
    assert t.state.boat.city == 4
    assert (colour == "red") == (t.treasures(2) == "")
    assert (colour == "yellow") == (t.discarded("compass") == t.discarded("turbo") == 1)


def test_I6_Black_takes_two_dice_from_the_boat() -> None:
    t = boat_trip("compass", "fog fog", character="black", city=4).do("2 play black")
    assert len(t.on_to("spoken").dice) == 1


# --- what any seat may do ------------------------------------------------------------------


def test_I6_any_seat_blows_a_Wind_gust_or_sends_a_Bandit_to_the_boat() -> None:
    hands, dice = {0: "bandit wind_gust"}, "blank fog lightning birds"
    laid: Any = {"boat": (2, "rowboat_birds", 3), "ship_flies": False, "boxes": BOTH}
    t = table(hands=hands, dice=dice, **laid).do("2 roll", "0 play bandit").on_to("spoken")
    assert t.dice == ("blank", "fog", "lightning")
    assert t.do("0 play wind_gust").dice == ("birds", "fog", "lightning")


def test_I6_any_seat_holds_the_boat_with_a_Mooring_line() -> None:
    t = table(
        hands={0: "mooring_line", 2: "compass foghorn"},
        boat=(2, "rowboat_birds", 3),
        ship_flies=False,
        dice="fog birds",
        boxes=BOTH,
    )
    t.do("2 roll").on_to("declaration").do("2 declare can")
    t.on_to("payment").do("2 pay compass", "0 play mooring_line")
    assert (t.state.boat.city, t.hand(2), t.in_boat) == (3, "foghorn", (2,))
    assert t.legal(2) == {"roll", "leave"}


def test_I6_any_seat_spies_or_takes_new_equipment_before_the_boats_roll() -> None:
    hands = {0: "spy", 1: "new_equipment compass"}
    t = table(hands=hands, boat=(2, "rowboat_fog", 3), ship_flies=False, deck="turbo")
    t.do("2 roll", "0 play spy on 2", "1 play new_equipment")
    assert (t.hand(1), t.discarded("spy")) == ("turbo", 1)


# --- cards for those aboard: the seats in the ship are not aboard the boat - ----------------


@pytest.mark.parametrize("card", ["alternative_route", "desperate_need", "rowboat_fog"])
def test_I6_seats_in_the_ship_do_not_act_as_if_aboard_the_boat(card: str) -> None:
    hands = {1: f"{card} wind_gust"}
    t = table(hands=hands, boat=(2, "rowboat_birds", 3), dice="blank blank blank fog")
    t.all_stay().on_to("start").do("2 roll").on_to("spoken")
    assert t.legal(1) == {"pass", "play wind_gust"}


@pytest.mark.parametrize("card", ["alternative_route", "jetpack", "desperate_need"])
def test_I6_the_occupant_is_not_aboard_the_ship(card: str) -> None:
    t = table(hands={2: card}, boat=(2, "rowboat_birds", 3), dice="fog blank").all_stay()
    while t.state.leg.craft == "ship":
        assert f"play {card}" not in {move[: len(card) + 5] for move in t.legal(2)}
        if t.question == "declaration":
            t.do("0 declare cannot")
        else:
            t.all_pass()


def test_I6_the_occupant_plays_neither_Rowboat_nor_Desperate_need() -> None:
    hands = {2: "rowboat_fog desperate_need"}
    t = table(hands=hands, boat=(2, "rowboat_birds", 3), dice="blank blank fog fog")
    t.all_stay().on_to("start").do("2 roll").on_to("spoken")
    assert t.refusal("2 play rowboat_fog") == "may_not_board"
    assert t.refusal("2 play desperate_need on 0") == "to_no_effect"


# --- the bars ------------------------------------------------------------------------------


def test_I6_no_Ejection_on_the_occupant() -> None:
    t = table(4, hands={0: "ejection"}, boat=(2, "rowboat_birds", 3), dice="fog blank").all_stay()
    assert t.legal(0) == {"pass", "play ejection on 1", "play ejection on 3"}


def test_I6_no_Ejection_by_the_occupant_nor_from_the_ship_on_the_boats_turn() -> None:
    dice = "fog blank blank blank blank fog"
    laid: Any = {"boat": (2, "rowboat_birds", 3), "dice": dice}
    t = table(hands={0: "compass", 1: "ejection", 2: "ejection"}, **laid).all_stay()
    assert t.refusal("2 play ejection on 1") == "not_aboard_the_ship"
    t.declare("can").on_to("start").do("2 roll").on_to("spoken")
    assert t.refusal("2 play ejection on 1") == "not_aboard_the_ship"
    assert t.refusal("1 play ejection on 0") == "not_aboard_the_ship"


def test_I6_no_Little_help_from_the_occupant_nor_for_the_boat() -> None:
    hands = {0: "compass", 1: "help_fog wind_gust", 2: "help_fog wind_gust"}
    laid: Any = {"boat": (2, "rowboat_birds", 3), "boxes": BOTH}
    t = table(hands=hands, dice="fog blank fog blank", **laid).all_stay().declare("can")
    t.on_to("payment").do("0 pay compass").on_to("start").do("2 roll").declare("cannot")
    for seat in (1, 2):
        assert t.refusal(f"{seat} play help_fog") == "not_passenger"


def test_I6_no_Blue_for_the_occupant_nor_against_it() -> None:
    dice = "fog blank fog blank"
    for seat, others in ((2, ("red", "green", "blue")), (1, ("red", "blue", "green"))):
        t = table(boat=(2, "rowboat_birds", 3), dice=dice, characters=others, boxes=BOTH)
        t.all_stay().declare("cannot")
        assert ("play blue" in t.legal(seat)) == (seat == 1)
        t.on_to("start").do("2 roll").on_to("declaration").do("2 declare cannot")
        assert "play blue" not in t.legal(seat)


def test_I6_no_Purple_for_the_occupant_nor_on_it() -> None:
    hands = {2: "rowboat_birds"}
    for purple in (1, 2):
        others = [colour for colour in COLOURS if colour != "purple"][:3]
        others.insert(purple, "purple")
        t = table(4, hands=hands, dice="fog fog", characters=tuple(others), boxes=BOTH)
        t.on_to("decisions").do("1 stay", "2 play rowboat_birds", "3 leave")
        found = {move for seat in range(4) for move in t.legal(seat) if "purple" in move}
        assert found == ({"play purple on 3"} if purple == 1 else set())


def test_I6_no_Purple_for_an_occupant_who_had_stayed_before_boarding_as_captain() -> None:
    t = table(
        4,
        hands={0: "desperate_need", 1: "rowboat_fog"},
        dice="fog fog",
        characters=("red", "purple", "green", "black"),
        boxes=BOTH,
    )
    t.on_to("decisions").do("1 stay", "2 stay", "3 leave")
    t.do("0 play desperate_need on 1", "0 stay", "1 play rowboat_fog")
    assert (t.in_boat, t.question) == ((1,), "spoken")
    assert [move for move in t.legal(1) if "purple" in move] == []


def test_I6_no_Grappling_hook_from_the_boat() -> None:
    boxes = ("initiative", "grappling_hook")
    hands = {0: "compass", 1: "grappling_hook", 2: "grappling_hook"}
    t = table(4, hands=hands, dice="fog blank", boat=(2, "rowboat_birds", 3), boxes=boxes)
    t.on_to("decisions").do("1 leave", "3 stay").declare("can")
    assert t.refusal("2 play grappling_hook") in ("not_asked", "did_not_leave")
    assert "play grappling_hook" in t.legal(1)


def test_I6_no_Grappling_hook_into_the_ship_or_the_boat_on_the_boats_leg() -> None:
    boxes = ("initiative", "grappling_hook")
    hands = {1: "grappling_hook wind_gust", 2: "compass"}
    dice = "blank blank fog blank"
    t = table(4, hands=hands, dice=dice, boat=(2, "rowboat_birds", 3), boxes=boxes)
    t.on_to("decisions").do("1 leave", "3 stay").on_to("start").do("2 roll").on_to("declaration")
    assert t.do("2 declare can").question == "can"
    assert t.legal(1) == {"pass", "play wind_gust"}


def test_X3_only_blanks_for_the_boat_are_no_gift() -> None:
    laid: Any = {"boat": (2, "rowboat_birds", 3), "boxes": ("initiative", "krismastri")}
    t = table(ship_flies=False, dice="blank blank", **laid).do("2 roll").on_to("spoken")
    assert (t.dice, t.state.gifts) == (("blank", "blank"), ())


def test_X4_a_crash_of_the_boat_alone_is_no_stop_at_Matryoshburg() -> None:
    laid: Any = {"boat": (2, "rowboat_birds", 3), "boxes": ("initiative", "matryoshburg")}
    t = table(ship_flies=False, dice="fog fog", **laid).do("2 roll").declare("cannot")
    assert (t.on_to("before_roll").journey, len(t.happened("drew"))) == (2, 3)
