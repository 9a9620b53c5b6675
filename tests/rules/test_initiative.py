"""A Little Initiative: boarding the boat, its trips, and the three specials."""

from functools import partial
from typing import Any

import pytest

from engine.events import Crashed, LegBegan
from tests.rules import builder
from tests.rules.builder import Tested

BOX = ("initiative",)
table = partial(builder.table, boxes=BOX)


def crafts_that_set_off(t: Tested) -> list[str]:
    return [event.craft for event in t.events if isinstance(event, LegBegan)]


def crashed_crafts(t: Tested) -> list[str]:
    return [event.craft for event in t.events if isinstance(event, Crashed)]


# --- I1: a passenger boards ----------------------------------------------------------------


def test_I1_a_passenger_who_boards_neither_stays_nor_leaves() -> None:
    t = table(hands={1: "rowboat_fog"}, dice="fog fog", city=4).on_to("decisions")
    t.do("1 play rowboat_fog")
    assert (t.aboard, t.in_boat, t.ashore, t.waiting) == ((0, 2), (1,), (), (2,))
    assert (t.treasures(1), t.happened("stayed"), t.happened("left")) == ("", [], [])
    assert (t.hand(1), t.discarded("rowboat_fog")) == ("", 0)
    assert (t.state.boat.card, t.state.boat.city) == ("rowboat_fog", 4)


def test_I1_the_boat_has_one_seat_and_the_first_to_speak_gets_it() -> None:
    t = table(hands={1: "rowboat_fog", 2: "rowboat_birds"}, dice="fog fog").on_to("decisions")
    assert t.do("1 play rowboat_fog").refusal("2 play rowboat_birds") == "to_no_effect"


def test_I1_a_boat_that_is_on_its_way_cannot_be_boarded() -> None:
    hands = {0: "rowboat_lightning", 1: "rowboat_fog"}
    t = table(hands=hands, boat=(2, "rowboat_birds", 3), dice="fog fog").on_to("decisions")
    assert t.refusal("1 play rowboat_fog") == "to_no_effect"
    assert t.all_stay().on_to("spoken").refusal("0 play rowboat_lightning") == "to_no_effect"


# --- I2: a captain boards ------------------------------------------------------------------


def test_I2_when_a_captain_boards_the_next_passenger_is_captain() -> None:
    t = table(hands={0: "rowboat_fog", 1: "compass", 2: "turbo"}, dice="fog blank", city=2)
    t.all_stay().do("0 play rowboat_fog")
    assert (t.in_boat, t.state.boat.city, t.captain) == ((0,), 2, 1)
    assert t.on_to("declaration").waiting == (1,)
    assert t.do("1 declare can").on_to("before_roll").city == 3
    assert t.hand(1) == ""


def test_I2_decisions_stand_and_the_next_captain_is_the_next_who_is_still_aboard() -> None:
    t = table(4, hands={0: "rowboat_fog"}, dice="fog blank").on_to("decisions")
    t.do("1 leave", "2 stay", "3 stay", "0 play rowboat_fog")
    assert (t.captain, t.aboard, t.ashore, t.question) == (2, (2, 3), (1,), "spoken")


def test_I2_after_we_cannot_the_next_captain_declares_afresh() -> None:
    t = table(hands={0: "rowboat_fog", 1: "lightning_rod"}, dice="lightning blank")
    t.all_stay().declare("cannot").do("0 play rowboat_fog")
    assert (t.question, t.waiting, t.legal(1)) == ("declaration", (1,), {"declare can"})
    assert t.do("1 declare can").on_to("before_roll").city == 2


@pytest.mark.parametrize("declared", [False, True])
def test_I2_a_lone_captain_who_boards_ends_the_ships_part_of_the_journey(declared: bool) -> None:
    t = table(2, hands={0: "rowboat_fog"}, ashore=(1,), dice="birds birds").do("0 roll")
    (t.declare("cannot") if declared else t.on_to("spoken")).do("0 play rowboat_fog")
    assert (t.aboard, t.in_boat, crashed_crafts(t)) == ((), (0,), [])
    assert (t.state.leg.craft, t.question, t.city, t.journey) == ("boat", "before_roll", 1, 1)


