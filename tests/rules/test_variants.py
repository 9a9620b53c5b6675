"""The beginner variant, and the crew variant for two."""

from collections import Counter
from typing import Any

import pytest

from engine import OptionsError
from engine.box import CITY_OF, SPYGLASSES
from engine.events import LookedThrough
from engine.options import BOXES
from tests.rules.builder import Tested, dealt, table

SEEDS = [bytes([n]) * 32 for n in range(12)]
FOUR_CITIES = "1:1 2:2 3:4 4:6"


def crew(**layout: object) -> Tested:
    """Two seats with three crew members each."""
    return table(2, variant="crew", **layout)  # type: ignore[arg-type] - facts by name


def deck_of(t: Tested) -> Counter[str]:
    hands = [card for seat in range(t.game.seats) for card in t.hand(seat).split()]
    return Counter([*t.state.deck, *hands])


# V1: the beginner variant


def test_V1_no_power_cards_but_turbos_and_no_spyglasses() -> None:
    t = dealt(variant="beginner")
    equipment = {"compass": 20, "lightning_rod": 18, "foghorn": 16, "cannon": 14}
    assert deck_of(t) == {**equipment, "turbo": 8}
    assert t.game.view(None).piles == (10, 10, 9, 9, 9, 9, 6, 6, 6)
    assert SPYGLASSES.isdisjoint([name for city in range(1, 10) for name in t.pile(city)])


@pytest.mark.parametrize(
    ("city", "treasures", "over"),
    [
        (5, {0: FOUR_CITIES}, True),
        (4, {0: FOUR_CITIES}, False),
        (1, {1: FOUR_CITIES, 2: "6:12 5:9"}, False),
        (1, {1: "9:25 9:25 8:20"}, False),
    ],
    ids=["five cities", "five treasures of four cities", "in two hands", "many points"],
)
def test_V1_treasures_of_five_cities_end_the_game_before_a_new_journey(
    city: int, treasures: dict[int, str], over: bool
) -> None:
    t = table(variant="beginner", city=city, ashore=(1, 2), treasures=treasures).do("0 leave")
    assert (t.game.over, t.journey) == (over, 1 if over else 2)


def test_V1_the_journey_in_which_it_happens_is_played_out() -> None:
    layout = {"city": 5, "treasures": {1: FOUR_CITIES}, "hands": {0: ""}, "dice": "fog fog fog"}
    t = table(variant="beginner", **layout).do("1 leave")  # type: ignore[arg-type] - facts by name
    assert not t.game.over
    assert t.do("2 stay").game.over


def test_V1_points_decide_who_wins() -> None:
    treasures = {0: FOUR_CITIES, 2: "9:25"}
    t = table(variant="beginner", city=5, ashore=(1, 2), treasures=treasures, piles={5: "5:9"})
    t.do("0 leave")
    assert [(score.total, score.rank) for score in t.game.scores] == [(22, 2), (0, 3), (25, 1)]


@pytest.mark.parametrize("variant", ["beginner", "crew"])
@pytest.mark.parametrize("box", BOXES)
def test_V1_no_expansion_can_be_added(box: str, variant: str) -> None:
    with pytest.raises(OptionsError) as error:
        dealt(2, variant=variant, boxes=(box,))
    assert error.value.code == "variant_alone"


# V2: the crew variant


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_V2_the_crew_variant_is_for_exactly_two_seats(seats: int) -> None:
    with pytest.raises(OptionsError) as error:
        dealt(seats, variant="crew")
    assert error.value.code == "crew_is_for_two"
    assert dealt(2, variant="crew").game.seats == 2


def test_V2_there_is_less_equipment_but_every_other_card() -> None:
    powers = dict.fromkeys(("ejection", "jetpack", "alternative_route", "wind_gust"), 2)
    equipment = {"compass": 15, "lightning_rod": 13, "foghorn": 11, "cannon": 9}
    assert deck_of(dealt(2, variant="crew")) == {**equipment, "turbo": 8, **powers}


def test_V2_each_pile_is_five_random_treasures_of_its_city() -> None:
    games = [dealt(2, variant="crew", seed=seed) for seed in SEEDS]
    for city in range(1, 10):
        assert {len(t.pile(city)) for t in games} == {5}
        assert {CITY_OF[name] for t in games for name in t.pile(city)} == {city}
        assert city > 6 or len({tuple(sorted(t.pile(city))) for t in games}) > 1


def test_V2_each_seat_has_three_crew_aboard() -> None:
    t = dealt(2, variant="crew")
    assert [(seat.place, seat.crew) for seat in t.game.view(None).seats] == [("ship", 3)] * 2


# V3: preparing


def test_V3_the_captain_may_set_down_one_crew_member_for_cards() -> None:
    t = crew(city=4, hands={0: ""}, deck="turbo jetpack compass")
    assert (t.question, t.waiting, t.legal(0)) == ("start", (0,), {"roll", "prepare"})
    t.do("0 prepare")
    assert t.hand(0) == "jetpack turbo"  # the dice of city 4, not those of city 5
    assert [seat.crew for seat in t.game.view(None).seats] == [2, 3]


