"""When "we cannot" stands, and when the captain declares afresh.

Seat 0 is captain and could fly with a Turbo, but said that the ship cannot. Nothing but fewer
events to face, dice that are rolled, or another captain reopens that word.
"""

from typing import Any

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
    return t.all_stay().declare("cannot")


def words(t: Tested) -> list[object]:
    """The declarations so far."""
    return [event.to_json()["answer"] for event in t.happened("declared")]


def stands(t: Tested) -> bool:
    """Return whether no captain must declare again, and the crash can still be averted."""
    return (t.question, words(t), t.state.leg.said) == ("cannot", ["cannot"], "cannot")


# --- before another captain or another roll -------------------------------------------------

CASES: dict[str, tuple[dict[str, Any], str, str]] = {
    # as much to face as before
    "B11 help that covers nothing": (
        {"hands": {1: "help_birds"}},
        "1 play help_birds, help",
        "stands",
    ),
    "B11 Yellow turns up nothing of use": ({"deck": "ejection jetpack"}, "1 play yellow", "stands"),
    "B11 equipment against other events": ({"deck": "foghorn cannon"}, "1 play yellow", "stands"),
    "B11 Green without pirates": ({}, "2 play green", "stands"),
    "B11 two powers to no effect": (
        {"deck": "ejection jetpack"},
        "1 play yellow, 2 play green",
        "stands",
    ),
    # fewer events to face
    "B11 help of use": ({"hands": {1: "help_fog"}}, "1 play help_fog, help", "can cannot"),
    "B11 one card of use among the help": (
        {"hands": {1: "help_birds", 2: "help_fog"}},
        "1 play help_birds, 2 play help_fog, help",
        "can cannot",
    ),
    "B11 help and equipment cover everything": (
        {"hands": {1: "help_lightning"}},
        "1 play help_lightning, help",
        "can",
    ),
    "H3 help of use beside useless help": (
        {"hands": {1: "help_lightning help_birds"}},
        "1 play help_lightning, 1 play help_birds, help",
        "can",
    ),
    "B11 help of use that falls short": (
        {"dice": "fog lightning birds", "hand": "compass", "city": 4, "hands": {1: "help_birds"}},
        "1 play help_birds, help",
        "cannot",
    ),
    "C4 a card of use": ({"deck": "compass ejection"}, "1 play yellow", "can cannot"),
    "C4 equipment is enough": ({"deck": "lightning_rod ejection"}, "1 play yellow", "can"),
    "C4 upgraded": ({"deck": "upgraded_lightning_rod ejection"}, "1 play yellow", "can"),
    "C4 help": ({"deck": "help_lightning ejection"}, "1 play yellow", "can"),
    "C4 a Turbo": ({"deck": "turbo ejection"}, "1 play yellow", "can cannot"),
    "C3 Green with pirates": (
        {"dice": "pirates lightning", "hand": "cannon turbo"},
        "2 play green",
        "can cannot",
    ),
    "C3 the equipment covers the rest": ({"dice": "pirates fog"}, "2 play green", "can"),
}
"""The table, the moves after "we cannot", and what the captain may say; or the word stands."""


@pytest.mark.parametrize("name", CASES)
def test_B11_only_fewer_events_to_face_let_the_captain_declare_afresh(name: str) -> None:
    laid, moves, said = CASES[name]
    t = refused(**laid)
    for move in moves.split(", "):
        if move == "help":
            t.all_pass()
            assert len(t.happened("help_shown")) == 1
        else:
            t.do(move)
    if said == "stands":
        assert stands(t)
    else:
        assert (t.waiting, t.legal(0)) == ((0,), {f"declare {word}" for word in said.split()})


def test_B11_what_reopened_nothing_is_used_up_all_the_same() -> None:
    t = refused(deck="ejection jetpack").do("1 play yellow", "2 play green")
    assert [seat.power for seat in t.state.seats] == [True, False, False, True]


def test_B11_a_captain_who_uses_the_own_power_to_no_effect_cannot_fly_on() -> None:
    t = crew("green", "black", hands={0: "compass turbo"}, dice="fog birds").all_stay()
    t.declare("cannot").do("0 play green")
    assert stands(t)
    assert t.legal(0) == {"pass"}


def test_B11_all_may_act_again_after_a_power_to_no_effect() -> None:
    t = refused().do("0 pass", "3 pass", "2 play green")
    assert set(t.waiting) == {0, 1, 2, 3}


def test_B11_help_face_down_stays_there_while_the_word_stands() -> None:
    t = refused(hands={1: "help_fog"}).do("1 play help_fog", "2 play green")
    assert t.game.view(1).laid == ("help_fog",)
    assert len(t.all_pass().happened("help_shown")) == 1


def test_B11_a_captain_without_any_card_is_bound_by_it_too() -> None:
    t = crew(*COLOURS, hands={0: ""}, dice="fog birds", deck="cannon ejection").all_stay()
    assert stands(t.on_to("cannot").do("1 play yellow"))


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
