"""How many hands of hidden cards can pay: counted exactly, and for many rolls at once.

The ways to hold cards of a pile, by how many, are the coefficients of a polynomial; those of two
piles together are the product. A polynomial is kept as one integer, each coefficient in bits of its
own: Python multiplies large integers far more quickly than it walks over lists.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from players.odds import Hand, Needs, Pool

_BITS: Final = 5
_OPEN: Final = (1 << _BITS) - 1

Sorted = dict[int, int]
"""Ways, by the events that they leave open: of two rolls, each number in bits of its own."""


class Ways:
    """The hands that can pay one roll and any other; a roll is the events to face.

    A hand has the known cards of the one given, and at most as many hidden ones. All these hands
    share the work; so do rolls, for symbols are counted in two pairs.
    """

    def __init__(self, pool: Pool, hand: Hand, first: Needs) -> None:
        self._pool = pool
        self._hand = hand
        self._first = first
        self._size = pool.size
        self._most = hand.hidden
        # no coefficient counts more hands than there are
        self._width = comb(self._size, min(self._most, self._size // 2)).bit_length()
        self._one = (1 << self._width) - 1
        self._all = (1 << self._width * (self._most + 1)) - 1
        self._paying: dict[Needs, int] = {}
        self._symbols: dict[tuple[int, int], Sorted] = {}
        self._pairs: dict[tuple[int, int, int], Sorted] = {}
        self._rests: dict[tuple[int, int, int], int] = {}
        self._turbos: dict[int, int] = {}

    def odds(self, second: Needs, hidden: int) -> float:
        """The part of the hands with so many hidden cards that can pay both rolls."""
        paying = self._paying.get(second)
        if paying is None:
            paying = self._paying[second] = self._count(second)
        return (paying >> self._width * hidden & self._one) / comb(self._size, hidden)

    def _count(self, second: Needs) -> int:
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
        """The ways to hold equipment of this symbol and the next, with so many events to cover."""
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
        """The ways to hold equipment of one symbol, with so many events of the second roll."""
        key = (symbol, two)
        found = self._symbols.get(key)
        if found is None:
            found = self._symbols[key] = {}
            single, double = self._pool.singles[symbol], self._pool.doubles[symbol]
            one = max(0, self._first[symbol] - self._hand.covers[symbol])
            enough = _any_of(single + double, self._most, self._width)
            for covers in range(max(one, two)):
                ways = self._covering(single, double, covers)
                found[max(0, one - covers) << _BITS | max(0, two - covers)] = ways
                enough -= ways
            found[0] = enough
        return found

    def _covering(self, single: int, double: int, covers: int) -> int:
        """The ways to hold equipment that covers exactly so many events."""
        return sum(
            comb(double, n) * comb(single, covers - 2 * n) << self._width * (covers - n)
            for n in range(covers // 2 + 1)
            if covers - n <= self._most
        )


@lru_cache(maxsize=1 << 12)
def _any_of(cards: int, most: int, width: int) -> int:
    """The ways to hold at most so many of these cards."""
    return sum(comb(cards, n) << width * n for n in range(most + 1))
