"""A leg of the base game, phase by phase."""

import pytest

from engine import UnknownMove
from engine.events import Took
from engine.moves import parse
from tests.rules.builder import table

# B7


def test_B7_a_captain_alone_at_the_start_may_leave_instead_of_rolling() -> None:
    t = table(city=2, ashore=(1, 2), piles={2: "2:4"})
    assert (t.question, t.legal(0)) == ("start", {"roll", "leave"})
    assert (t.do("0 leave").treasures(0), t.journey) == ("2:4", 2)
    assert t.happened("rolled")[0].to_json()["captain"] == 1  # the new journey's first roll
    t = table(city=2, ashore=(1, 2), dice="blank blank").do("0 roll")
    assert (t.journey, t.dice, t.aboard) == (1, ("blank", "blank"), (0,))


def test_B7_a_captain_with_passengers_does_not_leave() -> None:
    t = table(ashore=(2,))
    assert (t.question, t.waiting) == ("decisions", (1,))
    assert t.refusal("0 leave") == "not_asked"


def test_B7_a_captain_who_becomes_alone_during_the_leg_does_not_leave() -> None:
    t = table(hands={0: "compass"}, dice="fog blank", ashore=(2,)).do("1 leave")
    while t.city == 1:
        assert "leave" not in t.legal(0)
        move = "pass" if "pass" in t.legal(0) else "declare can"
        t.do(*[f"{seat} {move if seat == 0 else 'pass'}" for seat in t.waiting])
    assert (t.question, t.city, t.legal(0)) == ("start", 2, {"roll", "leave"})


# B8


@pytest.mark.parametrize(
    ("city", "dice"), [(1, 2), (2, 2), (3, 2), (4, 3), (5, 3), (6, 3), (7, 4), (8, 4)]
)
def test_B8_as_many_dice_as_the_next_citys_tile_says(city: int, dice: int) -> None:
    assert len(table(city=city).dice) == dice


def test_B8_the_next_city_is_the_next_one_with_treasures() -> None:
    assert len(table(city=3, left={4: 0}).dice) == 3
    assert len(table(city=5, left={6: 0, 7: 0}).dice) == 4


# B9


def test_B9_clockwise_from_the_captains_left_each_stays_or_leaves() -> None:
    t = table(4, captain=1)
    assert (t.waiting, t.legal(2)) == ((2,), {"stay", "leave"})
    assert t.refusal("3 stay") == "not_asked"
    assert t.do("2 stay").waiting == (3,)
    assert t.do("3 leave").waiting == (0,)
    t.do("0 stay")
    assert t.question != "decisions"
    assert (t.aboard, t.ashore) == ((0, 1, 2), (3,))


def test_B9_who_leaves_takes_the_top_treasure_of_the_city_at_once() -> None:
    t = table(city=3, piles={3: "3:6 3:spyglass"}).do("1 leave")
    assert (t.treasures(1), t.pile(3)[0], t.question) == ("3:6", "3:spyglass", "decisions")
    assert t.do("2 leave").treasures(2) == "3:spyglass"


def test_B9_only_the_taker_sees_the_treasure() -> None:
    t = table(piles={1: "1:3"}).do("1 leave")
    (took,) = t.happened("took")
    assert took.seen_by(1) == Took(1, 1, "1:3")
    assert took.seen_by(0) == took.seen_by(2) == took.seen_by(None) == Took(1, 1, None)
    assert t.game.view(1).treasures == ("1:3",)


def test_B9_who_left_is_ashore_until_the_next_journey() -> None:
    t = table(hands={2: ""}, dice="blank blank fog fog").do("1 leave", "2 stay").on_to("decisions")
    assert (t.city, t.captain, t.waiting, t.ashore) == (2, 2, (0,), (1,))
    t.do("0 stay").on_to("decisions")
    assert (t.journey, t.ashore) == (2, ())


# B10


@pytest.mark.parametrize("left", [1, 2])
def test_B10_no_passenger_leaves_after_a_citys_last_treasure_is_taken(left: int) -> None:
    t = table(4, left={1: left}, dice="fog fog").do("1 leave")
    if left == 2:
        assert t.legal(2) == {"stay", "leave"}
        t.do("2 leave")
    assert t.question != "decisions"
    assert (t.ashore, t.pile(1)) == (tuple(range(1, left + 1)), ())
    assert [event.to_json()["seat"] for event in t.happened("stayed")] == [2, 3][left - 1 :]