# --- I3: the trip --------------------------------------------------------------------------


def test_I3_the_boat_goes_when_the_ships_leg_is_resolved() -> None:
    t = table(boat=(2, "rowboat_birds", 4), dice="blank blank").all_stay().on_to("start")
    assert (t.city, t.state.leg.craft, t.captain) == (2, "boat", 2)


def test_I3_the_occupant_rolls_the_dice_of_the_boats_next_city() -> None:
    t = table(boat=(2, "rowboat_birds", 4), ship_flies=False, dice="fog fog fog")
    t.do("2 roll").on_to("spoken")
    assert (t.dice, t.state.leg.target) == (("fog", "fog", "fog"), 5)


def test_I3_every_event_of_the_boats_symbol_is_ignored() -> None:
    rowboat = (2, "rowboat_birds", 1)
    t = table(hands={2: "cannon"}, boat=rowboat, ship_flies=False, dice="birds birds")
    t.do("2 roll").on_to("start")
    assert (t.state.boat.city, t.hand(2), crashed_crafts(t)) == (2, "cannon", [])


def test_I3_the_rest_is_paid_from_the_own_hand_and_the_boat_moves_on() -> None:
    laid: Any = {"boat": (2, "rowboat_birds", 3), "ship_flies": False, "dice": "fog birds"}
    t = table(hands={0: "compass", 2: "compass foghorn"}, **laid).do("2 roll").declare("can")
    t.on_to("start")
    assert (t.hand(0), t.hand(2), t.state.boat.city) == ("compass", "foghorn", 4)
    assert t.discarded("compass") == 1
    t = table(hands={0: "compass compass", 2: "foghorn"}, **laid).do("2 roll")
    assert t.on_to("declaration").legal(2) == {"declare cannot"}


def test_I3_a_boat_that_cannot_pay_crashes_without_a_treasure() -> None:
    t = table(boat=(2, "rowboat_birds", 3), dice="blank blank fog fog")
    t.all_stay().on_to("start").do("2 roll").on_to("declaration")
    t.do("2 declare cannot").on_to("before_roll")
    assert crashed_crafts(t) == ["boat"]
    assert (t.ashore, t.in_boat, t.treasures(2), t.hand(2)) == ((2,), (), "", "cannon foghorn")


# --- I4: getting out -----------------------------------------------------------------------


def test_I4_in_the_turn_of_boarding_the_occupant_must_roll() -> None:
    t = table(hands={2: "rowboat_fog foghorn"}, dice="blank blank")
    t.on_to("decisions").do("1 stay", "2 play rowboat_fog").on_to("before_roll")
    assert (t.state.leg.craft, t.state.leg.captain) == ("boat", 2)
    assert t.refusal("2 leave") == "not_now"


def test_I4_from_the_following_turn_the_occupant_may_leave_before_rolling() -> None:
    t = table(hands={2: "rowboat_fog"}, dice="blank blank fog fog blank blank", piles={2: "2:4"})
    t.on_to("decisions").do("1 stay", "2 play rowboat_fog").on_to("decisions").do("0 stay")
    t.on_to("start")
    assert (t.state.leg.craft, t.legal(2)) == ("boat", {"roll", "leave"})
    assert t.do("2 leave").treasures(2) == "2:4"
    assert (t.in_boat, t.ashore) == ((), (2,))


def test_I4_after_rolling_the_occupant_cannot_leave() -> None:
    t = table(boat=(2, "rowboat_birds", 3), ship_flies=False, dice="fog fog")
    t.do("2 roll").on_to("spoken")
    assert t.refusal("2 leave") == "not_now"


