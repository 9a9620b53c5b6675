"""House rules: each has a reading that is played by default, and another that can be chosen.

`test_little_help` holds that a new leg after a Mooring line has a new roll (H7), and that help
counts while Blue captains (C2); here stand the other readings and the borders. R4 has its tests in
`test_instructor`, R5 to R7 in `test_house_rules_of_a_leg`.
"""

from typing import Any

import pytest

from engine import Options, OptionsError
from engine.box import SPYGLASSES
from tests.rules.builder import Tested, dealt, table

BOX = ("little_help",)


# --- R1: after a Mooring line --------------------------------------------------------------


def moored(
    *, captain_of_the_next: str = "cannon", dice: str = "fog lightning", **options: Any
) -> Tested:
    """Seat 0 has paid for fog and lightning, and seat 2 has played its Mooring line."""
    t = table(
        hands={0: "compass lightning_rod", 1: captain_of_the_next, 2: "mooring_line cannon"},
        dice=dice,
        boxes=BOX,
        characters=("black", "purple", "yellow"),
        **options,
    )
    t.all_stay().declare("can").on_to("payment").do("0 pay compass lightning_rod")
    return t.do("2 play mooring_line")


@pytest.mark.parametrize(
    ("keeps", "question", "before", "rolled"),
    [
        (False, "before_roll", (), ("birds", "pirates")),
        (True, "decisions", ("fog", "lightning"), ("fog", "lightning")),
    ],
)
def test_R1_by_default_the_dice_are_rolled_anew_and_otherwise_kept(
    keeps: bool, question: str, before: tuple[str, ...], rolled: tuple[str, ...]
) -> None:
    t = moored(dice="fog lightning birds pirates", mooring_keeps_dice=keeps)
    assert (t.question, t.dice) == (question, before)
    assert t.on_to("decisions").dice == rolled
    assert len(t.happened("dice_kept")) == keeps


def test_R1_with_the_dice_kept_everyone_decides_again_in_the_same_city() -> None:
    t = moored(mooring_keeps_dice=True)
    assert (t.city, t.hand(0), t.captain, t.waiting) == (1, "", 1, (2,))
    assert (t.discarded("compass"), t.discarded("lightning_rod")) == (1, 1)
    assert t.legal(2) == {"stay", "leave"}
    assert t.do("2 leave").waiting == (0,)
    assert t.legal(0) == {"stay", "leave"}


def test_R1_the_new_captain_faces_the_dice_that_were_kept_for_one_leg_only() -> None:
    hand, dice = "compass lightning_rod", "fog lightning birds pirates"
    t = moored(captain_of_the_next=hand, dice=dice, mooring_keeps_dice=True)
    t.all_stay().declare("can").on_to("payment")
    assert t.legal(1) == {f"pay {hand}"}
    t.do(f"1 pay {hand}").on_to("decisions")
    assert (t.city, t.dice) == (2, ("birds", "pirates"))


def test_R1_dice_that_bandits_added_stay_too() -> None:
    t = table(
        2,
        hands={0: "bandit compass compass", 1: "mooring_line"},
        dice="fog fog blank birds",
        boxes=BOX,
        characters=("black", "purple"),
        mooring_keeps_dice=True,
    )
    t.do("0 play bandit").all_stay().on_to("declaration")
    t.do("0 declare can").on_to("payment").do("0 pay compass compass", "1 play mooring_line")
    assert t.dice == ("fog", "fog", "blank")


# --- R2: Little help left at the end -------------------------------------------------------


def at_the_end(**options: Any) -> Tested:
    """The game is over; seat 0 has 50 points and holds three help cards."""
    t = table(
        2,
        hands={0: "help_fog help_birds help_birds"},
        treasures={0: "9:25 9:25"},
        dice="fog fog",
        boxes=BOX,
        characters=("black", "purple"),
        **options,
    )
    t.all_stay().declare("cannot")
    return t.on_to("")


@pytest.mark.parametrize(
    ("costs", "penalty", "total"), [({}, 6, 44), ({"help_penalty": 4}, 12, 38)]
)
def test_R2_each_costs_two_points_by_default_or_four(costs: Any, penalty: int, total: int) -> None:
    first, second = at_the_end(**costs).game.scores
    assert (first.penalty, first.total) == (penalty, total)
    assert (second.penalty, second.total) == (0, 0)