# B11


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("compass cannon turbo turbo", {"declare can"}),
        ("compass turbo", {"declare can", "declare cannot"}),
        *[
            (hand, {"declare cannot"})
            for hand in ("turbo", "cannon", "foghorn foghorn", "compass lightning_rod")
        ],
    ],
)
def test_B11_enough_equipment_can_too_few_cards_cannot_and_Turbos_let_choose(
    hand: str, words: set[str]
) -> None:
    t = table(hands={0: hand}, dice="fog pirates").all_stay().on_to("declaration")
    assert t.legal(0) == words
    if words == {"declare can"}:
        assert t.refusal("0 declare cannot") == "not_this_one"


def test_B11_who_said_can_pays_and_who_said_cannot_does_not() -> None:
    t = table(hands={0: "compass turbo"}, dice="fog pirates").all_stay().declare("cannot")
    assert (t.on_to("decisions").journey, t.happened("paid")) == (2, [])
    t = table(hands={0: "compass turbo"}, dice="fog pirates").all_stay().declare("can")
    assert (t.on_to("decisions").city, t.hand(0)) == (2, "")


@pytest.mark.parametrize("said", ["can", "cannot"])
@pytest.mark.parametrize(
    ("rolled", "words"),
    [
        ("birds", {"declare can", "declare cannot"}),
        ("fog", {"declare can", "declare cannot"}),
        ("blank", {"declare can"}),
    ],
)
def test_B11_after_a_reroll_the_captain_declares_by_the_new_dice(
    said: str, rolled: str, words: set[str]
) -> None:
    hands = {0: "compass turbo", 1: "alternative_route"}
    t = table(hands=hands, dice=f"fog pirates {rolled}").all_stay().declare(said)
    t.do("1 play alternative_route", "0 reroll pirates")
    assert (t.question, t.dice) == ("declaration", ("fog", rolled))
    assert t.legal(0) == words


def test_B11_passengers_do_not_choose_again() -> None:
    t = table(hands={0: "compass", 1: "wind_gust"}, dice="fog blank pirates")
    t.all_stay().declare("can").do("1 play wind_gust")
    t.do("0 declare cannot").on_to("crashing").all_pass()
    assert [event.to_json()["seat"] for event in t.happened("stayed")] == [1, 2]
    assert t.happened("left") == []


# B12


def test_B12_the_captain_discards_only_cards_that_cover_the_events_for_all_to_see() -> None:
    t = table(hands={0: "compass compass lightning_rod cannon turbo"}, dice="fog lightning")
    t.all_stay().declare("can").on_to("decisions")
    assert t.hand(0) == "cannon compass turbo"
    assert t.game.view(None).discard == {"compass": 1, "lightning_rod": 1}
    (paid,) = t.happened("paid")
    assert paid.seen_by(None) == paid
    assert paid.to_json()["cards"] == ["compass", "lightning_rod"]


def test_B12_turbos_pay_only_where_equipment_cannot() -> None:
    t = table(hands={0: "compass turbo turbo turbo"}, dice="fog fog").all_stay().declare("can")
    assert t.on_to("decisions").hand(0) == "turbo turbo"


def test_B12_with_several_such_sets_the_captain_picks() -> None:
    hands = {0: "compass compass upgraded_compass turbo"}
    t = table(boxes=("little_help",), hands=hands, dice="fog fog").on_to("decisions")
    t.all_stay().declare("can").on_to("payment")
    assert t.legal(0) == {"pay compass compass", "pay upgraded_compass"}
    t.do("0 pay upgraded_compass")
    assert t.hand(0) == "compass compass turbo"


def test_B12_a_captain_who_cannot_pay_shows_and_loses_nothing() -> None:
    t = table(hands={0: "compass cannon"}, dice="fog birds", deck="turbo turbo turbo")
    t.all_stay().declare("cannot").on_to("decisions")
    assert t.hand(0) == "cannon compass turbo"  # the turbo is drawn for the new journey
    assert t.game.view(None).discard == {}
    assert t.happened("paid") == []


# B13


def test_B13_after_paying_the_ship_moves_to_the_next_city_with_treasures() -> None:
    t = table(city=2, left={3: 0}, dice="blank blank").do("1 stay", "2 stay").on_to("decisions")
    assert (t.city, t.journey) == (4, 1)


