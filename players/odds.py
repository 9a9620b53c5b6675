"""The odds that a captain can pay, exactly.

A hand is its known cards and a number of hidden ones, drawn blindly from a pool of unseen cards.
The odds are hypergeometric: the hands that can pay, divided by all possible hands. Nothing here
knows any game, so the caches hold nothing but answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from math import comb
from operator import mul
from typing import Final, NamedTuple

from engine.box import BLANK, DIE, DOUBLE, EVENTS, LITTLE_HELP, SINGLE, TURBO
from engine.state.pieces import Bound
from players.capped import FREE, Capped
from players.ways import Ways

Needs = tuple[int, ...]
"""Events by symbol, in the order of `EVENTS`."""

NOTHING: Final[Needs] = (0,) * len(EVENTS)


Cap = tuple[int, int]
"""The events of a symbol that the older hidden cards cover at most, and how many are newer."""


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


def able(pool: Pool, hand: Hand, first: Needs, second: Needs = NOTHING) -> float:
    """The odds that this hand can pay the first roll and could also pay the second."""
    return _odds_of(pool, hand, second)(first)


ROOM: Final = 10
"""Hands are counted together up to this many hidden cards, and up to its multiples."""


def _odds_of(pool: Pool, hand: Hand, other: Needs = NOTHING) -> Callable[[Needs], float]:
    """The odds that this hand can pay a roll and the other one."""
    hidden = min(hand.hidden, pool.size)
    if not hidden:
        if _short(hand, other) > hand.turbos:
            return lambda needs: 0.0
        return lambda needs: float(_short(hand, needs) <= hand.turbos)
    if hand.caps and capped_of(pool, hand, other).possible:
        return capped_of(pool, hand, other).odds
    room = min(pool.size, -(-hidden // ROOM) * ROOM)
    ways = ways_of(pool, hand._replace(hidden=room, caps=()), other)
    return lambda needs: ways.odds(needs, hidden)


def _short(hand: Hand, needs: Needs) -> int:
    """How many events known equipment leaves open."""
    short = 0
    for covers, events in zip(hand.covers, needs, strict=True):
        if events > covers:
            short += events - covers
    return short


@lru_cache(maxsize=1 << 9)
def ways_of(pool: Pool, hand: Hand, other: Needs) -> Ways:
    """The hands that can pay this roll and any other."""
    return Ways(pool, hand, other)


@lru_cache(maxsize=1 << 9)
def capped_of(pool: Pool, hand: Hand, other: Needs) -> Capped:
    """The same for a hand that the past has bound."""
    return Capped(pool, hand, other)


def able_now_that(said: str, pool: Pool, hand: Hand, now: Needs, then: Needs) -> float:
    """The odds to pay another roll, given that the captain said "can" or "cannot" to this one."""
    if said not in ("can", "cannot"):
        return able(pool, hand, then)
    can, both = able(pool, hand, now), able(pool, hand, then, now)
    if said == "can":
        return both / can if can else 0.0
    return max(0.0, able(pool, hand, then) - both) / (1 - can) if can < 1 else 0.0


# --- any roll ------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def rolls(dice: int, ignored: tuple[str, ...] = ()) -> tuple[tuple[Needs, float], ...]:
    """Every roll of this many dice, as events to face, with its odds."""
    found: dict[Needs, float] = {}
    faced = [int(symbol not in ignored) for symbol in EVENTS]
    for faces, ways in _splits(dice, len(EVENTS)):
        needs = tuple(map(mul, faced, faces))
        found[needs] = found.get(needs, 0.0) + ways / len(DIE) ** dice
    return tuple(found.items())


@lru_cache(maxsize=64)
def _splits(dice: int, symbols: int) -> list[tuple[Needs, int]]:
    """All ways that so many dice can fall, by the number of each symbol; all else is blank."""
    if not symbols:
        return [((), DIE.count(BLANK) ** dice)]
    return [
        ((n, *rest), comb(dice, n) * ways)
        for n in range(dice + 1)
        for rest, ways in _splits(dice - n, symbols - 1)
    ]


@lru_cache(maxsize=1 << 12)
def flights(
    pool: Pool, hand: Hand, dice: int, ignored: tuple[str, ...] = ()
) -> tuple[tuple[float, float], ...]:
    """All outcomes of a roll of this many dice: the odds to pay it, and how likely that is."""
    found: dict[float, float] = {}
    odds_of = _odds_of(pool, hand)
    for needs, likely in rolls(max(0, dice), ignored):
        odds = odds_of(needs)
        found[odds] = found.get(odds, 0.0) + likely
    return tuple(found.items())


def flight(pool: Pool, hand: Hand, dice: int, ignored: tuple[str, ...] = ()) -> float:
    """The odds that this hand pays for the next roll of this many dice."""
    if min(hand.hidden, pool.size):
        return sum(odds * likely for odds, likely in flights(pool, hand, dice, ignored))
    dice = max(0, dice)
    covers = tuple([min(dice, covers) for covers in hand.covers])
    return _sure_flight(covers, min(dice, hand.turbos), dice, ignored)


@lru_cache(maxsize=1 << 12)
def _sure_flight(covers: Needs, turbos: int, dice: int, ignored: tuple[str, ...]) -> float:
    """The odds that these cards pay for the next roll; none is hidden."""
    paid = 0.0
    open_ = [[max(0, n - covered) for n in range(dice + 1)] for covered in covers]
    fog, lightning, birds, pirates = open_
    for (a, b, c, d), likely in rolls(dice, ignored):
        if fog[a] + lightning[b] + birds[c] + pirates[d] <= turbos:
            paid += likely
    return paid
