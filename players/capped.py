"""How many hands can pay that the past has bound: each bound as if the others were not."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from players.odds import Cap, Hand, Needs, Pool

FREE: Final = (99, 0)
"""No cap at all."""
NOTHING: Final = (0, 0, 0, 0)

# One number encodes a way to hold cards: how many come from the pool, and how many events of
# each of two rolls they leave open, each in its own bits.
_OPEN_BITS: Final = 5
_OPEN: Final = (1 << _OPEN_BITS) - 1
_CARD_BITS: Final = 2 * _OPEN_BITS


class Capped:
    """The hands under caps that can pay one roll and any other."""

    def __init__(self, pool: Pool, hand: Hand, first: Needs) -> None:
        self._pool = pool
        self._hand = hand
        self._first = first
        self._hidden = min(hand.hidden, pool.size)
        self._all = self._paying(NOTHING, NOTHING)
        self._odds: dict[Needs, float] = {}

    @property
    def possible(self) -> bool:
        """Do the caps leave any hand?"""
        return self._all > 0

    def odds(self, second: Needs) -> float:
        """The part of these hands that can pay both rolls."""
        odds = self._odds.get(second)
        if odds is None:
            odds = self._odds[second] = self._paying(self._first, second) / self._all
        return odds

    def _paying(self, first: Needs, second: Needs) -> float:
        """How many hands can pay both."""
        pool, hand, hidden = self._pool, self._hand, self._hidden
        ways: dict[int, float] = {0: 1}
        others = pool.others
        for covers, single, double, one, two, cap in zip(
            hand.covers, pool.singles, pool.doubles, first, second, hand.caps, strict=True
        ):
            open_ = max(0, one - covers), max(0, two - covers)
            if open_ == (0, 0) and cap == FREE:
                others += single + double
            else:
                ways = _joined(ways, _of_symbol(single, double, open_, hidden, cap), hidden)
        good = 0.0
        for key, n in ways.items():
            short = max(key & _OPEN, key >> _OPEN_BITS & _OPEN) - hand.turbos
            good += n * _filled(pool.turbos, others, hidden - (key >> _CARD_BITS), short)
        return good


@lru_cache(maxsize=1 << 12)
def _of_symbol(
    single: int, double: int, open_: tuple[int, int], hidden: int, cap: Cap
) -> dict[int, float]:
    """The ways to hold equipment of one symbol, by cards and open events."""
    ways: dict[int, float] = {}
    for doubles in range(min(double, hidden) + 1):
        for singles in range(min(single, hidden - doubles) + 1):
            covers = singles + 2 * doubles
            key = singles + doubles << _CARD_BITS
            key += max(0, open_[0] - covers) + (max(0, open_[1] - covers) << _OPEN_BITS)
            here = comb(single, singles) * comb(double, doubles)
            if cap != FREE:
                here *= _kept(singles, doubles, hidden, cap)
            if here:
                ways[key] = ways.get(key, 0) + here
    return ways


@lru_cache(maxsize=1 << 12)
def _kept(singles: int, doubles: int, hidden: int, cap: Cap) -> float:
    """How many of the ways to strew these cards over the hidden places keep to the cap."""
    most, newer = cap
    newer = min(newer, hidden)
    older = hidden - newer
    kept = 0
    for two in range(min(doubles, older) + 1):
        for one in range(min(singles, older - two) + 1):
            late = singles - one
            if one + 2 * two <= most and late <= newer:
                early = comb(older, one) * comb(older - one, two)
                kept += early * comb(newer, late) * comb(newer - late, doubles - two)
    return kept / (comb(hidden, singles) * comb(hidden - singles, doubles))


def _joined(ways: dict[int, float], more: dict[int, float], most: int) -> dict[int, float]:
    """The ways to hold both, with at most this many cards."""
    joined: dict[int, float] = {}
    limit = most + 1 << _CARD_BITS
    for key, n in ways.items():
        for other, m in more.items():
            both = key + other
            if both < limit:
                joined[both] = joined.get(both, 0) + n * m
    return joined


@lru_cache(maxsize=1 << 14)
def _filled(turbos: int, others: int, cards: int, least: int) -> int:
    """The ways to take this many cards with at least this many Turbos among them."""
    count = range(max(0, least), min(turbos, cards) + 1)
    return sum(comb(turbos, n) * comb(others, cards - n) for n in count)