def test_I4_at_the_last_city_the_occupant_takes_a_treasure_and_is_done() -> None:
    t = table(boat=(2, "rowboat_fog", 8), dice="blank blank fog fog fog fog")
    t.all_stay().on_to("start").do("2 roll").on_to("decisions")
    assert (t.treasures(2), t.in_boat, t.ashore) == ("9:25", (), (2,))
    assert t.discarded("rowboat_fog") == 1


def test_I4_where_the_ship_took_the_last_treasure_there_is_none_for_the_boat() -> None:
    t = table(2, boat=(1, "rowboat_fog", 8), city=8, left={8: 0, 9: 1}, dice="blank " * 4)
    t.on_to("decisions")
    assert (t.treasures(0), t.treasures(1), t.journey) == ("9:25", "", 2)


# --- I5: the card --------------------------------------------------------------------------


def test_I5_the_card_lies_there_while_the_boat_flies_until_its_owner_leaves() -> None:
    t = table(boat=(2, "rowboat_fog", 3), ship_flies=False, dice="fog fog").do("2 roll")
    t.on_to("start")
    assert (t.state.boat.card, t.discarded("rowboat_fog")) == ("rowboat_fog", 0)
    assert t.do("2 leave").discarded("rowboat_fog") == 1


def test_I5_after_a_crash_of_the_boat_it_can_be_boarded_again() -> None:
    t = table(
        hands={1: "rowboat_birds"},
        boat=(2, "rowboat_fog", 3),
        dice="blank blank lightning lightning blank blank",
    )
    t.all_stay().on_to("start").do("2 roll").on_to("declaration")
    t.do("2 declare cannot").on_to("decisions")
    assert (t.discarded("rowboat_fog"), t.captain) == (1, 1)
    t.do("0 stay").on_to("spoken").do("1 play rowboat_birds")
    assert (t.in_boat, t.state.boat.city, t.state.boat.card) == ((1,), 2, "rowboat_birds")


def test_I5_after_its_owner_left_the_boat_can_be_boarded_again() -> None:
    t = table(hands={0: "rowboat_birds"}, boat=(2, "rowboat_fog", 3), dice="blank blank")
    t.all_stay().on_to("start").do("2 leave").on_to("decisions")
    assert t.do("0 play rowboat_birds").in_boat == (0,)


# --- I7: the turn --------------------------------------------------------------------------


def test_I7_the_ship_goes_first_in_each_turn() -> None:
    t = table(boat=(2, "rowboat_fog", 3), dice="blank blank fog fog")
    assert t.state.leg.craft == "ship"
    t.all_stay().on_to("start").do("2 roll").on_to("decisions")
    assert crafts_that_set_off(t) == ["boat", "ship"]


def test_I7_a_crash_of_the_ship_does_not_stop_the_boat() -> None:
    t = table(boat=(2, "rowboat_fog", 3), dice="fog fog fog fog")
    t.all_stay().declare("cannot").on_to("start")
    assert (crashed_crafts(t), t.state.leg.craft, t.journey) == (["ship"], "boat", 1)
    t.do("2 roll").on_to("start")
    assert (t.state.leg.craft, t.state.boat.city, t.journey) == ("boat", 4, 1)


def test_I7_a_crash_of_the_boat_does_not_stop_the_ship() -> None:
    t = table(hands={2: ""}, boat=(2, "rowboat_fog", 3), dice="blank blank birds pirates")
    t.all_stay().on_to("start").do("2 roll").on_to("decisions")
    assert (crashed_crafts(t), t.city, t.journey, t.aboard) == (["boat"], 2, 1, (0, 1))


def test_I7_the_journey_ends_when_neither_flies() -> None:
    t = table(boat=(2, "rowboat_fog", 3), dice="fog fog")
    t.all_stay().declare("cannot").on_to("start")
    assert t.journey == 1
    t.do("2 leave")
    assert (t.journey, t.aboard, t.captain, t.city) == (2, (0, 1, 2), 1, 1)
