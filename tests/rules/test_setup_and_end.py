"""Setting up a game, what is public in it, and how journeys and games end."""

from collections import Counter
from typing import Any

import pytest

from engine import OptionsError
from engine.events import Drew
from tests.rules.builder import Tested, dealt, table

SEEDS = [bytes([n]) * 32 for n in range(12)]
ALL_CARDS = (
    *("compass",) * 20,
    *("lightning_rod",) * 18,
    *("foghorn",) * 16,
    *("cannon",) * 14,
    *("turbo",) * 8,
    *("ejection", "jetpack", "alternative_route", "wind_gust") * 2,
)


def last_leaves(**layout: object) -> Tested:
    """The captain is alone and ends the journey with one point from city 1."""
    layout = {"ashore": (1, 2), "piles": {1: "1:1"}, **layout}
    return table(**layout).do("0 leave")  # type: ignore[arg-type] - facts by name


def winners(t: Tested) -> list[int]:
    return [score.seat for score in t.game.scores if score.rank == 1]


# B1


def test_B1_two_to_six_seats_play() -> None:
    assert [dealt(seats).game.seats for seats in range(2, 7)] == [2, 3, 4, 5, 6]
    for seats in (0, 1, 7):
        with pytest.raises(OptionsError) as error:
            dealt(seats)
        assert error.value.code == "seats_out_of_range"


@pytest.mark.parametrize(("seats", "cards"), [(2, 8), (3, 8), (4, 6), (5, 6), (6, 6)])
def test_B1_eight_cards_for_two_or_three_seats_six_for_more(seats: int, cards: int) -> None:
    view = dealt(seats).game.view(None)
    assert [seat.hand for seat in view.seats] == [cards] * seats
    assert view.deck == 84 - seats * cards


def test_B1_the_base_deck_is_complete() -> None:
    t = dealt(2)
    dealt_out = [card for seat in (0, 1) for card in t.hand(seat).split()]
    assert Counter([*t.state.deck, *dealt_out]) == Counter(ALL_CARDS)


def test_B1_each_city_has_its_own_pile() -> None:
    t = dealt(3)
    assert t.game.view(None).piles == (11, 11, 10, 10, 9, 9, 6, 6, 6)
    assert sorted(t.pile(1)) == ["1:1"] * 5 + ["1:2"] * 3 + ["1:3"] * 2 + ["1:spyglass"]


def test_B1_deck_piles_and_the_first_captain_come_by_chance() -> None:
    games = [dealt(seed=seed) for seed in SEEDS]
    assert len({t.state.deck for t in games}) == len(SEEDS)
    for city in range(1, 7):
        assert len({t.pile(city) for t in games}) > len(SEEDS) // 2
    assert {t.captain for t in games} == {0, 1, 2}
    assert {dealt(seed=seed, first_captain=2).captain for seed in SEEDS} == {2}


def test_B1_everyone_starts_aboard_at_the_first_city() -> None:
    t = dealt(4)
    assert t.aboard == (0, 1, 2, 3)
    assert (t.city, t.journey) == (1, 1)
    assert [t.treasures(seat) for seat in range(4)] == [""] * 4


# B2


def test_B2_the_discard_is_shuffled_into_a_new_draw_pile() -> None:
    t = last_leaves(empty_deck=True)
    view = t.game.view(None)
    assert (view.discard, view.deck) == ({}, 84 - 6 - 3)  # three hands of two, three draws
    assert len(t.happened("shuffled")) == 1
    drawn = {last_leaves(empty_deck=True, seed=seed).state.deck for seed in SEEDS}
    assert len(drawn) == len(SEEDS)


def test_B2_the_draw_pile_lasts_before_the_discard_is_touched() -> None:
    t = last_leaves(deck="turbo turbo turbo", discard="compass")
    assert t.discarded("compass") == 1
    assert t.happened("shuffled") == []


