"""The Grappling hook: a seat that left in this leg comes back aboard."""

from functools import partial

from engine.events import Crashed
from tests.rules import builder

BOX = ("grappling_hook",)
table = partial(builder.table, boxes=BOX)


def test_X1_who_left_puts_that_treasure_under_its_pile_and_is_aboard_again() -> None:
    hands, held = {0: "compass", 2: "grappling_hook"}, {2: "5:9 1:1"}
    t = table(hands=hands, dice="fog blank", piles={1: "1:3"}, treasures=held)
    t.on_to("decisions").do("1 stay", "2 leave").declare("can")
    assert t.treasures(2) == "5:9 1:1 1:3"
    t.do("2 play grappling_hook")
    assert (t.treasures(2), t.pile(1)[-1], t.aboard) == ("5:9 1:1", "1:3", (0, 1, 2))
    assert t.discarded("grappling_hook") == 1


def test_X1_who_was_ejected_comes_back_too() -> None:
    t = table(hands={0: "compass", 1: "ejection", 2: "grappling_hook foghorn"}, dice="fog blank")
    t.all_stay().do("1 play ejection on 2").declare("can").do("2 play grappling_hook")
    assert (t.treasures(2), t.aboard) == ("", (0, 1, 2))


def test_X1_who_is_back_flies_on_with_the_others() -> None:
    t = table(hands={0: "compass", 1: "grappling_hook foghorn"}, dice="fog blank")
    t.on_to("decisions").do("1 leave", "2 stay").declare("can")
    t.do("1 play grappling_hook").on_to("decisions")
    assert (t.city, t.captain, t.waiting) == (2, 1, (2,))


def test_X1_a_later_Wind_gust_may_still_crash_the_ship() -> None:
    hands = {0: "compass", 1: "wind_gust", 2: "grappling_hook foghorn"}
    t = table(hands=hands, dice="fog blank lightning")
    t.on_to("decisions").do("1 stay", "2 leave").declare("can")
    t.do("2 play grappling_hook", "1 play wind_gust", "0 declare cannot").on_to("decisions")
    [crash] = [event for event in t.events if isinstance(event, Crashed)]
    assert (crash.seats, t.treasures(2), t.journey) == ((0, 1, 2), "", 2)
