"""Krismastri: the gifts, and how they are given away at the end."""

from functools import partial
from typing import Any

import pytest

from engine.events import Gave, GiftsShown
from tests.rules import builder
from tests.rules.builder import Tested

BOX = ("krismastri",)
table = partial(builder.table, boxes=BOX)


# --- X3: the gifts -----------------------------------------------------------------------


def test_X3_only_blanks_put_the_top_treasure_of_the_ships_city_to_the_gifts() -> None:
    t = table(city=3, dice="blank blank", piles={3: "3:6"})
    assert (t.state.gifts, len(t.pile(3))) == (("3:6",), 9)
    assert [seat.treasures for seat in t.state.seats] == [(), (), ()]
    for view in map(t.game.view, (0, 1, 2, None)):
        assert (view.gifts, view.gifts_shown) == ((3,), ())
    assert table(dice="blank fog").state.gifts == ()


@pytest.mark.parametrize(
    ("dice", "moves", "gifts"),
    [
        ("blank fog blank", ["0 play alternative_route", "0 reroll fog"], ("1:3",)),
        ("blank blank blank blank", ["2 play wind_gust"], ("1:3", "1:2")),
        ("fog fog blank", ["0 play alternative_route", "0 reroll fog"], ()),
    ],
)
def test_X3_each_roll_that_leaves_only_blanks_is_a_gift(
    dice: str, moves: list[str], gifts: tuple[str, ...]
) -> None:
    hands = {0: "alternative_route", 2: "wind_gust"}
    t = table(hands=hands, dice=dice, piles={1: "1:3 1:2"}).all_stay().do(*moves)
    assert t.state.gifts == gifts


def test_X3_no_dice_are_no_gift() -> None:
    t = table(characters=("black", "red", "blue"), boxes=("krismastri", "little_help"))
    t.on_to("before_roll").do("0 play black").on_to("decisions")
    assert (t.dice, t.state.gifts) == ((), ())


@pytest.mark.parametrize("left", [1, 0])
def test_X3_the_gift_comes_before_the_decisions_while_the_city_has_treasures(left: int) -> None:
    t = table(city=3, dice="blank blank", left={3: left})
    assert (len(t.state.gifts), t.pile(3)) == (left, ())
    assert (t.question, t.state.leg.stayed) == ("spoken", (1, 2))


# --- X3: the end -------------------------------------------------------------------------


def last_crash(
    treasures: dict[int, str],
    gifts: str,
    *,
    seats: int = 3,
    captain: int = 0,
    boxes: tuple[str, ...] = BOX,
    held: dict[int, str] | None = None,
    token: int | None = None,
    left: dict[int, int] | None = None,
) -> Tested:
    """The ship crashes and someone has the points: the gifts (highest last) are given out.

    ``held`` are hands, ``token`` is the seat with the token of Boscalumia, and ``left`` says how
    many treasures the cities have when it crashes.
    """
    t = table(
        seats,
        hands={**dict.fromkeys(range(seats), "foghorn"), **(held or {})},
        treasures=treasures,
        dice="fog blank",
        captain=captain,
        boxes=boxes,
    )
    if token is not None:
        t.state.seats[token].tokens = 1
    for gift in gifts.split():
        city = int(gift.partition(":")[0])
        pile = list(t.state.piles[city])
        pile.remove(gift)
        t.state.piles[city] = tuple(pile)
        t.state.gifts += (gift,)
    t.all_stay()
    for city, count in (left or {}).items():
        t.state.removed += t.state.piles[city][count:]
        t.state.piles[city] = t.state.piles[city][:count]
    t.on_to("declaration").do(f"{captain} declare cannot")
    while t.waiting and t.question not in ("give_gifts", "decisions"):
        t.all_pass()
    return t


def given(t: Tested) -> list[tuple[int, int, str]]:
    return [(e.seat, e.to, e.treasure) for e in t.events if isinstance(e, Gave)]


RICH = "9:25 9:25"


def test_X3_who_reached_the_goal_gives_the_gifts_to_seats_of_its_choice() -> None:
    t = last_crash({1: RICH}, "1:2 3:6 2:3")
    [shown] = [event for event in t.events if isinstance(event, GiftsShown)]
    assert (shown.seat, sorted(shown.treasures)) == (1, ["1:2", "2:3", "3:6"])
    assert (t.waiting, t.legal(1)) == ((1,), {"give 0", "give 2"})
    t.do("1 give 2")
    assert given(t) == [(1, 2, "3:6"), (1, 0, "2:3")]
    assert t.game.over


