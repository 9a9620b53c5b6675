"""House rules about cards of a leg: Ejection, help that was not enough, Alternative route.

What holds by default has its tests with the cards themselves (P2, H4, P3).
"""

from typing import Any

import pytest

from tests.rules.builder import Tested, table

HELP = ("little_help",)
BOTH = ("little_help", "initiative")


def declared(said: str, seats: int = 3, /, **laid: Any) -> Tested:
    """All stayed, and the captain has declared."""
    t = table(seats, **laid)
    return t.all_stay().declare(said)


# --- R5: Ejection --------------------------------------------------------------------------


def with_an_ejection(said: str, *, hands: dict[int, str] | None = None, **laid: Any) -> Tested:
    """The captain has declared, and seat 2 holds an Ejection; city 1 gives a treasure of 3."""
    hands = {0: "compass", 2: "ejection", **(hands or {})}
    dice = "fog blank" if said == "can" else "fog fog"
    return declared(said, hands=hands, dice=dice, piles={1: "1:3"}, **laid)


def test_R5_the_other_reading_ejects_until_the_captain_plays_cards() -> None:
    for said in ("can", "cannot"):
        t = with_an_ejection(said, late_ejection=True).do("2 play ejection on 1")
        assert (t.treasures(1), t.ashore, t.question) == ("1:3", (1,), said)


def test_R5_the_other_reading_still_ejects_before_the_declaration() -> None:
    t = table(hands={2: "ejection"}, dice="fog blank", late_ejection=True)
    t.all_stay().do("2 play ejection on 1")
    assert (t.ashore, t.question) == ((1,), "spoken")


def test_R5_the_captains_word_stands_and_the_ship_flies_without_the_ejected() -> None:
    t = with_an_ejection("can", late_ejection=True).do("2 play ejection on 1").on_to("decisions")
    assert (t.city, t.captain, t.aboard) == (2, 2, (0, 2))


def test_R5_not_once_the_cards_are_down_or_the_crash_is_certain() -> None:
    t = with_an_ejection("can", late_ejection=True, boxes=HELP, hands={1: "mooring_line"})
    t.on_to("payment").do("0 pay compass")
    assert (t.question, t.refusal("2 play ejection on 1")) == ("cards_down", "not_now")
    t = with_an_ejection("cannot", late_ejection=True).on_to("crashing")
    assert t.refusal("2 play ejection on 1") == "not_now"


def test_R5_who_is_ejected_after_we_can_may_climb_back() -> None:
    boxes, hands = ("grappling_hook",), {1: "grappling_hook"}
    t = with_an_ejection("can", late_ejection=True, boxes=boxes, hands=hands)
    t.do("2 play ejection on 1", "1 play grappling_hook")
    assert (t.aboard, t.treasures(1)) == ((0, 1, 2), "")


def test_R5_help_that_the_ejected_had_laid_goes_back_unseen() -> None:
    colours = ("black", "purple", "yellow")
    hands = {1: "help_fog"}
    t = with_an_ejection("cannot", late_ejection=True, boxes=HELP, hands=hands, characters=colours)
    t.do("1 play help_fog", "2 play ejection on 1").all_pass()
    assert (t.hand(1), t.game.view(1).laid, t.happened("help_shown")) == ("help_fog", (), [])


# --- R6: revealed help that was not enough -------------------------------------------------


def after_help(
    helper: str = "help_fog",
    *,
    dice: str = "fog lightning",
    hand: str = "cannon",
    hands: dict[int, str] | None = None,
    boxes: tuple[str, ...] = BOTH,
    **laid: Any,
) -> Tested:
    """Seat 1 has helped, which was not enough; seats 0 to 3 are Black, Yellow, Green and Blue."""
    t = declared(
        "cannot",
        4,
        hands={0: hand, 1: helper, **(hands or {})},
        dice=dice,
        boxes=boxes,
        characters=("black", "yellow", "green", "blue"),
        **laid,
    )
    t.do(f"1 play {helper}").all_pass()
    return t.do("0 declare cannot") if t.question == "declaration" else t


def test_R6_by_default_help_that_was_not_enough_is_discarded_at_once() -> None:
    t = after_help(hands={3: "lightning_rod"})
    assert (t.state.leg.help, t.discarded("help_fog")) == ((), 1)
    assert t.do("3 play blue").legal(3) == {"declare cannot"}


@pytest.mark.parametrize("help_", ["help_fog", "help_birds"])
def test_R6_the_other_reading_lets_it_lie_of_use_or_not(help_: str) -> None:
    t = after_help(help_, help_stays=True)
    assert (t.question, t.state.leg.help, t.discarded(help_)) == ("cannot", (help_,), 0)


def test_R6_it_stays_for_blue() -> None:
    t = after_help(hands={3: "lightning_rod"}, help_stays=True).do("3 play blue")
    assert t.legal(3) == {"declare can"}
    assert t.do("3 declare can").on_to("payment").legal(3) == {"pay lightning_rod"}


@pytest.mark.parametrize(
    ("laid", "move"),
    [
        ({"dice": "fog pirates", "hand": "foghorn"}, "2 play green"),
        ({"deck": "lightning_rod ejection"}, "1 play yellow"),
    ],
)
def test_R6_it_stays_for_green_and_yellow(laid: Any, move: str) -> None:
    t = after_help(help_stays=True, **laid).do(move)
    assert (t.question, t.happened("declared")[-1].to_json()["answer"]) == ("can", "can")


def test_R6_several_powers_build_on_it() -> None:
    t = after_help(
        dice="fog pirates lightning", city=4, hands={3: "lightning_rod"}, help_stays=True
    )
    t.do("2 play green", "0 declare cannot", "3 play blue")
    assert t.legal(3) == {"declare can"}


