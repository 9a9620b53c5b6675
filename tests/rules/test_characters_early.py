"""The two characters who act before the captain has declared: Black and Purple.

Seat 0 is captain of the leg unless a test says otherwise.
"""

from typing import Any

from tests.rules.characters import BOX, crew

# --- Black ---------------------------------------------------------------------------------


def test_C5_two_dice_fewer_are_rolled() -> None:
    assert len(crew("red", "black", city=4).do("1 play black").on_to("decisions").dice) == 1


def test_C5_with_no_dice_left_there_is_nothing_to_face() -> None:
    t = crew("red", "black", hands={0: "cannon"}).do("1 play black").on_to("decisions")
    assert t.dice == ()
    t.do("1 stay").on_to("decisions")
    assert (t.city, t.hand(0), t.captain) == (2, "cannon", 1)


def test_C5_a_bandit_adds_to_what_is_left() -> None:
    t = crew("red", "black", hands={0: "bandit bandit"})
    t.do("1 play black", "0 play bandit", "0 play bandit").on_to("decisions")
    assert len(t.dice) == 2


def test_C5_the_next_leg_has_all_its_dice() -> None:
    assert len(crew("red", "black").do("1 play black").all_stay().on_to("decisions").dice) == 2


# --- Purple --------------------------------------------------------------------------------


def test_C6_forced_to_stay_a_seat_puts_that_treasure_under_the_pile_and_comes_back() -> None:
    laid: Any = {"piles": {1: "1:3 1:2"}, "treasures": {2: "1:1 4:7"}}
    t = crew("red", "purple", "green", dice="fog fog", **laid).on_to("decisions")
    t.do("1 stay", "2 leave", "1 play purple on 2")
    assert (t.aboard, t.treasures(2)) == ((0, 1, 2), "1:1 4:7")
    assert (t.pile(1)[0], t.pile(1)[-1]) == ("1:2", "1:3")


def test_C6_forced_to_leave_a_seat_takes_the_top_treasure() -> None:
    t = crew("red", "purple", "green", dice="fog fog", piles={1: "1:3 1:2"}).on_to("decisions")
    t.do("1 leave", "2 stay", "1 play purple on 2")
    assert (t.aboard, t.ashore) == ((0,), (1, 2))
    assert (t.treasures(1), t.treasures(2)) == ("1:3", "1:2")


def test_C6_who_was_forced_to_stay_shares_the_crash() -> None:
    t = crew("red", "purple", "green", dice="fog fog").on_to("decisions")
    t.do("1 stay", "2 leave", "1 play purple on 2").declare("cannot").on_to("before_roll")
    assert (t.journey, t.treasures(2)) == (2, "")


def test_C6_no_seat_is_forced_to_leave_where_no_treasure_is_left() -> None:
    t = crew("red", "purple", "green", dice="fog fog", city=2, left={2: 1}).on_to("decisions")
    t.do("1 leave")
    assert (t.question, t.ashore) == ("spoken", (1,))
    assert t.refusal("1 play purple on 2") in {"to_no_effect", "not_asked"}


def test_C6_who_made_the_same_choice_or_none_cannot_be_named() -> None:
    colours = ("red", "purple", "green", "blue", "black")
    t = crew(*colours, dice="fog fog", ashore=(4,)).on_to("decisions")
    t.do("1 stay", "2 stay", "3 leave")
    assert {move for move in t.legal(1) if "purple" in move} == {"play purple on 3"}
    assert t.refusal("1 play purple on 0") == t.refusal("1 play purple on 4") == "not_this_way"


def test_C6_a_captain_who_became_one_after_staying_may_still_be_purple() -> None:
    t = crew(
        *("red", "purple", "green"),
        hands={0: "desperate_need"},
        dice="fog fog",
        boxes=(*BOX, "initiative"),
        piles={1: "1:3"},
    )
    t.on_to("decisions").do("1 stay", "2 leave", "0 play desperate_need on 1", "0 stay")
    t.do("1 play purple on 2")
    assert (t.captain, t.aboard) == (1, (0, 1, 2))


def test_C6_the_old_captain_who_then_decided_can_be_named() -> None:
    t = crew(
        *("red", "purple", "green"),
        hands={0: "desperate_need"},
        dice="fog fog",
        boxes=(*BOX, "initiative"),
    )
    t.all_stay().do("0 play desperate_need on 2", "0 leave", "1 play purple on 0")
    assert (t.aboard, t.treasures(0)) == ((0, 1, 2), "")


def test_C6_not_by_a_seat_that_has_stepped_into_the_boat() -> None:
    t = crew(
        *("red", "purple", "green"),
        hands={0: "desperate_need", 1: "rowboat_fog cannon"},
        dice="fog blank",
        boxes=(*BOX, "initiative"),
    )
    t.on_to("decisions").do("1 stay", "2 leave", "0 play desperate_need on 1", "0 stay")
    t.do("1 play rowboat_fog")
    assert (t.question, t.in_boat, t.captain) == ("spoken", (1,), 0)
    assert not {move for move in t.legal(1) if "purple" in move}


def test_C6_purple_does_not_name_its_own_seat() -> None:
    t = crew("red", "purple", "green", hands={0: "ejection"}, dice="fog fog").on_to("decisions")
    t.do("1 stay", "2 leave", "0 play ejection on 1")
    assert t.ashore == (1, 2)
    assert {move for move in t.legal(1) if "purple" in move} == {"play purple on 2"}
