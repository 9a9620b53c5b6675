"""The six characters of A Little Help, one power each.

Seat 0 is captain of the leg unless a test says otherwise.
"""

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
    t = crew(*colours, hands=hands, dice=dice, boxes=boxes, **laid).on_to("decisions")
    while t.question == "decisions":
        t.do(f"{t.waiting[0]} stay")
    t.declare("cannot")
    assert t.question == "cannot"
    return t


def answers(t: Tested) -> list[object]:
    """The declarations so far."""
    return [event.to_json()["answer"] for event in t.happened("declared")]


# --- Red -----------------------------------------------------------------------------------


def test_C1_red_removes_a_treasure_and_all_dice_are_rolled_again() -> None:
    t = in_need("green", "red", dice="fog fog birds blank", treasures={1: "1:1 4:7"})
    t.do("1 play red on 1:1")
    assert (t.treasures(1), t.state.removed) == ("4:7", ("1:1",))
    assert t.dice == ("birds", "blank")


def test_C1_the_treasure_is_reds_own_and_red_picks_it() -> None:
    t = in_need("green", "red", dice="fog fog", treasures={0: "2:3", 1: "1:1 4:7"})
    assert t.legal(1) >= {"play red on 1:1", "play red on 4:7"}
    assert t.refusal("1 play red on 2:3") == "not_this_way"


def test_C1_without_a_treasure_red_can_do_nothing() -> None:
    t = in_need("green", "red", dice="fog fog")
    assert t.refusal("1 play red on 1:1") in {"to_no_effect", "not_held"}


def test_C1_the_captain_declares_afresh() -> None:
    t = in_need("green", "red", dice="fog fog birds blank", treasures={1: "1:1"})
    t.do("1 play red on 1:1")
    assert (t.question, t.legal(0)) == ("declaration", {"declare can"})


# --- Blue ----------------------------------------------------------------------------------


def test_C2_blue_becomes_captain_of_this_leg_and_pays_from_the_own_hand() -> None:
    t = in_need("green", "red", "blue", hands={2: "compass compass"}, dice="fog fog")
    t.do("2 play blue")
    assert (t.captain, t.waiting) == (2, (2,))
    t.do("2 declare can").on_to("payment").do("2 pay compass compass").on_to("decisions")
    assert (t.city, t.hand(0), t.hand(2)) == (2, "cannon foghorn", "")


def test_C2_blue_must_fly_where_equipment_is_enough() -> None:
    t = in_need("green", "blue", hands={1: "compass upgraded_compass turbo"}, dice="fog fog")
    assert t.do("1 play blue").legal(1) == {"declare can"}


def test_C2_blue_chooses_where_it_takes_turbos() -> None:
    t = in_need("green", "blue", hands={1: "compass turbo"}, dice="fog fog")
    assert t.do("1 play blue").legal(1) == {"declare can", "declare cannot"}


def test_C2_blue_who_cannot_pay_says_so() -> None:
    t = in_need("green", "blue", hands={0: "cannon", 1: "compass"}, dice="fog fog")
    assert t.do("1 play blue").legal(1) == {"declare cannot"}


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


def test_C2_blue_lays_no_help() -> None:
    t = in_need("green", "blue", hands={1: "help_fog compass"}, dice="fog fog")
    t.do("1 play blue", "1 declare cannot")
    assert 1 in t.waiting
    assert t.refusal("1 play help_fog") == "not_passenger"


def test_C2_help_that_blue_had_laid_goes_back_to_the_hand() -> None:
    t = in_need("green", "blue", hands={1: "help_fog compass"}, dice="fog fog")
    t.do("1 play help_fog", "1 play blue")
    assert (t.hand(1), t.legal(1)) == ("compass help_fog", {"declare cannot"})


# --- Green ---------------------------------------------------------------------------------


def test_C3_pirates_are_ignored() -> None:
    t = in_need("black", "green", hands={0: "compass"}, dice="pirates fog").do("1 play green")
    t.do("0 declare can").on_to("payment").do("0 pay compass").on_to("decisions")
    assert t.city == 2