@pytest.mark.parametrize("left", [0, 1])
def test_B2_the_first_seats_draw_what_is_left_and_the_others_nothing(left: int) -> None:
    t = last_leaves(hands={0: "", 1: "", 2: " ".join(ALL_CARDS[left:])}, deck=ALL_CARDS[0] * left)
    assert (t.journey, t.hand(1), t.hand(0)) == (2, ALL_CARDS[0] * left, "")


# B3


def test_B3_sizes_and_the_discard_are_public() -> None:
    t = table(hands={0: "compass turbo cannon"}, treasures={1: "4:8 1:2"})
    view = t.game.view(None)
    assert [seat.hand for seat in view.seats] == [3, 2, 2]
    assert [len(seat.treasures) for seat in view.seats] == [0, 2, 0]
    assert view.piles == (10, 11, 10, 9, 9, 9, 6, 6, 6)
    assert view.deck == 84 - 7


def test_B3_everything_played_is_public() -> None:
    t = table(hands={0: "compass", 1: "wind_gust"}, dice="fog blank blank")
    t.do("1 stay", "2 stay", "1 play wind_gust").declare("can").on_to("decisions")
    shown = [*t.happened("played"), *t.happened("paid")]
    assert [event.kind for event in shown] == ["played", "paid"]
    assert [event.seen_by(None) for event in shown] == shown
    assert t.game.view(None).discard == {"wind_gust": 1, "compass": 1}


@pytest.mark.parametrize(
    "laid",
    [
        [{"hands": {0: "compass compass"}}, {"hands": {0: "jetpack ejection"}}],
        [{"treasures": {0: "1:1 4:6"}}, {"treasures": {0: "1:3 4:8"}}],
    ],
)
def test_B3_a_hand_and_the_values_of_treasures_are_their_owners_secret(laid: Any) -> None:
    poor, rich = [table(**each).game for each in laid]
    assert poor.view(0) != rich.view(0)
    for other in (1, 2, None):
        assert poor.view(other) == rich.view(other)


def test_B3_drawn_cards_are_seen_by_their_owner_alone() -> None:
    t = last_leaves(deck="turbo")
    drew = t.happened("drew")[0]
    assert drew.seen_by(1) == Drew(1, 1, ("turbo",))
    assert drew.seen_by(2) == drew.seen_by(None) == Drew(1, 1, None)


def test_B3_the_order_of_a_pile_is_unknown_to_all() -> None:
    one = table(deck="turbo jetpack", piles={1: "1:1 1:spyglass"}).game
    other = table(deck="jetpack turbo", piles={1: "1:spyglass 1:1"}).game
    assert one.digest() != other.digest()
    for seat in (0, 1, 2, None):
        assert one.view(seat) == other.view(seat)


def test_B3_who_is_asked_says_nothing_about_who_holds_what() -> None:
    for hand in ("compass", "ejection", "wind_gust", "alternative_route", "jetpack"):
        t = table(hands=dict.fromkeys((0, 1, 2), "cannon") | {2: hand}, dice="fog blank")
        assert t.do("1 stay", "2 stay").question == "spoken"
        assert t.waiting == (1, 2, 0)


# B4


@pytest.mark.parametrize(
    ("treasures", "over"),
    [
        ("9:25 9:25", True),
        ("9:25 8:20 3:4", False),
        ("9:25 8:20 2:3 1:spyglass", True),
        ("9:25 8:20 2:2 1:spyglass", False),
    ],
)
def test_B4_fifty_points_end_the_game_and_an_unused_spyglass_counts_two(
    treasures: str, over: bool
) -> None:
    t = last_leaves(treasures={1: treasures})
    assert (t.game.over, t.journey) == (over, 1 if over else 2)


def test_B4_a_used_spyglass_counts_nothing() -> None:
    t = table(2, treasures={1: "9:25 8:20 2:3 1:spyglass"}, hands={0: ""}, dice="fog fog fog fog")
    t.do("1 stay").on_to("cannot").do("1 play spyglass", "0 stay").on_to("declaration")
    t.do("1 declare cannot").on_to("decisions")
    assert t.journey == 2