def test_X3_each_other_seat_gets_at_most_one_gift_while_they_last_the_giver_none() -> None:
    t = last_crash({0: RICH}, "1:2 3:6 2:3 4:8 1:3", seats=4).do("0 give 2")
    assert t.legal(0) == {"give 1", "give 3"}
    assert given(t.do("0 give 3")) == [(0, 2, "4:8"), (0, 3, "3:6"), (0, 1, "2:3")]
    assert (t.treasures(0), sorted(t.state.gifts)) == (RICH, ["1:2", "1:3"])
    t = last_crash({0: RICH}, "3:6 2:3", seats=5).do("0 give 4", "0 give 2")
    assert given(t) == [(0, 4, "3:6"), (0, 2, "2:3")]
    assert (t.game.over, t.treasures(1), t.treasures(3)) == (True, "", "")


def test_X3_without_gifts_or_with_two_seats_there_is_no_choice() -> None:
    t = last_crash({0: RICH}, "")
    assert (t.game.over, t.happened("gifts_shown")) == (True, [])
    t = last_crash({0: RICH}, "3:6 1:2", seats=2)
    assert (given(t), t.game.over) == ([(0, 1, "3:6")], True)


def test_X3_the_scores_are_counted_again_after_the_gifts() -> None:
    t = last_crash({0: RICH, 1: "8:20 8:20 4:7"}, "4:8 1:2").do("0 give 1")
    assert [score.total for score in t.game.scores] == [50, 55, 2]
    assert [score.seat for score in t.game.scores if score.rank == 1] == [1]


def test_X3_of_several_who_reached_the_goal_the_richest_gives() -> None:
    t = last_crash({0: RICH, 2: "9:25 9:25 1:1"}, "4:8", captain=1)
    assert (t.question, t.waiting) == ("give_gifts", (2,))


@pytest.mark.parametrize(("captain", "giver"), [(0, 2), (1, 2), (2, 0)])
def test_X3_of_equally_rich_seats_the_first_to_the_last_captains_left_gives(
    captain: int, giver: int
) -> None:
    # fewer treasure cards would win the game, but do not count here
    t = last_crash({0: "8:20 8:20 5:10", 2: RICH}, "4:8 1:2", captain=captain)
    assert t.waiting == (giver,)
    t.do(f"{giver} give {2 - giver}")
    assert given(t) == [(giver, 2 - giver, "4:8"), (giver, 1, "1:2")]


@pytest.mark.parametrize(
    ("treasures", "more"),
    [
        ({0: "9:25 9:25 1:1", 2: RICH}, {"held": {0: "help_fog help_fog"}}),
        ({0: RICH, 2: "9:25 8:20 3:4"}, {"held": {0: "help_fog help_fog"}}),
        ({0: "9:25", 2: "9:25 8:20 3:4"}, {"token": 0}),
    ],
    ids=["a penalty", "a penalty that makes another seat lead", "a token of Boscalumia"],
)
def test_X3_points_and_tokens_count_but_no_penalty(treasures: Any, more: Any) -> None:
    boxes = ("krismastri", "little_help", "boscalumia")
    t = last_crash(treasures, "4:8 1:2", boxes=boxes, **more)
    assert (t.question, t.waiting) == ("give_gifts", (0,))


def test_X3_if_no_seat_reached_the_goal_the_richest_gives() -> None:
    # no city has a treasure left, which ends the game too
    bare = dict.fromkeys(range(1, 10), 0)
    t = last_crash({1: "3:6", 2: "4:8"}, "2:3 1:2", left=bare)
    assert (t.question, t.waiting) == ("give_gifts", (2,))
    t.do("2 give 0")
    assert (given(t), t.game.over) == ([(2, 0, "2:3"), (2, 1, "1:2")], True)


def test_X3_the_gifts_do_not_count_before_the_end() -> None:
    t = last_crash({0: "9:25 8:20"}, "4:8 3:6")
    assert (t.journey, t.game.over, len(t.state.gifts)) == (2, False, 2)
