"""The base box's cards that are not equipment: who plays them, when, and what they do."""

from collections.abc import Mapping
from typing import Any

import pytest

from engine.box import EVENTS
from tests.rules.builder import Tested, dealt, table


def spoken(dice: str, hands: Mapping[int, str], **laid: Any) -> Tested:
    """All stay; the captain has not declared yet."""
    return table(dice=dice, hands=hands, **laid).all_stay()


def declared(said: str, dice: str, hands: Mapping[int, str], **laid: Any) -> Tested:
    """All stay and the captain has said "can" or "cannot"."""
    return spoken(dice, hands, **laid).declare(said)


def crashing(hands: Mapping[int, str], **layout: object) -> Tested:
    """All stay and nothing averts the crash."""
    return declared("cannot", "fog fog", hands, **layout).on_to("crashing")


# P1: Turbo


@pytest.mark.parametrize("event", EVENTS)
def test_P1_a_turbo_stands_for_one_event_of_any_kind(event: str) -> None:
    t = declared("can", f"{event} blank", {0: "turbo"}).on_to("decisions")
    assert (t.city, t.hand(0), t.discarded("turbo")) == (2, "", 1)


def test_P1_a_turbo_covers_one_event() -> None:
    assert spoken("fog fog", {0: "turbo"}).on_to("declaration").legal(0) == {"declare cannot"}
    t = declared("can", "fog birds", {0: "turbo turbo turbo"}).on_to("decisions")
    assert t.hand(0) == "turbo"


def test_P1_it_is_never_obligatory() -> None:
    t = crashing({0: "turbo turbo"}).on_to("decisions")
    assert (t.journey, t.discarded("turbo")) == (2, 0)


@pytest.mark.parametrize(("event", "word"), [("fog", "can"), ("birds", "cannot")])
def test_P1_only_the_captains_turbos_count(event: str, word: str) -> None:
    t = spoken(f"{event} blank", {0: "compass", 1: "turbo turbo"}).on_to("declaration")
    assert t.legal(0) == {f"declare {word}"}


# P2: Ejection


def test_P2_an_ejected_passenger_leaves_at_once_with_the_top_treasure() -> None:
    t = spoken("fog blank", {1: "ejection"}, piles={1: "1:3"})
    assert t.legal(1) == {"pass", "play ejection on 2"}
    t.do("1 play ejection on 2")
    assert (t.aboard, t.ashore, t.discarded("ejection")) == ((0, 1), (2,), 1)
    assert (t.treasures(2), t.question) == ("1:3", "spoken")


def test_P2_neither_the_captain_nor_seats_ashore_are_ejected() -> None:
    assert spoken("fog blank", {1: "ejection"}).refusal("1 play ejection on 0") == "not_this_way"
    t = spoken("fog blank", {0: "ejection", 1: "ejection"}, ashore=(2,))
    assert t.legal(0) == {"pass", "play ejection on 1"}
    assert t.refusal("1 play ejection on 0") == "to_no_effect"


def test_P2_ejections_come_in_any_order_and_number() -> None:
    t = spoken("fog blank", {0: "ejection ejection"}).do("1 pass", "0 play ejection on 2")
    t.do("0 play ejection on 1")
    assert (t.aboard, t.ashore, t.question) == ((0,), (1, 2), "spoken")


def test_P2_not_after_a_reroll_that_follows_the_declaration() -> None:
    t = declared("can", "fog blank birds", {0: "compass", 1: "ejection wind_gust"})
    t.do("1 play wind_gust", "0 declare cannot")
    assert t.refusal("1 play ejection on 2") == "not_now"


def test_P2_not_where_the_city_has_no_treasure_left() -> None:
    t = spoken("fog blank", {1: "ejection"}, left={1: 0})
    assert t.question == "spoken"
    assert t.refusal("1 play ejection on 2") == "to_no_effect"


# P3: Alternative route


def test_P3_the_captain_picks_the_dice_for_any_player_of_it() -> None:
    t = spoken("fog birds", {1: "alternative_route"}).do("1 play alternative_route")
    assert (t.question, t.waiting) == ("pick_dice", (0,))
    assert t.discarded("alternative_route") == 1


def test_P3_one_die_or_more() -> None:
    t = spoken("fog blank blank fog", {0: "alternative_route"}, city=7)
    t.do("0 play alternative_route")
    assert {"reroll blank", "reroll fog fog", "reroll blank blank fog fog"} <= t.legal(0)
    assert len(t.legal(0)) == 8
    assert t.refusal("0 reroll birds") == "not_this_one"


def test_P3_only_the_picked_dice_are_rolled_again() -> None:
    t = spoken("fog blank pirates birds lightning", {0: "alternative_route"}, city=4)
    t.do("0 play alternative_route", "0 reroll fog pirates")
    assert (t.dice, t.question) == (("birds", "blank", "lightning"), "spoken")


