"""When "we cannot" stands, and when the captain declares afresh.

Seat 0 is captain and could fly with a Turbo, but said that the ship cannot. Nothing but fewer
events to face, dice that are rolled, or another captain reopens that word.
"""

import pytest

from tests.rules.builder import Tested, table
from tests.rules.characters import crew

BOTH = ("little_help", "initiative")
COLOURS = ("black", "yellow", "green", "blue")


def refused(
    dice: str = "fog lightning",
    hand: str = "compass turbo",
    *,
    hands: dict[int, str] | None = None,
    boxes: tuple[str, ...] = BOTH,
    **laid: object,
) -> Tested:
    """All stayed, and the captain who could fly with a Turbo said "we cannot"."""
    t = crew(*COLOURS, hands={0: hand, **(hands or {})}, dice=dice, boxes=boxes, **laid)
    t.on_to("decisions")
    while t.question == "decisions":
        t.do(f"{t.waiting[0]} stay")
    return t.declare("cannot")


def words(t: Tested) -> list[object]:
    """The declarations so far."""
    return [event.to_json()["answer"] for event in t.happened("declared")]


def stands(t: Tested) -> bool:
    """Return whether no captain must declare again, and the crash can still be averted."""
    return (t.question, words(t), t.state.leg.said) == ("cannot", ["cannot"], "cannot")


# --- what leaves as much to face -----------------------------------------------------------


def test_B11_help_that_covers_nothing_reopens_nothing() -> None:
    t = refused(hands={1: "help_birds"}).do("1 play help_birds").all_pass()
    assert len(t.happened("help_shown")) == 1
    assert stands(t)


def test_B11_a_yellow_that_turns_up_nothing_of_use_reopens_nothing() -> None:
    t = refused(deck="ejection jetpack").do("1 play yellow")
    assert stands(t)


def test_B11_equipment_against_other_events_is_nothing_of_use() -> None:
    t = refused(deck="foghorn upgraded_cannon").do("1 play yellow")
    assert stands(t)


def test_B11_green_without_pirates_reopens_nothing() -> None:
    assert stands(refused().do("2 play green"))


def test_B11_what_reopened_nothing_is_used_up_all_the_same() -> None:
    t = refused(deck="ejection jetpack").do("1 play yellow", "2 play green")
    assert stands(t)
    assert [seat.power for seat in t.state.seats] == [True, False, False, True]


def test_B11_a_captain_who_uses_the_own_power_to_no_effect_cannot_fly_on() -> None:
    t = crew("green", "black", hands={0: "compass turbo"}, dice="fog birds").on_to("decisions")
    t.all_stay().declare("cannot").do("0 play green")
    assert stands(t)
    assert t.legal(0) == {"pass"}


def test_B11_all_may_act_again_after_a_power_to_no_effect() -> None:
    assert set(refused().do("0 pass", "3 pass", "2 play green").waiting) == {0, 1, 2, 3}


def test_B11_help_face_down_stays_there_while_the_word_stands() -> None:
    t = refused(hands={1: "help_fog"}).do("1 play help_fog", "2 play green")
    assert t.game.view(1).laid == ("help_fog",)
    t.all_pass()
    assert len(t.happened("help_shown")) == 1


def test_B11_a_captain_without_any_card_is_bound_by_it_too() -> None:
    t = crew(*COLOURS, hands={0: ""}, dice="fog birds", deck="cannon ejection")
    t.all_stay().on_to("cannot").do("1 play yellow")
    assert stands(t)


# --- what leaves less to face --------------------------------------------------------------


def test_B11_help_of_use_lets_the_captain_declare_afresh() -> None:
    t = refused(hands={1: "help_fog"}).do("1 play help_fog").all_pass()
    assert (t.question, t.waiting) == ("declaration", (0,))
    assert t.legal(0) == {"declare can", "declare cannot"}  # the lightning takes the Turbo


def test_B11_one_card_of_use_among_the_help_is_enough() -> None:
    t = refused(hands={1: "help_birds", 2: "help_fog"})
    t.do("1 play help_birds", "2 play help_fog").all_pass()
    assert t.question == "declaration"


def test_B11_help_and_equipment_that_cover_everything_oblige_the_captain() -> None:
    t = refused(hands={1: "help_lightning"}).do("1 play help_lightning").all_pass()
    assert t.legal(0) == {"declare can"}
    t.do("0 declare can").on_to("payment")
    assert t.legal(0) == {"pay compass"}


def test_H3_help_of_use_and_useless_help_together_oblige_the_captain() -> None:
    t = refused(hands={1: "help_lightning help_birds"})
    t.do("1 play help_lightning", "1 play help_birds").all_pass()
    assert t.legal(0) == {"declare can"}


def test_B11_help_of_use_that_falls_short_leaves_one_true_answer() -> None:
    t = refused("fog lightning birds", "compass", city=4, hands={1: "help_birds"})
    t.do("1 play help_birds").all_pass()
    assert t.legal(0) == {"declare cannot"}


def test_C4_a_card_of_use_lets_the_captain_declare_afresh() -> None:
    assert refused(deck="compass ejection").do("1 play yellow").legal(0) == {
        "declare can",
        "declare cannot",
    }


@pytest.mark.parametrize("card", ["lightning_rod", "upgraded_lightning_rod", "help_lightning"])
def test_C4_a_card_that_makes_the_equipment_enough_obliges_the_captain(card: str) -> None:
    assert refused(deck=f"{card} ejection").do("1 play yellow").legal(0) == {"declare can"}