def test_V3_a_captain_who_prepared_then_rolls() -> None:
    t = crew(city=4, dice="fog fog fog").do("0 prepare")
    assert (t.question, t.dice, t.aboard) == ("decisions", ("fog", "fog", "fog"), (0, 1))
    assert len(crew(city=6, hands={0: ""}).do("0 prepare").hand(0).split()) == 3


def test_V3_a_captain_may_roll_without_preparing() -> None:
    t = crew(city=4, hands={0: ""}).do("0 roll")
    assert (t.question, t.hand(0), t.game.view(None).seats[0].crew) == ("decisions", "", 3)


def test_V3_no_captain_prepares_at_the_first_city() -> None:
    assert crew().question == "decisions"
    assert crew(ashore=(1,)).legal(0) == {"roll", "leave"}


def test_V3_the_last_crew_member_is_never_set_down() -> None:
    t = crew(city=2, ashore=(1,), dice="blank " * 4)
    t.do("0 prepare").on_to("start").do("0 prepare").on_to("start")
    assert (t.city, t.game.view(None).seats[0].crew) == (4, 1)
    assert t.legal(0) == {"roll", "leave"}


def test_V3_a_lone_captain_who_does_this_must_roll() -> None:
    t = crew(city=2, ashore=(1,), dice="fog fog")
    assert t.legal(0) == {"roll", "leave", "prepare"}
    t.do("0 prepare")
    assert (t.dice, t.aboard) == (("fog", "fog"), (0,))
    assert "leave" not in t.legal(0)


def test_V3_passengers_do_not_prepare() -> None:
    t = crew(city=4)
    assert t.refusal("1 prepare") == "not_asked"
    assert t.do("0 roll").legal(1) == {"stay", "leave"}


# V4: treasures


def test_V4_as_many_treasures_are_drawn_as_crew_came_off_and_one_is_kept() -> None:
    t = crew()
    top, rest = t.pile(1)[:3], t.pile(1)
    t.do("1 leave")
    assert (t.question, t.waiting, t.game.view(1).drawn) == ("draw_treasure", (1,), top[::-1])
    assert t.legal(1) == {f"keep {treasure}" for treasure in top}
    for other in (0, None):
        view = t.game.view(other)
        assert (view.drawn, view.seats[1].drawn) == ((), 3)
        assert t.happened("looked_through")[0].seen_by(other) == LookedThrough(1, 1, None)
    t.do(f"1 keep {top[2]}")
    assert (t.treasures(1), t.ashore) == (top[2], (1,))
    assert sorted([*t.pile(1), top[2]]) == sorted(rest)


def test_V4_a_small_pile_offers_what_it_has() -> None:
    t = crew(left={1: 2})
    assert {f"keep {treasure}" for treasure in t.pile(1)} == t.do("1 leave").legal(1)


def test_V4_the_pile_is_shuffled_afterwards() -> None:
    below, on_top = True, True
    for seed in SEEDS:
        t = crew(seed=seed)
        before = t.pile(1)
        t.do("1 leave", f"1 keep {before[0]}")
        on_top = on_top and t.pile(1)[2:] == before[3:]
        below = below and t.pile(1)[:2] == before[3:]
    assert not on_top
    assert not below


def test_V4_crew_that_was_set_down_does_not_count() -> None:
    t = crew(city=2, ashore=(1,), dice="blank blank").do("0 prepare").on_to("start")
    top = t.pile(3)[:2]
    assert t.do("0 leave").legal(0) == {f"keep {treasure}" for treasure in top}
    t = crew(city=2, ashore=(1,), dice="blank " * 4)
    t.do("0 prepare").on_to("start").do("0 prepare").on_to("start")
    top = t.pile(4)[0]
    assert t.do("0 leave").treasures(0) == top  # the last one takes what comes


def test_V4_crew_that_was_set_down_returns_with_the_next_journey() -> None:
    t = crew(city=2, ashore=(1,), dice="blank blank").do("0 prepare").on_to("start")
    t.do("0 leave").do(min(f"0 {move}" for move in t.legal(0)))
    assert t.journey == 2
    assert [seat.crew for seat in t.game.view(None).seats] == [3, 3]


@pytest.mark.parametrize(
    ("laid", "moves", "seat"),
    [
        ({"hands": {0: "ejection"}}, "1 stay, 0 play ejection on 1", 1),
        ({"hands": {0: "", 1: "jetpack"}}, "1 stay, crashing, 1 play jetpack", 1),
        ({"ashore": (1,)}, "0 leave", 0),
    ],
    ids=["ejected", "by Jetpack", "a lone captain"],
)
def test_V4_whoever_leaves_in_another_way_chooses_too(laid: Any, moves: str, seat: int) -> None:
    t = crew(dice="fog fog", **laid)
    for move in moves.split(", "):
        if move == "crashing":
            t.on_to(move)
        else:
            t.do(move)
    assert (t.question, t.waiting) == ("draw_treasure", (seat,))
    assert t.game.view(None).seats[seat].drawn == 3


def test_V4_at_the_last_city_one_after_the_other_chooses() -> None:
    t = crew(city=8, dice="blank " * 4, left={9: 3}).do("0 roll", "1 stay").on_to("draw_treasure")
    assert (t.waiting, t.game.view(None).seats[0].drawn) == ((0,), 3)
    t.do("0 keep 9:25")
    assert (t.waiting, t.game.view(None).seats[1].drawn) == ((1,), 2)
