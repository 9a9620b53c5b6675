"""Boscalumia: two legs, and the gap between them."""

from functools import partial
from typing import Any

import pytest

from engine.events import Lit
from tests.rules import builder

BOX = ("boscalumia",)
table = partial(builder.table, boxes=BOX)
GAP, BOSCALUMIA = 10, 11


# --- X5: the choice at Barbadahl -----------------------------------------------------------


def test_X5_a_captain_at_Barbadahl_chooses_before_the_roll() -> None:
    t = table(city=6)
    assert (t.question, t.waiting, t.legal(0)) == ("start", (0,), {"roll", "steer"})


@pytest.mark.parametrize(("move", "dice", "target"), [("roll", 3, 7), ("steer", 4, GAP)])
def test_X5_rolling_leads_to_Karios_and_steering_to_Boscalumia(
    move: str, dice: int, target: int
) -> None:
    t = table(city=6).do(f"0 {move}")
    assert (len(t.dice), t.state.leg.target) == (dice, target)


@pytest.mark.parametrize("laid", [*[{"city": n} for n in (1, 5, 7, 8)], {"city": 6, "lit": True}])
def test_X5_only_at_Barbadahl_and_until_it_is_lit(laid: Any) -> None:
    assert table(**laid).question == "decisions"


def test_X5_a_lone_captain_may_leave_fly_or_steer() -> None:
    assert table(2, city=6, ashore=(1,)).legal(0) == {"roll", "leave", "steer"}


def test_X5_on_the_first_leg_passengers_may_still_leave_at_Barbadahl() -> None:
    t = table(city=6, dice="fog fog fog fog", piles={6: "6:13"})
    t.do("0 steer").on_to("decisions").do("1 leave")
    assert t.treasures(1) == "6:13"


def test_X5_on_the_first_leg_a_Jetpack_lands_at_Barbadahl() -> None:
    t = table(hands={0: "jetpack"}, city=6, dice="fog fog fog fog", piles={6: "6:13"})
    t.do("0 steer").all_stay().on_to("declaration")
    t.do("0 declare cannot").on_to("crashing").do("0 play jetpack").on_to("decisions")
    assert t.treasures(0) == "6:13"


def test_X5_on_the_first_leg_Ejection_and_Grappling_hook_work() -> None:
    boxes = ("boscalumia", "grappling_hook")
    hands = {0: "compass", 1: "ejection", 2: "grappling_hook foghorn"}
    t = table(hands=hands, city=6, dice="fog blank blank blank", boxes=boxes)
    t.do("0 steer").all_stay().do("1 play ejection on 2")
    t.declare("can").do("2 play grappling_hook").on_to("spoken")
    assert (t.city, t.aboard, t.treasures(2)) == (GAP, (0, 1, 2), "")


@pytest.mark.parametrize("keeps", [False, True])
def test_X5_a_Mooring_line_leads_to_a_new_choice_or_keeps_dice_and_course(keeps: bool) -> None:
    hands, boxes = {0: "compass", 2: "mooring_line"}, ("boscalumia", "little_help")
    dice = "fog blank blank blank"
    t = table(hands=hands, city=6, dice=dice, boxes=boxes, mooring_keeps_dice=keeps)
    t.do("0 steer").all_stay().declare("can").on_to("payment")
    t.do("0 pay compass", "2 play mooring_line")
    if keeps:
        assert (t.question, t.dice, t.state.leg.target) == ("decisions", tuple(dice.split()), GAP)
    else:
        assert (t.city, t.captain, t.legal(1)) == (6, 1, {"roll", "steer"})


# --- X5: the gap ---------------------------------------------------------------------------


def test_X5_a_first_leg_that_is_paid_leads_to_the_gap_and_the_captain_changes() -> None:
    t = table(hands={0: "compass"}, city=6, dice="fog blank blank blank")
    t.do("0 steer").all_stay().declare("can").on_to("spoken")
    assert (t.city, t.captain, t.state.leg.target, len(t.dice)) == (GAP, 1, BOSCALUMIA, 4)
    assert t.state.lit is False


@pytest.mark.parametrize("ashore", [(), (1, 2)])
def test_X5_in_the_gap_no_seat_may_leave(ashore: tuple[int, ...]) -> None:
    t = table(city=GAP, ashore=ashore, dice="fog fog fog fog")
    assert (t.question, t.dice) == ("spoken", ("fog",) * 4)
    assert {*t.aboard} == {0, *t.state.leg.stayed} == {0, 1, 2} - {*ashore}


def test_X5_no_Ejection_in_the_gap() -> None:
    t = table(hands={0: "ejection wind_gust"}, city=GAP, dice="fog fog fog blank")
    assert t.refusal("0 play ejection on 1") == "to_no_effect"
    assert t.legal(0) == {"pass", "play wind_gust"}


def test_X5_no_Jetpack_in_the_gap() -> None:
    t = table(hands={0: "jetpack"}, city=GAP, dice="fog fog fog fog").declare("cannot")
    while t.journey == 1:
        assert "play jetpack" not in t.legal(0)
        t.all_pass()
    assert (t.treasures(0), t.discarded("jetpack")) == ("", 0)


