"""The odds that a captain can pay, exactly.

A hand is its known cards and a number of hidden ones, drawn blindly from a pool of unseen cards.
The odds are hypergeometric: the hands that can pay, divided by all possible hands. Caps say what
the older hidden cards cannot be; each is reckoned as if the others were not. Nothing here knows
any game, so the caches hold nothing but answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import comb, factorial
from typing import Final, NamedTuple

from engine.box import BLANK, DIE, DOUBLE, EVENTS, LITTLE_HELP, SINGLE, TURBO
from engine.state.pieces import Bound

Needs = tuple[int, ...]
"""Events by symbol, in the order of `EVENTS`."""

NOTHING: Final[Needs] = (0,) * len(EVENTS)

Cap = tuple[int, int]
"""The events of a symbol that the older hidden cards cover at most, and how many are newer."""

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
    """The events that a hand surely covers, and the number of its hidden cards."""

    covers: Needs = NOTHING
    turbos: int = 0
    hidden: int = 0
    caps: tuple[Cap, ...] = ()
    """By symbol; () where there are none."""

    def with_hidden(self, more: int) -> Hand:
        """The hand with this many more hidden cards, or fewer."""
        caps = tuple([c if c == FREE else (c[0], max(0, c[1] + more)) for c in self.caps])
        return self._replace(hidden=max(0, self.hidden + more), caps=caps)


def pool_of(cards: Mapping[str, int], *, with_help: bool = False) -> Pool:
    """The pool of these cards; Little help counts where it covers events like equipment."""
    singles = [cards.get(SINGLE[symbol], 0) for symbol in EVENTS]
    if with_help:
        for card, plain in LITTLE_HELP.items():
            singles[EVENTS.index(plain.symbol)] += cards.get(card, 0)
    doubles = tuple([cards.get(DOUBLE[symbol], 0) for symbol in EVENTS])
    turbos = cards.get(TURBO, 0)
    others = sum(cards.values()) - sum(singles) - sum(doubles) - turbos
    return Pool(tuple(singles), doubles, turbos, others)


def hand_of(cards: Iterable[str], hidden: int = 0, bounds: Iterable[Bound] = ()) -> Hand:
    """The hand with these cards and this many hidden ones, within these bounds."""
    known = tuple(cards)
    covers = tuple([known.count(SINGLE[s]) + 2 * known.count(DOUBLE[s]) for s in EVENTS])
    return Hand(covers, known.count(TURBO), hidden, _caps(covers, bounds) if hidden else ())


def _caps(covers: Needs, bounds: Iterable[Bound]) -> tuple[Cap, ...]:
    """What the bounds leave to the hidden cards, beside known ones that cover so much."""
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


# --- one roll, or two at once --------------------------------------------------------------

# One number encodes a way to hold cards: how many come from the pool, and how many events of
# each of two rolls they leave open, each in its own bits.
_OPEN_BITS: Final = 5
_OPEN: Final = (1 << _OPEN_BITS) - 1
_CARD_BITS: Final = 2 * _OPEN_BITS


@lru_cache(maxsize=1 << 16)
def able(pool: Pool, hand: Hand, first: Needs, second: Needs = NOTHING) -> float:
    """The odds that this hand can pay the first roll and could also pay the second."""
    hands = _hands(pool, hand, NOTHING, NOTHING) if hand.caps else 0.0
    if not hands:  # or the caps leave no hand at all, so they are of no use
        hand = hand._replace(caps=())
        hands = comb(pool.size, min(hand.hidden, pool.size))
    return _hands(pool, hand, first, second) / hands


@lru_cache(maxsize=1 << 14)
def _hands(pool: Pool, hand: Hand, first: Needs, second: Needs) -> float:
    """How many of all hands can pay both."""
    hidden = min(hand.hidden, pool.size)
    ways: dict[int, float] = {0: 1}
    others = pool.others
    for covers, single, double, one, two, cap in zip(
        hand.covers, pool.singles, pool.doubles, first, second, hand.caps or _UNCAPPED, strict=True
    ):
        open_ = max(0, one - covers), max(0, two - covers)
        if open_ == (0, 0) and cap == FREE:
            others += single + double
        elif hidden:
            ways = _joined(ways, _of_symbol(single, double, open_, hidden, cap), hidden)
        else:
            ways = {key + open_[0] + (open_[1] << _OPEN_BITS): n for key, n in ways.items()}
    good: float = 0
    for key, n in ways.items():
        short = max(key & _OPEN, key >> _OPEN_BITS & _OPEN) - hand.turbos
        good += n * _filled(pool.turbos, others, hidden - (key >> _CARD_BITS), short)
    return good


_UNCAPPED: Final = (FREE,) * len(EVENTS)


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


def able_now_that(said: str, pool: Pool, hand: Hand, now: Needs, then: Needs) -> float:
    """The odds to pay another roll, given that the captain said "can" or "cannot" to this one."""
    if said not in ("can", "cannot"):
        return able(pool, hand, then)
    can, both = able(pool, hand, now), able(pool, hand, now, then)
    if said == "can":
        return both / can if can else 0.0
    return max(0.0, able(pool, hand, then) - both) / (1 - can) if can < 1 else 0.0


# --- any roll ------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def rolls(dice: int, ignored: tuple[str, ...] = ()) -> tuple[tuple[Needs, float], ...]:
    """Every roll of this many dice, as events to face, with its odds."""
    found: dict[Needs, float] = {}
    for faces in _splits(dice, len(EVENTS)):
        blanks = dice - sum(faces)
        ways = factorial(dice) * DIE.count(BLANK) ** blanks
        for count in (*faces, blanks):
            ways //= factorial(count)
        needs = tuple([0 if s in ignored else n for s, n in zip(EVENTS, faces, strict=True)])
        found[needs] = found.get(needs, 0.0) + ways / len(DIE) ** dice
    return tuple(found.items())


def _splits(most: int, places: int) -> Iterable[Needs]:
    """All ways to put at most this many things into these places."""
    if not places:
        yield ()
        return
    for here in range(most + 1):
        for rest in _splits(most - here, places - 1):
            yield (here, *rest)


@lru_cache(maxsize=1 << 12)
def flights(
    pool: Pool, hand: Hand, dice: int, ignored: tuple[str, ...] = ()
) -> tuple[tuple[float, float], ...]:
    """All outcomes of a roll of this many dice: the odds to pay it, and how likely that is."""
    found: dict[float, float] = {}
    for needs, likely in rolls(max(0, dice), ignored):
        odds = able(pool, hand, needs)
        found[odds] = found.get(odds, 0.0) + likely
    return tuple(found.items())


@lru_cache(maxsize=1 << 14)
def flight(pool: Pool, hand: Hand, dice: int, ignored: tuple[str, ...] = ()) -> float:
    """The odds that this hand pays for the next roll of this many dice."""
    return sum(odds * likely for odds, likely in flights(pool, hand, dice, ignored))
