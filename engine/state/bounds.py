"""Bounds: public facts about hidden hands, inferred from past declarations and payments.

A captain who truly says "cannot" to events of one symbol lacks equipment for them, and one who pays
with a Turbo had used up the equipment that it stands for. Later cards may be anything; cards
that leave in the open are known. So each fact becomes a `Bound`, and a bound is never wrong: if it
is unclear whether an old card has left or a new one, the weaker reading is taken.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.box import COVERS, LITTLE_HELP
from engine.state.pieces import Bound, Seat

Hand = tuple[str, ...]

EQUIPMENT = {name: card for name, card in COVERS.items() if name not in LITTLE_HELP}
"""The cards that a captain pays with, Turbos apart."""
_MOST_COVERED = max(card.covers for card in EQUIPMENT.values())


def covered(symbol: str, cards: Iterable[str]) -> int:
    """Count the events of a symbol that the equipment among these cards covers."""
    return sum(_covers(symbol, cards))


def keeps(bound: Bound, hand: Hand) -> bool:
    """Return whether a hand under this bound can hold these cards."""
    covers = sorted(_covers(bound.symbol, hand))
    return sum(covers[: max(0, len(covers) - bound.new)]) <= bound.most


def _covers(symbol: str, cards: Iterable[str]) -> list[int]:
    equipment = [EQUIPMENT[card] for card in cards if card in EQUIPMENT]
    return [card.covers for card in equipment if card.symbol == symbol]


def cannot_pay(seat: Seat, facing: dict[str, int]) -> None:
    """Note that this hand cannot pay for these events, or only with Turbos."""
    if len(facing) == 1 and seat.hand:
        ((symbol, events),) = facing.items()
        _learn(seat, Bound(symbol, events - 1))


def has_paid(seat: Seat, facing: dict[str, int], cards: Hand) -> None:
    """Note that these cards paid for these events: equipment that fell short is used up."""
    if seat.hand:
        for symbol, events in facing.items():
            if covered(symbol, cards) < events:
                _learn(seat, Bound(symbol, 0))


def cards_came(seat: Seat, count: int) -> None:
    """Note that cards unknown to the others have come into the hand."""
    if seat.bounds:
        _keep(seat, [Bound(symbol, most, new + count) for symbol, most, new in seat.bounds])


def cards_left(seat: Seat, cards: Hand) -> None:
    """Note that cards have left the hand in the open."""
    if seat.bounds:
        _keep(seat, [_less(bound, cards) for bound in seat.bounds])


def _less(bound: Bound, cards: Hand) -> Bound:
    if bound.new:  # the cards that left may have been the new ones
        return bound
    return bound._replace(most=bound.most - covered(bound.symbol, cards))


def _learn(seat: Seat, bound: Bound) -> None:
    """Add a bound; of two for one symbol keep the stronger one."""
    known = [old for old in seat.bounds if old.symbol == bound.symbol]
    if all(old.most + old.new * _MOST_COVERED > bound.most for old in known):
        others = [old for old in seat.bounds if old.symbol != bound.symbol]
        seat.bounds = tuple(sorted([*others, bound], key=lambda each: each.symbol))


def _keep(seat: Seat, bounds: list[Bound]) -> None:
    """Store the bounds but those under which every card of the hand may be new."""
    cards = len(seat.hand)
    seat.bounds = tuple([bound for bound in bounds if bound.new < cards])