def test_B4_a_token_counts_twenty_five() -> None:
    for tokens, over in ((1, True), (0, False)):
        t = table(boxes=("boscalumia",), ashore=(1, 2), treasures={1: "9:25"})
        t.state.seats[1].tokens = tokens
        assert t.do("0 leave").game.over is over


def test_B4_no_penalty_counts_yet() -> None:
    hands = {1: "help_fog help_fog"}
    t = last_leaves(boxes=("little_help",), treasures={1: "9:25 9:25"}, hands=hands)
    assert t.game.over
    assert t.game.scores[1].total == 46


def test_B4_points_are_counted_only_between_journeys() -> None:
    t = table(treasures={1: "9:25 8:20 3:4"}, piles={1: "1:1"}, hands={0: ""}, dice="fog fog")
    t.do("1 leave")
    assert not t.game.over
    t.do("2 stay").on_to("crashing").all_pass()
    assert t.game.over


# B5


def test_B5_treasures_and_tokens_count_and_penalties_are_taken_off() -> None:
    t = table(
        boxes=("little_help", "boscalumia"),
        hands={1: "help_fog help_birds"},
        treasures={1: "9:25 4:8 1:spyglass"},
        ashore=(1, 2),
    )
    t.state.seats[1].tokens = 1
    score = t.do("0 leave").game.scores[1]
    assert (score.treasures, score.tokens, score.penalty) == (35, 25, 4)
    assert score.total == 56


def test_B5_the_highest_score_wins_not_the_seat_that_ended_the_game() -> None:
    t = last_leaves(
        boxes=("little_help",),
        hands={1: "help_fog help_fog"},
        treasures={1: "9:25 9:25", 2: "9:25 8:20 3:4"},
    )
    assert [score.total for score in t.game.scores] == [1, 46, 49]
    assert winners(t) == [2]


def test_B5_of_equal_scores_the_fewest_treasure_cards_win_or_the_victory_is_shared() -> None:
    t = last_leaves(treasures={1: "9:25 8:20 3:5", 2: "9:25 9:25"})
    assert [score.rank for score in t.game.scores] == [3, 2, 1]
    assert winners(last_leaves(treasures={1: "9:25 9:25", 2: "9:25 9:25"})) == [1, 2]


# B6


@pytest.mark.parametrize(("left", "city"), [({}, 1), ({1: 0, 2: 0}, 3)])
def test_B6_everyone_is_aboard_again_at_the_first_city_with_treasures(
    left: dict[int, int], city: int
) -> None:
    t = last_leaves(city=4, piles={}, left=left)
    assert (t.journey, t.city, t.aboard) == (2, city, (0, 1, 2))


def test_B6_the_new_captain_sits_to_the_left_of_the_last_one() -> None:
    assert last_leaves().captain == 1
    assert table(captain=2, ashore=(0, 1)).do("2 leave").captain == 0


def test_B6_every_seat_draws_one_card_the_new_captain_first_then_clockwise() -> None:
    t = last_leaves(deck="turbo jetpack compass", hands={0: "", 1: "", 2: ""})
    assert (t.hand(1), t.hand(2), t.hand(0)) == ("turbo", "jetpack", "compass")


def test_B6_no_seat_draws_for_the_first_journey() -> None:
    t = dealt(3)
    assert [len(t.hand(seat).split()) for seat in range(3)] == [8, 8, 8]


def test_B6_the_last_captain_is_the_seat_that_captained_last() -> None:
    t = table(4, hands={0: "", 1: ""}, dice="blank blank fog fog")
    t.do("1 stay", "2 stay", "3 stay").on_to("decisions")
    t.do("2 stay", "3 stay", "0 stay").on_to("decisions")
    assert (t.journey, t.captain) == (2, 2)