# --- R3: Blue's leg ------------------------------------------------------------------------


def blue_in_need(**options: Any) -> Tested:
    """Blue has taken over and cannot pay for fog and fog from one compass."""
    t = table(
        hands={0: "cannon help_fog", 1: "help_fog", 2: "compass"},
        dice="fog fog",
        boxes=BOX,
        characters=("black", "purple", "blue"),
        **options,
    )
    t.all_stay().declare("cannot")
    return t.do("2 play blue", "2 declare cannot")


def test_R3_the_other_reading_excludes_help_for_blue() -> None:
    t = blue_in_need(blue_takes_help=False)
    for seat in (0, 1):
        assert t.refusal(f"{seat} play help_fog") == "to_no_effect"


def test_R3_help_face_down_then_goes_back_when_blue_takes_over() -> None:
    t = table(
        hands={0: "cannon", 1: "help_fog", 2: "compass"},
        dice="fog fog",
        boxes=BOX,
        characters=("black", "purple", "blue"),
        blue_takes_help=False,
    )
    t.all_stay().declare("cannot").do("1 play help_fog", "2 play blue")
    assert (t.hand(1), t.legal(2)) == ("help_fog", {"declare cannot"})
    assert t.happened("help_shown") == []


def test_R3_help_still_counts_in_every_other_leg() -> None:
    t = table(
        2,
        hands={0: "compass", 1: "help_fog"},
        dice="fog fog",
        boxes=BOX,
        characters=("black", "blue"),
        blue_takes_help=False,
    )
    t.all_stay().declare("cannot").do("1 play help_fog").on_to("declaration")
    assert t.legal(0) == {"declare can"}


# --- R8: spyglasses ------------------------------------------------------------------------


@pytest.mark.parametrize("spyglasses", [True, False])
def test_R8_each_of_the_first_four_cities_has_one_unless_they_are_left_out(
    spyglasses: bool,
) -> None:
    t = dealt(4, spyglasses=spyglasses)
    more = 1 if spyglasses else 0
    assert [len(t.pile(city)) for city in range(1, 5)] == [10 + more, 10 + more, 9 + more, 9 + more]
    assert [len(t.pile(city)) for city in range(5, 10)] == [9, 9, 6, 6, 6]
    assert sum(name in SPYGLASSES for pile in t.state.piles for name in pile) == 4 * more


def test_R8_without_them_none_is_played() -> None:
    t = table(2, hands={0: "cannon"}, dice="fog fog", power_cards=False, spyglasses=False)
    t.all_stay().on_to("declaration")
    assert t.refusal("0 play spyglass") == "not_in_this_game"
    # no seat can hold a rescue, so none is asked before the crash
    assert t.do("0 declare cannot").on_to("decisions").journey == 2


# --- R9: points to end the game ------------------------------------------------------------


def over_with(treasures: str, **options: Any) -> bool:
    """Is the game over after a crash, when seat 1 holds these treasures?"""
    t = table(
        2,
        hands={0: "cannon"},
        treasures={1: treasures},
        dice="fog fog",
        power_cards=False,
        **options,
    )
    t.do("1 stay", "0 declare cannot")
    if t.question == "cannot":
        t.all_pass()
    return t.game.over


@pytest.mark.parametrize(
    ("goal", "enough", "too_few"),
    [
        (50, "9:25 9:25", "9:25 8:20 3:4"),
        (25, "9:25", "8:20 3:4"),
        (100, "9:25 9:25 9:25 9:25", "9:25 9:25 9:25 8:20 3:4"),
    ],
)
def test_R9_fifty_points_end_the_game_or_those_that_a_table_agrees_on(
    goal: int, enough: str, too_few: str
) -> None:
    assert over_with(enough, goal=goal)
    assert not over_with(too_few, goal=goal)


def test_R9_the_goal_is_from_25_to_100() -> None:
    assert (Options(goal=25).goal, Options(goal=100).goal) == (25, 100)
    for goal in (24, 101):
        with pytest.raises(OptionsError):
            Options(goal=goal)
