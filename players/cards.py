"""Cards as the odds count them: a pool of unseen cards, and the known part of a hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from engine.box import DOUBLE, EVENTS, LITTLE_HELP, SINGLE, TURBO
from engine.state.pieces import Bound

Needs = tuple[int, ...]
"""Events by symbol, in the order of `EVENTS`."""

NOTHING: Final[Needs] = (0,) * len(EVENTS)

Cap = tuple[int, int]
"""(Most events of a symbol that the older hidden cards cover, number of newer hidden cards)."""

FREE: Final[Cap] = (99, 0)
"""No cap at all."""


class Pool(NamedTuple):
    """Unseen cards, by what they cover."""

    singles: Needs
    """Equipment that covers one event, by symbol."""
    doubles: Needs
    """Equipment that covers one or two."""
    turbos: int
    others: int

    @property
    def size(self) -> int:
        return sum(self.singles) + sum(self.doubles) + self.turbos + self.others


class Hand(NamedTuple):
    """The events that a hand surely covers, and its number of hidden cards."""

    covers: Needs = NOTHING
    turbos: int = 0
    hidden: int = 0
    caps: tuple[Cap, ...] = ()
    """By symbol; () where there are none."""

    def with_hidden(self, more: int) -> Hand:
        """Return the hand with this many more (or fewer) hidden cards."""
        caps = tuple([c if c == FREE else (c[0], max(0, c[1] + more)) for c in self.caps])
        return self._replace(hidden=max(0, self.hidden + more), caps=caps)


def pool_of(cards: Mapping[str, int], *, with_help: bool = False) -> Pool:
    """Return the pool of these cards; ``with_help`` counts Little help as equipment."""
    singles = [cards.get(SINGLE[symbol], 0) for symbol in EVENTS]
    if with_help:
        for card, plain in LITTLE_HELP.items():
            singles[EVENTS.index(plain.symbol)] += cards.get(card, 0)
    doubles = tuple([cards.get(DOUBLE[symbol], 0) for symbol in EVENTS])
    turbos = cards.get(TURBO, 0)
    others = sum(cards.values()) - sum(singles) - sum(doubles) - turbos
    return Pool(tuple(singles), doubles, turbos, others)


def hand_of(cards: Iterable[str], hidden: int = 0, bounds: Iterable[Bound] = ()) -> Hand:
    """Return the hand with these cards and this many hidden ones, within these bounds."""
    known = tuple(cards)
    covers = tuple([known.count(SINGLE[s]) + 2 * known.count(DOUBLE[s]) for s in EVENTS])
    return Hand(covers, known.count(TURBO), hidden, _caps(covers, bounds) if hidden else ())


def _caps(covers: Needs, bounds: Iterable[Bound]) -> tuple[Cap, ...]:
    """Return the caps that the bounds leave for hidden cards beside known ones that cover this."""
    caps = {bound.symbol: (bound.most, bound.new) for bound in bounds}
    if not caps:
        return ()
    found: list[Cap] = []
    for symbol, known in zip(EVENTS, covers, strict=True):
        most, newer = caps.get(symbol, FREE)
        late = max(0, known - most)  # known cards that must have come later
        found.append((max(0, most - known), max(0, newer - late)) if symbol in caps else FREE)
    return tuple(found)


def needs_of(facing: Mapping[str, int]) -> Needs:
    """Events by symbol, in the order of `EVENTS`."""
    return tuple([facing.get(symbol, 0) for symbol in EVENTS])
