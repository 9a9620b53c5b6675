"""The odds of the computer players, against counting by hand."""

from collections import Counter
from itertools import combinations, permutations, product
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine import Game, Options
from engine.box import DIE, EQUIPMENT, EVENTS, TURBO, UPGRADED
from engine.options import BOXES
from engine.rules import rules_of
from engine.state.bounds import covered
from engine.state.payment import shortfall
from engine.state.pieces import Bound
from players.cards import Hand, Needs, hand_of, pool_of
from players.odds import able, able_now_that, flight, flights, rolls
from players.thumb import inference
from tests.rules.builder import table

CARDS = (*EQUIPMENT, *UPGRADED, TURBO, "spy")
DEALS = 600

cards = st.lists(st.sampled_from(CARDS), max_size=5)
pools = st.lists(st.sampled_from(CARDS), min_size=1, max_size=9)
needs = st.lists(st.sampled_from(EVENTS), max_size=5).map(
    lambda faces: tuple([faces.count(symbol) for symbol in EVENTS])
)


def pays(hand: tuple[str, ...], events: Needs) -> bool:
    facing = {symbol: n for symbol, n in zip(EVENTS, events, strict=True) if n}
    return shortfall(facing, hand) <= hand.count(TURBO)


def hands(known: list[str], pool: list[str], hidden: int) -> list[tuple[str, ...]]:
    """Every hand that it may be, as often as it may be dealt."""
    return [(*known, *drawn) for drawn in combinations(pool, min(hidden, len(pool)))]


@settings(max_examples=200, deadline=None)
@given(cards, pools, st.integers(0, 5), needs, needs)
def test_the_odds_equal_a_count_of_all_possible_hands(
    known: list[str], pool: list[str], hidden: int, one: Needs, two: Needs
) -> None:
    every = hands(known, pool, hidden)
    odds = able(pool_of(Counter(pool)), hand_of(known, hidden), one)
    assert odds == pytest.approx(sum(pays(hand, one) for hand in every) / len(every))
    both = able(pool_of(Counter(pool)), hand_of(known, hidden), one, two)
    count = sum(pays(hand, one) and pays(hand, two) for hand in every)
    assert both == pytest.approx(count / len(every))


@settings(max_examples=100, deadline=None)
@given(cards, st.lists(st.sampled_from(CARDS), min_size=1, max_size=6), needs, st.data())
def test_the_odds_follow_a_bound_of_the_past(
    known: list[str], pool: list[str], events: Needs, data: st.DataObject
) -> None:
    hidden = data.draw(st.integers(1, min(4, len(pool))))
    bound = Bound("fog", data.draw(st.integers(0, 2)), data.draw(st.integers(0, hidden)))
    older = hidden - max(0, bound.new - max(0, covered("fog", known) - bound.most))
    spare = max(0, bound.most - covered("fog", known))
    every = [
        (*known, *drawn)
        for drawn in permutations(pool, hidden)
        if covered("fog", drawn[:older]) <= spare
    ]
    assume(every)
    odds = able(pool_of(Counter(pool)), hand_of(known, hidden, (bound,)), events)
    assert odds == pytest.approx(sum(pays(hand, events) for hand in every) / len(every))


def test_cards_that_are_drawn_are_bound_by_nothing() -> None:
    hand = hand_of((), 3, (Bound("fog", 0),)).with_hidden(2)
    assert hand == hand_of((), 5, (Bound("fog", 0, new=2),))


@settings(max_examples=100, deadline=None)
@given(cards, pools, st.integers(0, 5), needs, needs)
def test_the_odds_follow_the_declaration_of_the_captain(
    known: list[str], pool: list[str], hidden: int, now: Needs, then: Needs
) -> None:
    every = hands(known, pool, hidden)
    for said in ("can", "cannot"):
        true = [hand for hand in every if pays(hand, now) == (said == "can")]
        expected = sum(pays(hand, then) for hand in true) / len(true) if true else 0.0
        given_ = pool_of(Counter(pool)), hand_of(known, hidden)
        assert able_now_that(said, *given_, now, then) == pytest.approx(expected)


@pytest.mark.parametrize("dice", range(5))
def test_the_odds_of_every_roll_equal_a_count(dice: int) -> None:
    counted = Counter(
        tuple([faces.count(symbol) for symbol in EVENTS]) for faces in product(DIE, repeat=dice)
    )
    expected = {roll: n / len(DIE) ** dice for roll, n in counted.items()}
    assert dict(rolls(dice)) == pytest.approx(expected)


def test_an_ignored_symbol_is_never_faced() -> None:
    assert all(roll[EVENTS.index("birds")] == 0 for roll, _ in rolls(3, ("birds",)))
    assert sum(likely for _, likely in rolls(3, ("birds",))) == pytest.approx(1)


def test_flights_cover_all_rolls() -> None:
    pool, hand = pool_of(rules_of(Options(boxes=BOXES)).copies), Hand(hidden=6)
    expected = sum(likely * able(pool, hand, roll) for roll, likely in rolls(3))
    assert flight(pool, hand, 3) == pytest.approx(expected)
    assert sum(likely for _, likely in flights(pool, hand, 3)) == pytest.approx(1)


def test_odds_rise_with_cards_and_fall_with_dice() -> None:
    pool = pool_of(rules_of(Options()).copies)
    by_size = [flight(pool, Hand(hidden=n), 3) for n in range(10)]
    by_dice = [flight(pool, Hand(hidden=6), dice) for dice in range(6)]
    assert by_size == sorted(by_size)
    assert by_dice == sorted(by_dice, reverse=True)


def test_a_known_hand_is_certain() -> None:
    pool = pool_of(rules_of(Options()).copies)
    assert able(pool, hand_of(("compass", "turbo")), (1, 1, 0, 0)) == 1
    assert able(pool, hand_of(("compass", "foghorn")), (1, 1, 0, 0)) == 0


def seen_hands() -> dict[str, Game]:
    """Captains of whose hands seat 1 knows nothing, or all but the cards drawn since."""
    boxes = ("little_help", "initiative")
    given_ = {0: "compass turbo", 1: "spy cannon compass", 2: "upgraded_cannon foghorn"}
    unknown = table(hands=given_, dice="fog lightning", boxes=boxes)
    spied = table(hands=given_, dice="fog lightning", boxes=boxes).do("1 play spy on 0")
    plain = table(4, hands={0: "compass turbo cannon"}, dice="fog birds", discard="compass compass")
    return {"unknown": unknown.game, "spied": spied.game, "plain": plain.game}


@pytest.mark.parametrize("name", seen_hands())
def test_the_odds_of_a_view_match_imagined_games(name: str) -> None:
    view = seen_hands()[name].view(1)
    odds = able(pool_of(inference.unseen_cards(view)), inference.hand_at(view, 0), (1, 1, 0, 0))
    deals = [Game.imagine(view, Random(n))._state.seats[0].hand for n in range(DEALS)]
    share = sum(pays(hand, (1, 1, 0, 0)) for hand in deals) / DEALS
    assert share == pytest.approx(odds, abs=4 * (0.25 / DEALS) ** 0.5)
    assert name != "spied" or odds == 1
