"""Points that passengers can win in a leg, and the captain's odds, by public facts."""

from __future__ import annotations

from collections import Counter

from engine import Options, View
from engine.box import BOSCALUMIA, GAP, POINTS, SPYGLASSES, TOKEN_POINTS
from engine.rules import rules_of
from engine.state.payment import to_face
from players.cards import hand_of, needs_of, pool_of
from players.odds import able

Worth = tuple[int, int, int]
"""Least and most points of a plain treasure, and points of a possible spyglass; all 0: nothing."""
NOTHING: Worth = (0, 0, 0)


def worth(view: View, city: int) -> Worth:
    """Return the possible worth of a treasure of a city, by public facts."""
    if city in (GAP, BOSCALUMIA):
        token = 0 if view.lit or city == GAP else TOKEN_POINTS
        return token, token, 0
    if not view.piles[city - 1]:
        return NOTHING
    gone = Counter([*view.removed, *view.gifts_shown])
    pile = Counter(rules_of(view.options).treasures[city]) - gone
    plain = [POINTS[name] for name in pile if name not in SPYGLASSES]
    spyglass = max([POINTS[name] for name in pile if name in SPYGLASSES], default=0)
    least, most = min(plain, default=spyglass), max(plain, default=spyglass)
    return least, most, 0 if least <= spyglass <= most else spyglass


def riches(view: View) -> int:
    """Return the points of the viewing seat that count towards the goal."""
    tokens = 0 if view.seat is None else view.seats[view.seat].tokens
    return sum(POINTS[name] for name in view.treasures) + tokens * TOKEN_POINTS


def chance(view: View) -> float:
    """Return the odds that the captain can pay for the dice: any unseen card may be in the hand."""
    now = view.leg
    pool = pool_of(_unseen(view.options, view))
    hand = hand_of((), view.seats[now.captain].hand)._replace(turbos=now.turned.count("turbo"))
    return able(pool, hand, needs_of(to_face(now)))


def _unseen(options: Options, view: View) -> dict[str, int]:
    """Return the number of unseen cards by name."""
    left = dict(rules_of(options).copies)
    for card, count in view.discard.items():
        left[card] -= count
    for card in (*view.leg.help, *view.leg.turned, *filter(None, [view.boat.card])):
        left[card] -= 1
    return left
