"""The examples of the rulebooks, to the letter.

Seat 0 is Orville, seat 1 Amelia, seat 2 Ambroise; clockwise in this order.
"""

from tests.rules.builder import table


def test_E1_two_events_are_paid_and_the_captaincy_goes_on() -> None:
    t = table(hands={0: "lightning_rod compass"}, dice="lightning fog", piles={1: "1:3"})
    t.do("1 stay", "2 leave").declare("can").on_to("decisions")
    assert t.treasures(2) == "1:3"
    assert (t.discarded("lightning_rod"), t.discarded("compass"), t.hand(0)) == (1, 1, "")
    assert (t.city, t.captain) == (2, 1)


def test_E2_a_captain_who_lacks_cards_crashes_and_the_next_journey_begins() -> None:
    t = table(captain=1, city=2, ashore=(2,), hands={1: "compass"}, dice="fog lightning")
    t.all_stay().on_to("declaration").do("1 declare cannot").on_to("decisions")
    assert (t.treasures(1), t.treasures(0)) == ("", "")
    assert (t.journey, t.city, t.captain) == (2, 1, 2)
    assert [seat.hand for seat in t.game.view(None).seats] == [3, 2, 3]


def test_E3_who_is_left_alone_flies_on_and_leaves_at_the_next_city() -> None:
    hands = {1: "compass"}
    t = table(captain=1, city=2, ashore=(2,), hands=hands, dice="fog blank", piles={3: "3:6"})
    t.do("0 leave")
    assert t.refusal("1 leave") == "not_now"
    t.on_to("declaration").do("1 declare can").on_to("start")
    assert (t.city, t.aboard, t.legal(1)) == (3, (1,), {"roll", "leave"})
    t.do("1 leave")
    assert (t.treasures(1), t.journey, t.captain) == ("3:6", 2, 2)


def test_E4_beginners_end_with_a_fifth_city_and_points_decide() -> None:
    treasures = {1: "1:1 1:1 1:2 2:2 2:3 3:4 4:6", 2: "6:12 7:15 8:20 8:20"}
    t = table(variant="beginner", ashore=(1, 2), treasures=treasures).do("0 leave")
    assert (t.game.over, t.journey) == (False, 2)

    t = table(variant="beginner", city=5, treasures=treasures, hands={0: ""}, dice="fog fog fog")
    t.do("1 leave")
    assert not t.game.over
    t.do("2 stay")
    assert t.game.over
    assert [score.rank for score in t.game.scores] == [3, 2, 1]