def test_R6_lying_there_it_reopens_nothing() -> None:
    t = after_help(hand="turbo", help_stays=True).do("2 play green")
    assert (t.question, t.state.leg.help) == ("cannot", ("help_fog",))


def test_R6_blue_cannot_use_the_own_help() -> None:
    t = declared(
        "cannot",
        hands={0: "cannon", 1: "help_fog", 2: "help_fog compass"},
        dice="fog fog fog",
        city=4,
        boxes=HELP,
        characters=("black", "yellow", "blue"),
        help_stays=True,
    )
    t.do("1 play help_fog", "2 play help_fog").all_pass().do("0 declare cannot", "2 play blue")
    assert (t.state.leg.help, t.discarded("help_fog")) == (("help_fog",), 1)
    assert t.legal(2) == {"declare cannot"}


def test_R6_where_blue_takes_no_help_it_is_discarded() -> None:
    t = after_help(hands={3: "lightning_rod"}, help_stays=True, blue_takes_help=False)
    t.do("3 play blue")
    assert (t.state.leg.help, t.legal(3)) == ((), {"declare cannot"})


def test_R6_dice_that_are_rolled_again_end_it() -> None:
    t = after_help(dice="fog lightning blank", hands={2: "alternative_route"}, help_stays=True)
    t.do("2 play alternative_route", "0 reroll lightning")
    assert (t.dice, t.state.leg.help, t.discarded("help_fog")) == (("fog", "blank"), (), 1)
    assert t.legal(0) == {"declare cannot"}


@pytest.mark.parametrize(
    ("card", "moves"),
    [
        ("desperate_need", ["0 play desperate_need on 3", "0 stay"]),
        ("rowboat_birds", ["0 play rowboat_birds"]),
    ],
)
def test_R6_a_captain_who_is_not_blue_has_no_use_of_it(card: str, moves: list[str]) -> None:
    helper, hands = "help_fog lightning_rod", {3: "lightning_rod"}
    t = after_help("help_fog", hand=f"{card} cannon", hands={**hands, 1: helper}, help_stays=True)
    t.do(*moves)
    assert (t.state.leg.help, t.discarded("help_fog")) == ((), 1)
    assert t.legal(t.captain) == {"declare cannot"}


def test_R6_it_is_discarded_with_the_leg() -> None:
    t = after_help(help_stays=True).on_to("decisions")
    assert (t.journey, t.state.leg.help, t.discarded("help_fog")) == (2, (), 1)


def test_R6_there_is_one_reveal_in_a_leg_all_the_same() -> None:
    t = after_help(hands={2: "help_lightning"}, help_stays=True)
    assert t.refusal("2 play help_lightning") == "to_no_effect"


# --- R7: Alternative route -----------------------------------------------------------------


def on_another_route(said: str, **options: Any) -> Tested:
    """The captain, who has declared, picks dice for an Alternative route; there is a Turbo."""
    hands = {0: "compass turbo", 1: "alternative_route"}
    t = declared(said, hands=hands, dice="fog lightning birds birds", **options)
    return t.do("1 play alternative_route")


@pytest.mark.parametrize("none", [False, True])
def test_R7_at_least_one_die_is_rolled_again_unless_none_is_allowed(none: bool) -> None:
    t = on_another_route("can", reroll_none=none)
    some = {"reroll fog", "reroll lightning", "reroll fog lightning"}
    assert t.legal(0) == (some | {"reroll"} if none else some)
    if none:
        t.do("0 reroll")
        assert (t.dice, t.discarded("alternative_route")) == (("fog", "lightning"), 1)
    else:
        assert t.refusal("0 reroll") == "not_this_one"


def test_R7_without_a_roll_the_captains_word_stands() -> None:
    for said in ("can", "cannot"):
        t = on_another_route(said, reroll_none=True).do("0 reroll")
        assert (t.question, t.state.leg.said) == (said, said)
        assert len(t.happened("declared")) == 1


def test_R7_with_a_roll_the_captain_declares_afresh() -> None:
    t = on_another_route("cannot", reroll_none=True).do("0 reroll lightning")
    assert (t.dice, t.question) == (("fog", "birds"), "declaration")


def test_R7_before_the_declaration_the_captain_may_roll_none_and_gets_no_gift() -> None:
    boxes = ("krismastri",)
    t = table(hands={1: "alternative_route"}, dice="blank blank", boxes=boxes, reroll_none=True)
    t.all_stay().do("1 play alternative_route", "0 reroll")
    assert (t.question, t.dice) == ("spoken", ("blank", "blank"))
    assert len(t.state.gifts) == 1  # of the roll itself


def test_R7_without_a_roll_help_stays_face_down() -> None:
    t = declared(
        "cannot",
        hands={0: "cannon", 1: "help_fog", 2: "alternative_route"},
        dice="fog fog",
        boxes=HELP,
        reroll_none=True,
    )
    t.do("1 play help_fog", "2 play alternative_route", "0 reroll")
    assert t.game.view(1).laid == ("help_fog",)


def test_R7_in_the_boat_it_is_the_same() -> None:
    hands = {2: "alternative_route turbo turbo"}
    boat = (2, "rowboat_birds", 3)
    t = table(
        hands=hands,
        dice="fog fog",
        boat=boat,
        ship_flies=False,
        boxes=("initiative",),
        reroll_none=True,
    )
    t.do("2 roll").on_to("declaration").do("2 declare cannot", "2 play alternative_route")
    t.do("2 reroll")
    assert (t.question, t.dice) == ("cannot", ("fog", "fog"))
