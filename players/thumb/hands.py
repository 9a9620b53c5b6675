"""The worth of a hand to its owner."""

from __future__ import annotations

from engine.box import COVERS, TURBO
from players.cards import Hand, hand_of
from players.odds import flight
from players.thumb.outlook import FULL, Outlook

USUAL_DICE = (2, 3)
"""Hands are judged by rolls of these numbers of dice."""


def paying_power(look: Outlook, hand: Hand) -> float:
    """Return the odds that a hand pays for a leg, averaged over the usual rolls."""
    odds = [flight(look.full_deck, hand, dice) for dice in USUAL_DICE]
    return sum(odds) / len(odds)


def hand_value(look: Outlook, cards: tuple[str, ...]) -> float:
    """Return the worth of these cards: their paying power, and the prices of special ones."""
    pays = look.weights.dice_per_hand * paying_power(look, hand_of(cards))
    return pays + sum(_beside(look, card) for card in cards)


def prior_value(look: Outlook, count: int) -> float:
    """Return the average worth of this many unseen cards."""
    pays = look.weights.dice_per_hand * paying_power(look, Hand(hidden=min(count, FULL)))
    cards = sum(look.unseen.values())
    beside = sum(n * _beside(look, card) for card, n in look.unseen.items())
    return pays + (count * beside / cards if cards else 0.0)


def _beside(look: Outlook, card: str) -> float:
    """Return the worth of a card beyond its paying power."""
    if card == TURBO:
        return look.weights.price(TURBO) / 2
    if card in COVERS:
        return look.weights.price(card) / 3
    return look.weights.price(card)


def worst_first(look: Outlook, cards: tuple[str, ...]) -> list[str]:
    """Return the cards in order, the most dispensable first."""
    left, order = list(cards), list[str]()
    while left:
        worst = max(sorted(set(left)), key=lambda card: hand_value(look, _less(left, card)))
        left.remove(worst)
        order.append(worst)
    return order


def _less(cards: list[str], card: str) -> tuple[str, ...]:
    rest = list(cards)
    rest.remove(card)
    return tuple(rest)