def test_B13_the_first_seat_aboard_to_the_left_becomes_captain() -> None:
    t = table(4, dice="blank blank blank blank").do("1 leave", "2 stay", "3 stay")
    assert t.on_to("decisions").captain == 2
    assert t.do("3 leave", "0 stay").on_to("decisions").captain == 0


def test_B13_who_is_alone_stays_captain() -> None:
    t = table(dice="blank blank").do("1 leave", "2 leave").on_to("start")
    assert (t.city, t.captain, t.waiting) == (2, 0, (0,))


def test_B13_in_a_crash_all_aboard_get_nothing_and_the_journey_ends() -> None:
    t = table(city=4, hands={0: ""}, dice="fog fog fog").do("1 leave", "2 stay").on_to("decisions")
    assert [len(t.treasures(seat).split()) for seat in range(3)] == [0, 1, 0]
    assert (t.journey, t.city) == (2, 1)


# B14


def test_B14_at_the_last_city_captain_first_then_clockwise_each_takes_a_treasure() -> None:
    dice = "blank blank blank blank"
    t = table(4, captain=2, city=5, left={7: 0, 8: 0, 9: 0}, piles={6: "6:13 6:12 6:13"}, dice=dice)
    t.do("3 stay", "0 leave", "1 stay").on_to("decisions")
    assert [t.treasures(seat) for seat in (2, 3, 1)] == ["6:13", "6:12", "6:13"]
    order = [event.to_json()["seat"] for event in t.happened("took")]
    assert order == [0, 2, 3, 1]


def test_B14_at_the_last_city_they_take_treasures_if_any_and_the_journey_ends() -> None:
    t = table(city=8, left={9: 2}, dice="blank blank blank blank").all_stay().on_to("decisions")
    assert [t.treasures(seat) for seat in range(3)] == ["9:25", "9:25", ""]
    assert (t.journey, t.city, t.captain) == (2, 1, 1)
    assert t.happened("crashed") == []


# B15


def test_B15_the_ship_flies_over_cities_without_treasures() -> None:
    t = table(left={2: 0, 3: 0, 4: 0}, dice="blank blank blank")
    assert len(t.dice) == 3  # the dice of city 5
    assert t.do("1 stay", "2 stay").on_to("decisions").city == 5


def test_B15_the_last_city_with_treasures_plays_the_part_of_the_last_one() -> None:
    t = table(city=3, left={5: 0, 6: 0, 7: 0, 8: 0, 9: 0}, dice="blank blank")
    t.do("1 stay", "2 stay").on_to("decisions")
    assert [t.treasures(seat)[:2] for seat in range(3)] == ["4:", "4:", "4:"]
    assert t.journey == 2


def test_B15_a_journey_may_begin_at_the_last_city_with_treasures() -> None:
    t = table(left={1: 2} | dict.fromkeys(range(2, 10), 0))
    assert [len(t.treasures(seat).split()) for seat in range(3)] == [1, 1, 0]
    assert t.game.over


def test_B15_the_game_ends_when_no_city_has_any() -> None:
    bare = dict.fromkeys(range(1, 9), 0) | {9: 1}
    t = table(city=8, left=bare, treasures={1: "4:7", 2: "5:9"}, dice="blank blank blank blank")
    t.on_to("spoken").all_pass().on_to("can").all_pass()
    assert t.game.over
    assert [score.total for score in t.game.scores] == [25, 7, 9]


# B16


def test_B16_a_captain_alone_at_an_empty_city_must_roll() -> None:
    t = table(city=3, left={3: 0}, ashore=(1, 2), dice="fog blank")
    assert t.question != "start"
    assert t.dice == ("fog", "blank")
    assert table(city=3, left={3: 1}, ashore=(1, 2)).question == "start"


# B17


def test_B17_cards_are_not_shown_but_the_captains_hand_size_is_public() -> None:
    t = table(hands={0: "compass turbo"}, dice="fog lightning").all_stay().declare("can")
    with pytest.raises(UnknownMove):
        parse("show compass")
    for view in map(t.game.view, (1, 2, None)):
        assert "compass" not in repr(view)
        assert view.seats[view.leg.captain].hand == 2
    assert {event.kind for event in t.events} == {"stayed", "declared"}
