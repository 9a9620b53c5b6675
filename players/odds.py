"""The odds that a captain can pay, exactly.

A hand is its known cards and a number of hidden ones, drawn blindly from a pool of unseen cards.
The odds are hypergeometric: the hands that can pay, divided by all possible hands. Caps limit
the older hidden cards; each is counted independently of the others. Nothing here knows any game, so
the caches hold nothing but answers.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import comb
from operator import mul
from typing import Final

from engine.box import BLANK, DIE, EVENTS
from players.cards import NOTHING, Hand, Needs, Pool
from players.ways import Ways

# --- one roll, or two at once --------------------------------------------------------------


def able(pool: Pool, hand: Hand, first: Needs, second: Needs = NOTHING) -> float:
    """Return the odds that this hand can pay the first roll and could also pay the second."""
    return _odds_of(pool, hand, second)(first)


HIDDEN_CARDS_STEP: Final = 10
"""Hidden cards are rounded up to a multiple of this, so that hands share one cached count."""


def _odds_of(pool: Pool, hand: Hand, other: Needs = NOTHING) -> Callable[[Needs], float]:
    """Return the odds that this hand can pay a roll and also the other one."""
    hidden = min(hand.hidden, pool.size)
    if not hidden:
        return _sure_odds_of(hand, other)
    hands = 0
    if hand.caps:
        hand = hand._replace(hidden=hidden)
        hands = ways_of(pool, hand, NOTHING).count(NOTHING, hidden)
    if not hands:  # no caps, or caps that exclude every hand and are ignored
        most = min(pool.size, -(-hidden // HIDDEN_CARDS_STEP) * HIDDEN_CARDS_STEP)
        hand = hand._replace(hidden=most, caps=())
        hands = comb(pool.size, hidden)
    ways = ways_of(pool, hand, other)
    return lambda needs: ways.count(needs, hidden) / hands


def _sure_odds_of(hand: Hand, other: Needs) -> Callable[[Needs], float]:
    """Return the same for a hand without hidden cards."""
    if _short(hand, other) > hand.turbos:
        return lambda _: 0.0
    return lambda needs: float(_short(hand, needs) <= hand.turbos)


def _short(hand: Hand, needs: Needs) -> int:
    """Count the events that known equipment leaves open."""
    short = 0
    for covers, events in zip(hand.covers, needs, strict=True):
        if events > covers:
            short += events - covers
    return short


@lru_cache(maxsize=1 << 9)
def ways_of(pool: Pool, hand: Hand, other: Needs) -> Ways:
    """Return the hands that can pay this roll and any other."""
    return Ways(pool, hand, other)


def able_now_that(said: str, pool: Pool, hand: Hand, now: Needs, then: Needs) -> float:
    """Return the odds to pay another roll, given the captain's "can" or "cannot" to this one."""
    return odds_now_that(said, pool, hand, now)(then)


def odds_now_that(said: str, pool: Pool, hand: Hand, now: Needs) -> Callable[[Needs], float]:
    """Return the same odds for any other roll."""
    alone = _odds_of(pool, hand)
    if said not in ("can", "cannot"):
        return alone
    both, can = _odds_of(pool, hand, now), alone(now)
    if said == "can":
        return lambda then: both(then) / can if can else 0.0
    return lambda then: max(0.0, alone(then) - both(then)) / (1 - can) if can < 1 else 0.0


# --- any roll ------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def rolls(dice: int, ignored: tuple[str, ...] = ()) -> tuple[tuple[Needs, float], ...]:
    """Return every roll of this many dice, as events to face, with its odds."""
    found: dict[Needs, float] = {}
    faced = [int(symbol not in ignored) for symbol in EVENTS]
    for faces, ways in _splits(dice, len(EVENTS)):
        needs = tuple(map(mul, faced, faces))
        found[needs] = found.get(needs, 0.0) + ways / len(DIE) ** dice
    return tuple(found.items())


@lru_cache(maxsize=64)
def _splits(dice: int, symbols: int) -> list[tuple[Needs, int]]:
    """Return all (events by symbol, number of ways) of this many dice; the rest is blank."""
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
    """Return, for each roll of this many dice, the odds to pay it and its probability."""
    found: dict[float, float] = {}
    odds_of = _odds_of(pool, hand)
    for needs, likely in rolls(max(0, dice), ignored):
        odds = odds_of(needs)
        found[odds] = found.get(odds, 0.0) + likely
    return tuple(found.items())


def flight(pool: Pool, hand: Hand, dice: int, ignored: tuple[str, ...] = ()) -> float:
    """Return the odds that this hand pays for the next roll of this many dice."""
    if min(hand.hidden, pool.size):
        return sum(odds * likely for odds, likely in flights(pool, hand, dice, ignored))
    dice = max(0, dice)
    covers = tuple([min(dice, covers) for covers in hand.covers])
    return _sure_flight(covers, min(dice, hand.turbos), dice, ignored)


@lru_cache(maxsize=1 << 12)
def _sure_flight(covers: Needs, turbos: int, dice: int, ignored: tuple[str, ...]) -> float:
    """Return the odds that these cards pay for the next roll; none is hidden."""
    paid = 0.0
    open_ = [[max(0, n - covered) for n in range(dice + 1)] for covered in covers]
    fog, lightning, birds, pirates = open_
    for (a, b, c, d), likely in rolls(dice, ignored):
        if fog[a] + lightning[b] + birds[c] + pirates[d] <= turbos:
            paid += likely
    return paid