def test_C3_only_pirates_are_ignored() -> None:
    t = in_need("black", "green", hands={0: "cannon"}, dice="pirates fog").do("1 play green")
    assert t.legal(0) == {"declare cannot"}


def test_C3_those_dice_are_not_rolled_again_by_red() -> None:
    t = in_need(
        *("black", "green", "red"),
        hands={0: "cannon"},
        dice="pirates fog birds",
        treasures={2: "1:1"},
    )
    t.do("1 play green", "0 declare cannot", "2 play red on 1:1")
    assert t.dice == ("pirates", "birds")


def test_C3_those_dice_are_not_picked_for_an_alternative_route() -> None:
    t = in_need(
        *("black", "green"), hands={0: "cannon", 1: "alternative_route"}, dice="pirates fog"
    )
    t.do("1 play green", "0 declare cannot", "1 play alternative_route")
    assert t.legal(0) == {"reroll fog"}


def test_C3_pirates_rolled_later_in_this_leg_are_ignored_too() -> None:
    t = in_need(
        *("black", "green"), hands={0: "cannon", 1: "alternative_route"}, dice="pirates fog pirates"
    )
    t.do("1 play green", "0 declare cannot", "1 play alternative_route", "0 reroll fog").all_pass()
    assert t.on_to("decisions").city == 2


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


def test_C4_equipment_among_them_is_used() -> None:
    t = in_need("black", "yellow", hands={0: "cannon"}, dice="fog birds", deck="compass foghorn")
    t.do("1 play yellow").all_pass()
    assert t.on_to("decisions").city == 2


def test_C4_upgraded_equipment_among_them_is_used() -> None:
    t = in_need(
        *("black", "yellow"), hands={0: "cannon"}, dice="fog fog", deck="upgraded_compass ejection"
    )
    t.do("1 play yellow").all_pass()
    assert t.on_to("decisions").city == 2


def test_C4_little_help_among_them_is_used() -> None:
    t = in_need("black", "yellow", hands={0: "compass"}, dice="fog birds", deck="help_birds cannon")
    assert t.do("1 play yellow").legal(0) == {"declare can"}


def test_C4_a_turbo_among_them_may_be_used() -> None:
    t = in_need("black", "yellow", hands={0: "compass"}, dice="fog birds", deck="turbo cannon")
    assert t.do("1 play yellow").legal(0) == {"declare can", "declare cannot"}
    t.do("0 declare can").on_to("payment").do("0 pay compass")
    assert t.on_to("decisions").city == 2


def test_C4_two_turbos_can_carry_a_captain_with_an_empty_hand() -> None:
    t = crew("black", "yellow", hands={0: ""}, dice="fog birds", deck="turbo turbo")
    t.all_stay().on_to("cannot").do("1 play yellow", "0 declare can").on_to("payment").do("0 pay")
    assert t.on_to("decisions").city == 2


def test_C4_other_cards_cover_nothing() -> None:
    t = in_need("black", "yellow", hands={0: "cannon"}, dice="fog fog", deck="compass ejection")
    assert t.do("1 play yellow").legal(0) == {"declare cannot"}


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


def test_C4_they_still_serve_after_a_reroll_in_that_leg() -> None:
    t = in_need(
        *("black", "yellow"),
        hands={0: "cannon", 1: "alternative_route"},
        dice="fog birds fog",
        deck="compass ejection",
    )
    t.do("1 play yellow", "0 declare cannot", "1 play alternative_route", "0 reroll birds")
    assert (t.dice, t.legal(0)) == (("fog", "fog"), {"declare cannot"})
    t = in_need(
        *("black", "yellow"),
        hands={0: "cannon", 1: "alternative_route"},
        dice="fog birds blank",
        deck="compass ejection",
    )
    t.do("1 play yellow", "0 declare cannot", "1 play alternative_route", "0 reroll birds")
    assert answers(t)[-1] == "can"