def test_X5_no_Grappling_hook_in_the_gap() -> None:
    boxes = ("boscalumia", "grappling_hook")
    hands = {0: "compass", 2: "grappling_hook wind_gust"}
    t = table(hands=hands, ashore=(2,), city=GAP, dice="fog blank blank blank", boxes=boxes)
    t.declare("can")
    assert t.refusal("2 play grappling_hook") == "did_not_leave"


def test_X5_no_Mooring_line_in_the_gap() -> None:
    boxes = ("boscalumia", "little_help")
    hands = {0: "compass", 2: "mooring_line"}
    t = table(hands=hands, city=GAP, dice="fog blank blank blank", boxes=boxes)
    t.declare("can").on_to("payment").do("0 pay compass")
    while t.journey == 1:
        assert "play mooring_line" not in t.legal(2)
        t.all_pass()
    assert (t.state.lit, t.discarded("mooring_line")) == (True, 0)


def test_X5_no_boat_in_the_gap_for_a_captain_or_a_passenger() -> None:
    boxes = ("boscalumia", "initiative")
    hands = {0: "rowboat_fog", 1: "rowboat_birds"}
    t = table(hands=hands, city=GAP, dice="fog fog fog blank", boxes=boxes).on_to("spoken")
    assert t.state.leg.stayed == (1, 2)
    assert t.refusal("0 play rowboat_fog") == "to_no_effect"
    t.declare("cannot")
    assert t.refusal("0 play rowboat_fog") == "to_no_effect"


def test_X5_other_cards_work_in_the_gap() -> None:
    hands = {1: "alternative_route"}
    t = table(hands=hands, treasures={0: "1:spyglass"}, city=GAP, dice="fog fog fog blank blank")
    t.do("1 play alternative_route", "0 reroll fog")
    assert t.dice.count("fog") == 2
    t.declare("cannot").do("0 play spyglass").on_to("decisions")
    assert (t.state.lit, t.treasures(0)) == (True, "")


def test_X5_a_crash_out_of_the_gap_gives_nothing() -> None:
    t = table(city=GAP, dice="fog fog fog fog").declare("cannot").on_to("decisions")
    assert [seat.tokens for seat in t.state.seats] == [0, 0, 0]
    assert (t.state.lit, t.city, t.journey) == (False, 1, 2)


def test_X5_only_blanks_in_the_gap_find_no_treasure_for_Krismastri() -> None:
    t = table(city=GAP, dice="blank " * 4, boxes=("boscalumia", "krismastri"))
    assert (t.dice, t.state.gifts) == (("blank",) * 4, ())


# --- X5: the light -------------------------------------------------------------------------


def test_X5_after_the_second_leg_everyone_aboard_gets_a_token_and_the_journey_ends() -> None:
    t = table(hands={0: "compass"}, ashore=(2,), city=GAP, dice="fog blank blank blank")
    t.declare("can").on_to("decisions")
    [lit] = [event for event in t.events if isinstance(event, Lit)]
    assert sorted(lit.seats) == [0, 1]
    assert [seat.tokens for seat in t.state.seats] == [1, 1, 0]
    assert (t.journey, t.city, t.captain, t.state.lit) == (2, 1, 1, True)
    assert t.happened("crashed") == []


def test_X5_the_token_counts_towards_the_end_and_in_the_score() -> None:
    t = table(treasures={1: "9:25"}, city=GAP, dice="blank " * 4)
    while t.waiting:
        t.all_pass()
    assert [score.total for score in t.game.scores] == [25, 50, 25]


# --- X5: the boat --------------------------------------------------------------------------


def test_X5_the_boat_never_goes_there() -> None:
    boxes = ("boscalumia", "initiative")
    t = table(boat=(2, "rowboat_fog", 6), ship_flies=False, dice="fog fog fog", boxes=boxes)
    assert t.legal(2) == {"roll", "leave"}
    t.do("2 roll").on_to("start")
    assert t.state.boat.city == 7


def test_X5_a_boat_boarded_while_the_ship_steers_for_Boscalumia_goes_to_Karios() -> None:
    boxes = ("boscalumia", "initiative")
    hands = {2: "rowboat_fog"}
    t = table(hands=hands, city=6, dice="blank blank blank blank fog fog fog", boxes=boxes)
    t.do("0 steer").on_to("decisions").do("1 stay", "2 play rowboat_fog").on_to("spoken")
    while t.state.boat.city == 6:
        t.all_pass()
    assert (t.city, t.state.boat.city) == (GAP, 7)


def test_X5_while_the_boat_flies_the_light_does_not_end_its_journey() -> None:
    boxes = ("boscalumia", "initiative")
    t = table(boat=(2, "rowboat_fog", 3), city=GAP, dice="blank " * 4, boxes=boxes).on_to("start")
    assert (t.journey, t.in_boat, t.ashore) == (1, (2,), (0, 1))
    assert [seat.tokens for seat in t.state.seats] == [1, 1, 0]
