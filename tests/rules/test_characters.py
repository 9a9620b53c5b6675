"""The six characters of A Little Help, one power each.

Seat 0 is captain of the leg unless a test says otherwise.
"""

import pytest

from tests.rules.builder import Tested
from tests.rules.characters import BOX, crew


def in_need(
    *colours: str,
    hands: dict[int, str] | None = None,
    dice: str = "",
    boxes: tuple[str, ...] = BOX,
    **laid: object,
) -> Tested:
    """All stayed, and the captain said that the ship cannot fly."""
    t = crew(*colours, hands=hands, dice=dice, boxes=boxes, **laid).all_stay()
    t.declare("cannot")
    assert t.question == "cannot"
    return t


def answers(t: Tested) -> list[object]:
    """The declarations so far."""
    return [event.to_json()["answer"] for event in t.happened("declared")]


# --- Red -----------------------------------------------------------------------------------


def test_C1_red_removes_a_treasure_all_dice_roll_again_and_the_captain_declares() -> None:
    t = in_need("green", "red", dice="fog fog birds blank", treasures={1: "1:1 4:7"})
    t.do("1 play red on 1:1")
    assert (t.treasures(1), t.state.removed) == ("4:7", ("1:1",))
    assert (t.dice, t.question) == (("birds", "blank"), "declaration")
    assert t.legal(0) == {"declare can"}


def test_C1_the_treasure_is_reds_own_and_red_picks_it() -> None:
    t = in_need("green", "red", dice="fog fog", treasures={0: "2:3", 1: "1:1 4:7"})
    assert t.legal(1) >= {"play red on 1:1", "play red on 4:7"}
    assert t.refusal("1 play red on 2:3") == "not_this_way"
    assert "play red on 1:1" not in in_need("green", "red", dice="fog fog").legal(1)


# --- Blue ----------------------------------------------------------------------------------


def test_C2_blue_becomes_captain_of_this_leg_and_pays_from_the_own_hand() -> None:
    t = in_need("green", "red", "blue", hands={2: "compass compass"}, dice="fog fog")
    t.do("2 play blue")
    assert (t.captain, t.waiting) == (2, (2,))
    t.do("2 declare can").on_to("payment").do("2 pay compass compass").on_to("decisions")
    assert (t.city, t.hand(0), t.hand(2)) == (2, "cannon foghorn", "")


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("compass upgraded_compass turbo", {"declare can"}),
        ("compass turbo", {"declare can", "declare cannot"}),
        ("compass", {"declare cannot"}),
    ],
)
def test_C2_blue_must_fly_where_equipment_is_enough_and_chooses_where_Turbos_are(
    hand: str, words: set[str]
) -> None:
    t = in_need("green", "blue", hands={0: "cannon", 1: hand}, dice="fog fog")
    assert t.do("1 play blue").legal(1) == words


def test_C2_others_may_still_play() -> None:
    t = in_need(
        *("green", "red", "blue"), hands={0: "cannon", 1: "help_fog", 2: "compass"}, dice="fog fog"
    )
    t.do("2 play blue", "2 declare cannot", "1 play help_fog").on_to("declaration")
    t.do("2 declare can").on_to("payment").do("2 pay compass").on_to("decisions")
    assert (t.city, t.hand(1)) == (2, "")


def test_C2_the_old_captain_is_a_passenger_and_may_lay_help() -> None:
    t = in_need("green", "blue", hands={0: "help_fog cannon", 1: "compass"}, dice="fog fog")
    t.do("1 play blue", "1 declare cannot", "0 play help_fog").on_to("declaration")
    assert t.legal(1) == {"declare can"}


def test_C2_blue_lays_no_help_and_gets_back_what_it_had_laid() -> None:
    t = in_need("green", "blue", hands={1: "help_fog compass"}, dice="fog fog")
    t.do("1 play help_fog", "1 play blue")
    assert (t.hand(1), t.legal(1)) == ("compass help_fog", {"declare cannot"})
    assert t.do("1 declare cannot").refusal("1 play help_fog") == "not_passenger"


# --- Green ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "word"), [("compass", "can"), ("cannon", "cannot")])
def test_C3_pirates_are_ignored_and_nothing_else(card: str, word: str) -> None:
    t = in_need("black", "green", hands={0: card}, dice="pirates fog").do("1 play green")
    assert t.legal(0) == {f"declare {word}"}


def test_C3_those_dice_are_not_rolled_again_by_red() -> None:
    t = in_need(
        *("black", "green", "red"),
        hands={0: "cannon"},
        dice="pirates fog birds",
        treasures={2: "1:1"},
    )
    t.do("1 play green", "0 declare cannot", "2 play red on 1:1")
    assert t.dice == ("pirates", "birds")


