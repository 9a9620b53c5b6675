"""The examples of the rulebooks, to the letter.

Seat 0 is Orville, seat 1 Amelia, seat 2 Ambroise; clockwise in this order.
"""

from tests.rules.builder import table


def test_E1_two_events_are_paid_and_the_captaincy_goes_on() -> None:
    t = table(3, hands={0: "lightning_rod compass"}, dice="lightning fog", piles={1: "1:3"})
    t.do("1 stay", "2 leave").on_to("declaration").do("0 declare can")
    t.on_to("decisions")
    assert t.treasures(2) == "1:3"
    assert (t.discarded("lightning_rod"), t.discarded("compass"), t.hand(0)) == (1, 1, "")
    assert (t.city, t.captain) == (2, 1)
