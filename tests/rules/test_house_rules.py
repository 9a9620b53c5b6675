"""House rules: each has a reading that is played by default, and another that can be chosen.

`test_little_help` holds that a new leg after a Mooring line has a new roll (H7), and that help
counts while Blue captains (C2); here stand the other readings and the borders. R4 has its tests in
`test_instructor`, R5 to R7 in `test_house_rules_of_a_leg`.
"""

import pytest

from engine import Options, OptionsError
from engine.box import SPYGLASSES
from tests.rules.builder import Tested, dealt, table

BOX = ("little_help",)


# --- R1: after a Mooring line --------------------------------------------------------------


def moored(
    *, captain_of_the_next: str = "cannon", dice: str = "fog lightning", **options: object
) -> Tested:
    """Seat 0 has paid for fog and lightning, and seat 2 has played its Mooring line."""
    t = table(
        hands={0: "compass lightning_rod", 1: captain_of_the_next, 2: "mooring_line cannon"},
        dice=dice,
        boxes=BOX,
        characters=("black", "purple", "yellow"),
        **options,  # type: ignore[arg-type] - facts by name
    )
    t.all_stay().declare("can").on_to("payment").do("0 pay compass lightning_rod")
    return t.do("2 play mooring_line")


def test_R1_by_default_the_dice_are_rolled_anew() -> None:
    t = moored(dice="fog lightning birds pirates")
    assert (t.question, t.dice) == ("before_roll", ())
    assert t.on_to("decisions").dice == ("birds", "pirates")
    assert t.happened("dice_kept") == []


def test_R1_the_other_reading_keeps_the_dice() -> None:
    t = moored(dice="fog lightning birds pirates", mooring_keeps_dice=True)
    assert (t.question, t.dice) == ("decisions", ("fog", "lightning"))
    assert len(t.happened("dice_kept")) == 1


def test_R1_with_the_dice_kept_everyone_decides_again() -> None:
    t = moored(mooring_keeps_dice=True)
    assert (t.captain, t.waiting) == (1, (2,))
    assert t.legal(2) == {"stay", "leave"}
    t.do("2 leave")
    assert t.waiting == (0,)
    assert t.legal(0) == {"stay", "leave"}


def test_R1_the_new_captain_faces_the_dice_that_were_kept() -> None:
    t = moored(captain_of_the_next="compass lightning_rod", mooring_keeps_dice=True)
    t.all_stay().on_to("declaration").do("1 declare can").on_to("payment")
    assert t.legal(1) == {"pay compass lightning_rod"}


def test_R1_the_ship_has_not_moved_and_the_cards_stay_discarded() -> None:
    t = moored(mooring_keeps_dice=True)
    assert (t.city, t.hand(0)) == (1, "")
    assert (t.discarded("compass"), t.discarded("lightning_rod")) == (1, 1)


def test_R1_the_dice_are_kept_for_one_leg_only() -> None:
    t = moored(
        captain_of_the_next="compass lightning_rod",
        dice="fog lightning birds pirates",
        mooring_keeps_dice=True,
    )
    t.all_stay().on_to("declaration").do("1 declare can").on_to("payment")
    t.do("1 pay compass lightning_rod").on_to("decisions")
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


def at_the_end(**options: object) -> Tested:
    """The game is over; seat 0 has 50 points and holds three help cards."""
    t = table(
        2,
        hands={0: "help_fog help_birds help_birds"},
        treasures={0: "9:25 9:25"},
        dice="fog fog",
        boxes=BOX,
        characters=("black", "purple"),
        **options,  # type: ignore[arg-type] - facts by name
    )
    t.all_stay().declare("cannot")
    return t.on_to("")


def test_R2_by_default_each_costs_two_points() -> None:
    assert (at_the_end().game.scores[0].penalty, at_the_end().game.scores[0].total) == (6, 44)


def test_R2_the_other_reading_costs_four_points() -> None:
    (first, second) = at_the_end(help_penalty=4).game.scores
    assert (first.penalty, first.total) == (12, 38)
    assert (second.penalty, second.total) == (0, 0)


# --- R3: Blue's leg ------------------------------------------------------------------------


def blue_in_need(**options: object) -> Tested:
    """Blue has taken over and cannot pay for fog and fog from one compass."""
    t = table(
        hands={0: "cannon help_fog", 1: "help_fog", 2: "compass"},
        dice="fog fog",
        boxes=BOX,
        characters=("black", "purple", "blue"),
        **options,  # type: ignore[arg-type] - facts by name
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


def test_R8_by_default_each_of_the_first_four_cities_has_one() -> None:
    t = dealt(4)
    assert [pile_of(t, city) for city in (1, 2, 3, 4, 5)] == [11, 11, 10, 10, 9]
    assert len(spyglasses(t)) == 4


def test_R8_they_may_be_left_out() -> None:
    t = dealt(4, spyglasses=False)
    assert [pile_of(t, city) for city in range(1, 10)] == [10, 10, 9, 9, 9, 9, 6, 6, 6]
    assert sum(pile_of(t, city) for city in range(1, 10)) == 74
    assert spyglasses(t) == []


def test_R8_without_them_none_is_played() -> None:
    t = table(2, hands={0: "cannon"}, dice="fog fog", power_cards=False, spyglasses=False)
    t.all_stay().on_to("declaration")
    assert t.refusal("0 play spyglass") == "not_in_this_game"
    # no seat can hold a rescue, so none is asked before the crash
    assert t.do("0 declare cannot").on_to("decisions").journey == 2


def pile_of(t: Tested, city: int) -> int:
    return len(t.pile(city))


def spyglasses(t: Tested) -> list[str]:
    return [name for pile in t.state.piles for name in pile if name in SPYGLASSES]


# --- R9: points to end the game ------------------------------------------------------------


def over_with(treasures: str, **options: object) -> bool:
    """Is the game over after a crash, when seat 1 holds these treasures?"""
    t = table(
        2,
        hands={0: "cannon"},
        treasures={1: treasures},
        dice="fog fog",
        power_cards=False,
        **options,  # type: ignore[arg-type] - facts by name
    )
    t.do("1 stay", "0 declare cannot")
    if t.question == "cannot":
        t.all_pass()
    return t.game.over


def test_R9_by_default_fifty_points_end_the_game() -> None:
    assert over_with("9:25 9:25")
    assert not over_with("9:25 8:20 3:4")


def test_R9_a_table_may_agree_on_fewer() -> None:
    assert over_with("9:25", goal=25)
    assert not over_with("8:20 3:4", goal=25)


def test_R9_a_table_may_agree_on_more() -> None:
    assert over_with("9:25 9:25 9:25 9:25", goal=100)
    assert not over_with("9:25 9:25 9:25 8:20 3:4", goal=100)


def test_R9_the_goal_is_from_25_to_100() -> None:
    assert (Options(goal=25).goal, Options(goal=100).goal) == (25, 100)
    for goal in (24, 101):
        with pytest.raises(OptionsError):
            Options(goal=goal)