def test_C3_those_dice_are_not_picked_and_pirates_rolled_later_are_ignored_too() -> None:
    hands = {0: "cannon", 1: "alternative_route"}
    t = in_need("black", "green", hands=hands, dice="pirates fog pirates")
    t.do("1 play green", "0 declare cannot", "1 play alternative_route")
    assert t.legal(0) == {"reroll fog"}
    assert t.do("0 reroll fog").all_pass().on_to("decisions").city == 2


def test_C3_it_lasts_for_one_leg() -> None:
    t = in_need(
        *("black", "green"), hands={0: "compass", 1: "compass"}, dice="pirates fog pirates pirates"
    )
    t.do("1 play green", "0 declare can").on_to("payment").do("0 pay compass").on_to("decisions")
    assert (t.city, t.captain, t.dice) == (2, 1, ("pirates", "pirates"))
    t.all_stay().on_to("declaration")
    assert t.legal(1) == {"declare cannot"}


# --- Yellow --------------------------------------------------------------------------------


def test_C4_two_cards_of_the_draw_pile_are_turned_up() -> None:
    t = in_need("black", "yellow", hands={0: "cannon"}, dice="fog fog", deck="ejection foghorn")
    before = len(t.state.deck)
    t.do("1 play yellow")
    assert t.happened("turned_up")[-1].to_json()["cards"] == ["ejection", "foghorn"]
    assert len(t.state.deck) == before - 2


@pytest.mark.parametrize(
    ("captain", "deck", "word"),
    [
        ("compass", "foghorn cannon", "can"),
        ("foghorn", "upgraded_compass ejection", "can"),
        ("compass", "help_birds cannon", "can"),
        ("cannon", "compass ejection", "cannot"),
    ],
)
def test_C4_equipment_and_help_among_them_are_used(captain: str, deck: str, word: str) -> None:
    t = in_need("black", "yellow", hands={0: captain}, dice="fog birds", deck=deck)
    assert t.do("1 play yellow").legal(0) == {f"declare {word}"}


def test_C4_a_turbo_among_them_may_be_used() -> None:
    t = in_need("black", "yellow", hands={0: "compass"}, dice="fog birds", deck="turbo cannon")
    assert t.do("1 play yellow").legal(0) == {"declare can", "declare cannot"}
    t.do("0 declare can").on_to("payment").do("0 pay compass")
    assert t.on_to("decisions").city == 2


def test_C4_two_turbos_can_carry_a_captain_with_an_empty_hand() -> None:
    t = crew("black", "yellow", hands={0: ""}, dice="fog birds", deck="turbo turbo")
    t.all_stay().on_to("cannot").do("1 play yellow", "0 declare can")
    assert t.on_to("decisions").city == 2  # what is asked on the way can be passed


def test_C4_in_the_first_edition_an_empty_hand_is_asked_to_pay_nothing() -> None:
    t = crew("black", "yellow", hands={0: ""}, dice="fog birds", deck="turbo turbo", edition=1)
    t.all_stay().on_to("cannot").do("1 play yellow", "0 declare can").on_to("payment").do("0 pay")
    assert t.on_to("decisions").city == 2


def test_C4_both_are_discarded_afterwards() -> None:
    for dice, answer in (("fog blank", "can"), ("birds birds", "cannot")):
        t = in_need("black", "yellow", hands={0: "turbo"}, dice=dice, deck="help_fog ejection")
        t.do("1 play yellow")
        if t.question == "declaration":
            t.do("0 declare cannot")
        t.on_to("before_roll")
        assert answers(t)[-1] == answer
        assert (t.discarded("help_fog"), t.discarded("ejection")) == (1, 1)


def test_C4_they_serve_for_one_leg() -> None:
    t = in_need(
        *("black", "yellow"),
        hands={0: "cannon", 1: "cannon"},
        dice="fog birds fog birds",
        deck="compass foghorn",
    )
    t.do("1 play yellow").all_pass().all_stay().on_to("declaration")
    assert t.legal(1) == {"declare cannot"}


@pytest.mark.parametrize(("rolled", "said"), [("fog", "cannot"), ("blank", "can")])
def test_C4_they_still_serve_after_a_reroll_in_that_leg(rolled: str, said: str) -> None:
    hands, deck = {0: "cannon", 1: "alternative_route"}, "compass ejection"
    t = in_need("black", "yellow", hands=hands, dice=f"fog birds {rolled}", deck=deck)
    t.do("1 play yellow", "0 declare cannot", "1 play alternative_route", "0 reroll birds")
    assert t.legal(0) == {"declare cannot"} if said == "cannot" else answers(t)[-1] == "can"