@pytest.mark.parametrize("said", ["can", "cannot"])
def test_P3_after_the_declaration_the_captain_declares_again(said: str) -> None:
    t = declared(said, "fog birds blank", {0: "compass turbo", 2: "alternative_route"})
    t.do("2 play alternative_route", "0 reroll birds")
    assert (t.question, t.dice) == ("declaration", ("fog", "blank"))


# P4: Wind gust


def test_P4_every_blank_die_is_rolled_again_and_no_other() -> None:
    dice = "blank fog blank blank birds birds pirates"
    t = spoken(dice, {0: "wind_gust"}, city=7).do("0 play wind_gust")
    assert t.dice == ("birds", "fog", "birds", "pirates")
    assert t.discarded("wind_gust") == 1


@pytest.mark.parametrize("said", ["can", "cannot"])
def test_P4_after_the_declaration_the_captain_declares_again(said: str) -> None:
    t = declared(said, "fog blank birds", {0: "turbo", 2: "wind_gust"}, ashore=(2,))
    assert t.do("2 play wind_gust").dice == ("fog", "birds")
    assert (t.question, t.legal(0)) == ("declaration", {"declare cannot"})


def test_P4_not_without_a_blank_die() -> None:
    t = spoken("fog birds", {1: "wind_gust"})
    assert t.question == "spoken"
    assert t.refusal("1 play wind_gust") == "to_no_effect"
    assert t.discarded("wind_gust") == 0


# P5: Jetpack


@pytest.mark.parametrize("seat", [0, 1])
def test_P5_any_seat_aboard_saves_the_top_treasure_of_the_city_being_left(seat: int) -> None:
    t = crashing({0: "cannon"} | {seat: "jetpack"}, city=3, piles={3: "3:6"})
    t.do(f"{seat} play jetpack").on_to("decisions")
    assert [t.treasures(n) for n in range(3)] == ["3:6" if n == seat else "" for n in range(3)]
    assert (t.journey, t.discarded("jetpack")) == (2, 1)


def test_P5_several_are_served_from_the_captains_left_and_the_captain_last() -> None:
    hands = {0: "jetpack", 1: "jetpack"}
    t = crashing(hands, piles={1: "1:3 1:2"}).do("0 play jetpack", "1 play jetpack")
    assert (t.on_to("decisions").treasures(1), t.treasures(0)) == ("1:3", "1:2")


def test_P5_one_for_which_nothing_is_left_goes_back_to_its_owner() -> None:
    t = crashing({0: "jetpack", 1: "jetpack"}, left={1: 1}, deck="turbo turbo turbo")
    t.do("0 play jetpack", "1 play jetpack").on_to("decisions")
    assert (len(t.treasures(1)) > 0, t.treasures(0)) == (True, "")
    assert (t.hand(0), t.discarded("jetpack")) == ("jetpack turbo", 1)


def test_P5_not_where_the_city_has_no_treasure_left() -> None:
    t = declared("cannot", "fog fog", {1: "jetpack"}, city=2, left={2: 0})
    while t.journey == 1:
        assert t.question == "cannot"
        t.do(f"{t.waiting[0]} pass")
    assert (t.treasures(1), t.discarded("jetpack")) == ("", 0)


# P6: Magic spyglass


def test_P6_the_ship_flies_on_without_showing_cards_or_rolling_again() -> None:
    hands, treasures = {0: "compass turbo", 2: "wind_gust"}, {1: "1:spyglass"}
    t = declared("cannot", "birds birds blank", hands, treasures=treasures, city=4)
    t.do("1 play spyglass")
    assert (t.journey, t.city, t.captain, t.question) == (1, 5, 1, "decisions")
    assert (t.hand(0), t.happened("paid"), t.happened("rerolled")) == ("compass turbo", [], [])


def test_P6_the_card_is_out_of_the_game_with_its_points() -> None:
    t = declared("cannot", "fog birds", {0: "cannon"}, treasures={1: "1:spyglass 2:4"})
    t.do("1 play spyglass")
    assert t.treasures(1) == "2:4"
    assert t.game.view(None).removed == ("1:spyglass",)
    assert "1:spyglass" not in t.pile(1)


def test_P6_it_saves_one_leg_only() -> None:
    t = declared("cannot", "fog birds fog birds", {0: "cannon", 1: ""}, treasures={2: "1:spyglass"})
    t.do("2 play spyglass", "2 stay", "0 stay").on_to("decisions")
    assert t.journey == 2


# P7: without power cards


def test_P7_the_eight_power_cards_may_be_left_out() -> None:
    with_them, without = dealt(2), dealt(2, power_cards=False)
    assert with_them.state.rules.copies.keys() - without.state.rules.copies.keys() == {
        *("ejection", "jetpack", "alternative_route", "wind_gust")
    }
    assert without.game.view(None).deck == 84 - 8 - 16


def test_P7_no_seat_is_asked_for_power_cards_that_were_left_out() -> None:
    t = table(power_cards=False, hands={0: "compass"}, dice="fog blank")
    assert t.do("1 stay", "2 stay").question == "declaration"
    t.do("0 declare can")
    assert (t.question, t.city) == ("decisions", 2)
