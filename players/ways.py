"""Counts of the hands of hidden cards that can pay: exact, and for many rolls at once.

The ways to hold cards of a pile, by how many, are the coefficients of a polynomial; those of two
piles together are the product. A polynomial is kept as one integer, each coefficient in bits of its
own: Python multiplies large integers far more quickly than it walks over lists.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb, factorial
from typing import Final, NamedTuple

from players.cards import FREE, Cap, Hand, Needs, Pool

_BITS: Final = 5
_OPEN: Final = (1 << _BITS) - 1

Sorted = dict[int, int]
"""Ways, by the events that they leave open: of two rolls, each number in bits of its own."""


class Ways:
    """The hands that can pay one roll and any other; a roll is the events to face.

    A hand has the known cards of the one given, and at most as many hidden ones (exactly as many if
    it has caps). All these hands share the work; so do rolls, since symbols are counted in pairs.
    """

    def __init__(self, pool: Pool, hand: Hand, first: Needs) -> None:
        self._pool = pool
        self._hand = hand
        self._first = first
        self._most = hand.hidden
        # no coefficient counts more hands than there are; each cap counts them in all their orders
        hands = comb(pool.size, min(self._most, pool.size // 2))
        capped = len(hand.caps) - hand.caps.count(FREE)
        self._width = (hands * factorial(self._most) ** capped).bit_length()
        self._one = (1 << self._width) - 1
        self._all = (1 << self._width * (self._most + 1)) - 1
        self._paying: dict[Needs, int] = {}
        self._symbols: dict[tuple[int, int], Sorted] = {}
        self._pairs: dict[tuple[int, int, int], Sorted] = {}
        self._rests: dict[tuple[int, int, int], int] = {}
        self._turbos: dict[int, int] = {}

    def count(self, second: Needs, hidden: int) -> int:
        """Count the hands with this many hidden cards that can pay both rolls."""
        paying = self._paying.get(second)
        if paying is None:
            paying = self._paying[second] = self._pay(second)
        return paying >> self._width * hidden & self._one

    def _pay(self, second: Needs) -> int:
        """The hands that can pay both."""
        c0, c1, c2, c3 = self._hand.covers
        n0, n1, n2, n3 = second
        a, b = (n0 - c0 if n0 > c0 else 0), (n1 - c1 if n1 > c1 else 0)
        c, d = (n2 - c2 if n2 > c2 else 0), (n3 - c3 if n3 > c3 else 0)
        ways = sum(n * self._rest(c, d, open_) for open_, n in self._pair(0, a, b).items())
        return ways & self._all

    def _rest(self, c: int, d: int, open_: int) -> int:
        """The ways to hold the last two symbols and all else, such that everything is paid."""
        key = (c, d, open_)
        ways = self._rests.get(key)
        if ways is None:
            by_turbos: dict[int, int] = {}
            for more, n in self._pair(2, c, d).items():
                both = open_ + more
                turbos = max(both & _OPEN, both >> _BITS)
                by_turbos[turbos] = by_turbos.get(turbos, 0) + n
            ways = sum(n * self._filled(turbos) for turbos, n in by_turbos.items()) & self._all
            self._rests[key] = ways
        return ways

    def _filled(self, turbos: int) -> int:
        """The ways to hold at least this many Turbos, with those known, and cards for nothing."""
        ways = self._turbos.get(turbos)
        if ways is None:
            count, width = self._pool.turbos, self._width
            least, most = max(0, turbos - self._hand.turbos), min(count, self._most)
            ways = sum(comb(count, n) << width * n for n in range(least, most + 1))
            ways = ways * _any_of(self._pool.others, self._most, width) & self._all
            self._turbos[turbos] = ways
        return ways

    def _pair(self, symbol: int, one: int, other: int) -> Sorted:
        """Return the ways to hold equipment of this symbol and the next, for these events."""
        key = (symbol, one, other)
        found = self._pairs.get(key)
        if found is None:
            found = self._pairs[key] = {}
            more = self._symbol(symbol + 1, other).items()
            for open_, n in self._symbol(symbol, one).items():
                for also, m in more:
                    both = open_ + also
                    found[both] = found.get(both, 0) + (n * m & self._all)
        return found

    def _symbol(self, symbol: int, two: int) -> Sorted:
        """Return the ways to hold equipment of one symbol, for these events of the second roll."""
        key = (symbol, two)
        found = self._symbols.get(key)
        if found is None:
            found = self._symbols[key] = {}
            pile = self._pile(symbol)
            one = max(0, self._first[symbol] - self._hand.covers[symbol])
            enough = pile.any
            for covers in range(max(one, two)):
                ways = pile.covering(covers)
                found[max(0, one - covers) << _BITS | max(0, two - covers)] = ways
                enough -= ways
            found[0] = enough
        return found

    def _pile(self, symbol: int) -> _Pile:
        """The equipment of one symbol among the hidden cards."""
        cap = self._hand.caps[symbol] if self._hand.caps else FREE
        singles, doubles = self._pool.singles[symbol], self._pool.doubles[symbol]
        return _Pile(singles, doubles, self._most, self._width, cap)


class _Pile(NamedTuple):
    """Unseen equipment of one symbol, and the number of hidden cards that may be of it."""

    singles: int
    doubles: int
    most: int
    width: int
    cap: Cap

    def covering(self, covers: int) -> int:
        """Return the ways to hold some that covers exactly this many events."""
        twos = [n for n in range(covers // 2 + 1) if covers - n <= self.most]
        return sum(self._ways(covers - 2 * n, n) for n in twos)

    @property
    def any(self) -> int:
        """The ways to hold any number of it."""
        if self.cap == FREE:
            return _any_of(self.singles + self.doubles, self.most, self.width)
        return sum(
            self._ways(ones, twos)
            for twos in range(min(self.doubles, self.most) + 1)
            for ones in range(min(self.singles, self.most - twos) + 1)
        )

    def _ways(self, ones: int, twos: int) -> int:
        ways = comb(self.singles, ones) * comb(self.doubles, twos)
        if self.cap != FREE:
            ways *= _kept(ones, twos, self.most, self.cap)
        return ways << self.width * (ones + twos)


@lru_cache(maxsize=1 << 12)
def _any_of(cards: int, most: int, width: int) -> int:
    """Return the ways to hold at most this many of these cards."""
    return sum(comb(cards, n) << width * n for n in range(most + 1))


@lru_cache(maxsize=1 << 12)
def _kept(ones: int, twos: int, hidden: int, cap: Cap) -> int:
    """Count the orders of all hidden cards that keep to the cap, with these among them."""
    most, newer = cap
    newer = min(newer, hidden)
    older = hidden - newer
    kept = 0
    for two in range(min(twos, older) + 1):
        for one in range(min(ones, older - two) + 1):
            late = ones - one
            if one + 2 * two <= most and late <= newer:
                early = comb(older, one) * comb(older - one, two)
                kept += early * comb(newer, late) * comb(newer - late, twos - two)
    return kept * factorial(ones) * factorial(twos) * factorial(hidden - ones - twos)