def test_C4_a_turbo_counts_as_an_event_less_to_face() -> None:
    t = refused(deck="turbo ejection").do("1 play yellow")
    assert t.legal(0) == {"declare can", "declare cannot"}


def test_C3_green_with_pirates_lets_the_captain_declare_afresh() -> None:
    t = refused("pirates lightning", "cannon turbo").do("2 play green")
    assert t.legal(0) == {"declare can", "declare cannot"}


def test_C3_green_obliges_a_captain_whose_equipment_covers_the_rest() -> None:
    assert refused("pirates fog").do("2 play green").legal(0) == {"declare can"}


def test_C3_where_pirates_were_all_there_was_the_ship_can_fly() -> None:
    assert words(refused("pirates pirates", "cannon turbo").do("2 play green")) == ["cannot", "can"]


def test_C3_pirates_that_help_has_covered_are_no_less_to_face() -> None:
    t = refused("pirates fog lightning", "turbo", city=4, deck="cannon ejection")
    t.do("1 play yellow", "0 declare cannot", "2 play green")
    assert (t.question, words(t)) == ("cannot", ["cannot", "cannot"])


def test_B11_turbos_that_were_declined_after_help_stay_declined() -> None:
    t = refused(hands={1: "help_fog"}).do("1 play help_fog").all_pass().do("0 declare cannot")
    t.do("2 play green")
    assert (t.question, words(t)) == ("cannot", ["cannot", "cannot"])


# --- dice that are rolled ------------------------------------------------------------------


def test_B11_a_roll_that_leaves_as_much_to_face_reopens_too() -> None:
    t = crew("black", "red", hands={0: "turbo turbo"}, dice="fog fog fog fog", treasures={1: "1:1"})
    t.all_stay().declare("cannot").do("1 play red on 1:1")
    assert (t.dice, t.question) == (("fog", "fog"), "declaration")


# --- another seat answers --------------------------------------------------------------------


def test_B11_blue_answers_and_is_bound_by_the_own_word() -> None:
    t = refused(hands={3: "compass turbo"}).do("3 play blue")
    assert t.legal(3) == {"declare can", "declare cannot"}
    t.do("3 declare cannot", "2 play green")
    assert (t.question, t.captain, words(t)) == ("cannot", 3, ["cannot", "cannot"])


def test_B11_who_takes_over_from_a_captain_in_the_boat_answers() -> None:
    t = refused(hand="rowboat_fog turbo turbo", hands={1: "turbo turbo"}).do("0 play rowboat_fog")
    assert (t.question, t.waiting) == ("declaration", (1,))
    t.do("1 declare cannot", "2 play green")
    assert (t.question, t.captain) == ("cannot", 1)


def test_B11_whom_a_desperate_captain_names_answers() -> None:
    t = refused(hand="desperate_need turbo turbo", hands={2: "turbo turbo"})
    t.do("0 play desperate_need on 2", "0 stay")
    assert (t.question, t.waiting) == ("declaration", (2,))


def test_B11_help_face_down_goes_back_when_another_seat_answers() -> None:
    t = refused(hands={1: "help_fog", 3: "compass turbo"}).do("1 play help_fog", "3 play blue")
    assert (t.game.view(1).laid, t.hand(1)) == ((), "help_fog")


# --- after "we can" ------------------------------------------------------------------------


def test_B11_we_can_stands_until_the_cards_are_shown() -> None:
    t = table(hands={0: "compass turbo", 1: "wind_gust"}, dice="fog pirates")
    t.all_stay().declare("can")
    assert t.on_to("decisions").happened("paid")


# --- I6: the same in the boat --------------------------------------------------------------


def rowing(dice: str, hand: str, *, colour: str, **laid: object) -> Tested:
    """Seat 2 sits in a boat that ignores birds, and said that it cannot fly."""
    t = crew(
        *("black", "red", colour),
        hands={2: hand, 0: "wind_gust"},
        dice=dice,
        boxes=BOTH,
        boat=(2, "rowboat_birds", 3),
        ship_flies=False,
        **laid,
    )
    return t.do("2 roll").on_to("declaration").do("2 declare cannot")


def test_I6_a_useless_power_reopens_nothing_in_the_boat() -> None:
    t = rowing("fog lightning", "compass turbo", colour="yellow", deck="ejection foghorn")
    assert stands(t.do("2 play yellow"))
    t = rowing("fog lightning", "compass turbo", colour="green")
    assert stands(t.do("2 play green"))


def test_I6_a_card_of_use_reopens_the_word_in_the_boat() -> None:
    t = rowing("fog lightning", "compass turbo", colour="yellow", deck="compass ejection")
    assert t.do("2 play yellow").legal(2) == {"declare can", "declare cannot"}
    t = rowing("fog pirates", "compass turbo", colour="green")
    assert t.do("2 play green").legal(2) == {"declare can"}


def test_I6_what_the_boat_ignores_is_no_less_to_face() -> None:
    t = crew(
        *("black", "red", "green"),
        hands={2: "compass turbo"},
        dice="fog pirates lightning",
        boxes=BOTH,
        boat=(2, "rowboat_pirates", 4),
        ship_flies=False,
    )
    t.do("2 roll").on_to("declaration").do("2 declare cannot", "2 play green")
    assert stands(t)


def test_I6_dice_that_are_rolled_reopen_the_word_in_the_boat() -> None:
    t = rowing("fog blank fog", "turbo turbo", colour="green").do("0 play wind_gust")
    assert t.legal(2) == {"declare can", "declare cannot"}
