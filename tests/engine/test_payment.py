"""What a captain may show, compared with a search through every set of cards.

The search knows no trick: it takes each set of cards that the hand holds, asks whether it covers
the dice, and throws out what has a card (or a Turbo) too many.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, product

import pytest

from engine import Game, Options
from engine.state.game_state import GameState
from engine.state.payment import answers, cover, payments, public_answer
from engine.state.pieces import Leg

Cards = tuple[str, ...]

COVERS = {
    "compass": ("fog", 1),
    "lightning_rod": ("lightning", 1),
    "foghorn": ("birds", 1),
    "cannon": ("pirates", 1),
    "upgraded_compass": ("fog", 2),
    "upgraded_lightning_rod": ("lightning", 2),
    "upgraded_foghorn": ("birds", 2),
    "upgraded_cannon": ("pirates", 2),
    "help_fog": ("fog", 1),
    "help_lightning": ("lightning", 1),
    "help_birds": ("birds", 1),
    "help_pirates": ("pirates", 1),
}

ON_THE_TABLE: tuple[tuple[Cards, Cards], ...] = (
    (("help_fog",), ()),
    (("help_fog", "help_lightning", "help_lightning"), ()),
    (("help_birds",), ()),
    ((), ("compass", "ejection")),
    ((), ("turbo", "turbo")),
    ((), ("turbo", "upgraded_compass")),
    ((), ("help_lightning", "upgraded_lightning_rod")),
    (("help_fog",), ("turbo", "lightning_rod")),
    (("help_fog", "help_fog"), ("upgraded_compass", "turbo")),
)
"""Little help that was turned over, and cards of the draw pile that were turned up."""


def a_state(dice: Cards, help_: Cards = (), turned: Cards = (), ignored: Cards = ()) -> GameState:
    state = Game.new(2, Options(boxes=("little_help",)), seed=bytes(32))._state
    state.leg = Leg(dice=dice, help=help_, turned=turned, ignored=ignored)
    return state


def parts_of(hand: Cards) -> Iterator[Cards]:
    """Every set of cards that this hand holds, once."""
    counts = sorted(Counter(hand).items())
    for numbers in product(*[range(count + 1) for _, count in counts]):
        yield tuple([card for (card, _), n in zip(counts, numbers, strict=True) for _ in range(n)])


def turbos_needed(cards: Cards, events: Cards) -> int:
    """Count the events that these cards leave to Turbos."""
    left = Counter(events)
    for card in cards:
        if card in COVERS:
            symbol, covers = COVERS[card]
            left[symbol] -= min(covers, left[symbol])
    return left.total()


def searched(hand: Cards, events: Cards, open_: Cards) -> list[Cards]:
    """All that may be shown: no Turbo more than must be, and no card that could be left out."""
    fewest = turbos_needed(hand + open_, events)

    def serves(cards: Cards) -> bool:
        needed = turbos_needed(cards + open_, events)
        return needed == fewest and needed <= (cards + open_).count("turbo")

    def spare(cards: Cards) -> bool:
        return any(serves(cards[:n] + cards[n + 1 :]) for n in range(len(cards)))

    return [cards for cards in parts_of(hand) if serves(cards) and not spare(cards)]


def hands(**most: int) -> Iterator[Cards]:
    """Every hand with at most this many of each card."""
    yield from parts_of(tuple([card for card, n in most.items() for _ in range(n)]))


def rolls(most: int, *faces: str) -> Iterator[Cards]:
    """All rolls of these faces with up to this many dice."""
    for count in range(most + 1):
        yield from combinations_with_replacement(faces, count)


def check(state: GameState, hand: Cards, events: Cards, open_: Cards = ()) -> None:
    """The engine's payments are the searched ones, and declarations agree with them."""
    found = payments(state, hand)
    expected = searched(hand, events, open_)
    assert sorted(found) == sorted(expected), (hand, events, open_)
    without_turbos = not turbos_needed(hand + open_, events)
    said = ("can",) if without_turbos else ("can", "cannot") if expected else ("cannot",)
    assert answers(state, hand) == said, (hand, events, open_)
    bare = [symbol for symbol, cards in cover(state, hand) if not cards]
    turbos = (hand + open_).count("turbo")
    assert len(bare) == max(0, turbos_needed(hand + open_, events) - turbos), (hand, events, open_)


def test_one_symbol_with_every_mix_of_plain_and_upgraded_equipment() -> None:
    for events in rolls(6, "fog"):
        state = a_state(events)
        for hand in hands(compass=5, upgraded_compass=3, turbo=3):
            check(state, hand, events)


def test_two_symbols_and_one_that_no_card_of_the_hand_covers() -> None:
    for events in rolls(4, "birds", "fog", "lightning"):
        state = a_state((*events, "blank"))
        for hand in hands(compass=2, lightning_rod=1, turbo=1, upgraded_compass=2):
            check(state, hand, events)


@pytest.mark.parametrize(
    "most",
    [
        {"cannon": 1, "compass": 2, "foghorn": 1, "lightning_rod": 1, "turbo": 2},
        {"cannon": 1, "turbo": 1, "upgraded_cannon": 1, "upgraded_compass": 1, "foghorn": 1},
    ],
)
def test_all_symbols_with_plain_and_with_upgraded_equipment(most: dict[str, int]) -> None:
    for events in rolls(4, "birds", "fog", "lightning", "pirates"):
        state = a_state(events)
        for hand in hands(**most):
            check(state, hand, events)


@pytest.mark.parametrize(("help_", "turned"), ON_THE_TABLE)
def test_help_and_turned_cards_on_the_table_count(help_: Cards, turned: Cards) -> None:
    for events in rolls(4, "birds", "fog", "lightning"):
        state = a_state(events, help_, turned)
        for hand in hands(compass=2, lightning_rod=1, turbo=2, upgraded_compass=1):
            check(state, hand, events, help_ + turned)


def test_events_that_are_ignored_are_not_paid_for() -> None:
    for events in rolls(3, "fog", "pirates"):
        state = a_state(events, ignored=("pirates",))
        faced = tuple([event for event in events if event != "pirates"])
        for hand in hands(cannon=2, compass=2, turbo=2, upgraded_compass=1):
            check(state, hand, faced)


@pytest.mark.parametrize(("help_", "turned"), [((), ()), *ON_THE_TABLE])
def test_the_public_answer_holds_for_every_hand(help_: Cards, turned: Cards) -> None:
    for events in rolls(3, "birds", "fog", "lightning"):
        state = a_state(events, help_, turned)
        for hand in hands(compass=1, lightning_rod=1, turbo=1, upgraded_compass=1):
            state.seats[0].hand = hand
            said = public_answer(state)
            assert said is None or answers(state, hand) == (said,)
