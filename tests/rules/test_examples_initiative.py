"""The example of A Little Initiative, in both of its readings.

Seat 0 is Orville, seat 1 Amelia, seat 2 Ambroise; clockwise in this order.
"""

from tests.rules.builder import table

BOX = ("initiative",)


def test_E7_Ambroise_takes_the_boat_instead_of_deciding() -> None:
    t = table(hands={0: "compass", 2: "rowboat_birds"}, dice="fog blank", boxes=BOX)
    t.on_to("decisions").do("1 stay", "2 play rowboat_birds")
    assert (t.aboard, t.in_boat, t.ashore) == ((0, 1), (2,), ())
    t.declare("can").on_to("before_roll")
    assert (t.state.leg.craft, t.state.leg.captain) == ("boat", 2)
    assert (t.city, t.state.boat.city, t.captain) == (2, 1, 2)


def test_E7_Orville_takes_the_boat_and_flies_on_alone_while_the_ship_crashes() -> None:
    t = table(
        hands={0: "rowboat_birds alternative_route compass", 1: "cannon"},
        city=2,
        dice="lightning fog pirates birds fog",
        boxes=BOX,
    )
    t.on_to("decisions").do("1 stay", "2 stay", "0 play rowboat_birds")
    assert (t.captain, t.in_boat) == (1, (0,))
    t.on_to("declaration").do("1 declare cannot").on_to("before_roll")
    assert (t.ashore, t.hand(1), t.treasures(1), t.journey) == ((1, 2), "cannon", "", 1)
    assert (t.state.leg.craft, t.captain) == ("boat", 0)
    t.on_to("spoken")
    assert t.dice == ("pirates", "birds")
    t.do("0 play alternative_route", "0 reroll pirates")
    assert t.dice == ("fog", "birds")
    t.declare("can").on_to("start")
    assert (t.hand(0), t.discarded("compass"), t.discarded("alternative_route")) == ("", 1, 1)
    assert (t.state.boat.city, t.in_boat, t.aboard) == (3, (0,), ())
    assert (t.state.leg.craft, t.legal(0)) == ("boat", {"roll", "leave"})
