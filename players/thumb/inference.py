"""Inference from a view: unseen cards, hands, treasures and their worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import comb

from engine.box import (
    CITY_OF,
    DOUBLE,
    EVENTS,
    LAST,
    OFF_THE_LINE,
    POINTS,
    SINGLE,
    TOKEN_POINTS,
    TURBO,
)
from engine.rules import rules_of
from engine.state.memory import HAND, PILE, TREASURES
from engine.state.payment import to_face
from engine.view import View
from players.cards import Hand, Needs, hand_of, needs_of

# --- cards ---------------------------------------------------------------------------------


def unseen_cards(view: View) -> dict[str, int]:
    """Count the cards that this seat cannot see."""
    unseen = Counter(rules_of(view.options).copies)
    unseen.subtract(view.discard)
    unseen.subtract((*view.hand, *view.leg.help, *view.leg.turned))
    if view.boat.card:
        unseen[view.boat.card] -= 1
    unseen.subtract(s.card for s in view.memory if s.zone == HAND)
    return dict(unseen)


def known_cards(view: View, seat: int) -> tuple[str, ...]:
    """Return the cards of a hand that this view's seat knows."""
    if seat == view.seat:
        return view.hand
    return tuple([s.card for s in view.memory if s.zone == HAND and s.at == seat])


def hand_at(view: View, seat: int, *, bounded: bool = False) -> Hand:
    """Return a hand as far as it is known, with the open Turbos of the captain.

    ``bounded``: within its public bounds.
    """
    known = known_cards(view, seat)
    bounds = view.seats[seat].bounds if bounded else ()
    hand = hand_of(known, view.seats[seat].hand - len(known), bounds)
    if seat == view.leg.captain and TURBO in view.leg.turned:
        return hand._replace(turbos=hand.turbos + view.leg.turned.count(TURBO))
    return hand


def facing(view: View, dice: Iterable[str] | None = None) -> Needs:
    """Return the events that the captain faces, with these dice or those on the table."""
    leg = view.leg
    if dice is not None:
        leg = leg.copy()
        leg.dice = tuple(dice)
    return needs_of(to_face(leg))


def cards_for(hand: tuple[str, ...], needs: Needs) -> tuple[str, ...]:
    """Return about the cards that this hand would spend on these events."""
    spent: list[str] = []
    for symbol, events in zip(EVENTS, needs, strict=True):
        plain = min(events, hand.count(SINGLE[symbol]))
        upgraded = min((events - plain + 1) // 2, hand.count(DOUBLE[symbol]))
        turbos = max(0, events - plain - 2 * upgraded)
        spent += [SINGLE[symbol]] * plain + [DOUBLE[symbol]] * upgraded + [TURBO] * turbos
    return tuple(spent)


# --- treasures -----------------------------------------------------------------------------


def unseen_treasures(view: View, city: int) -> list[int]:
    """Return the points of the treasures that may be in a city's pile; exact for a seen pile."""
    pile = view.piles[city - 1]
    seen = [s.card for s in view.memory if s.zone == PILE and s.at == city]
    if pile and len(seen) == pile:
        return sorted(POINTS[name] for name in seen)
    left = Counter(rules_of(view.options).treasures[city])
    elsewhere = [s.card for s in view.memory if s.zone == TREASURES]
    for name in (*view.treasures, *view.removed, *view.gifts_shown, *elsewhere):
        if CITY_OF[name] == city:
            left[name] -= 1
    return sorted(POINTS[name] for name in left.elements())


def mean_treasure(view: View, city: int) -> float:
    """Return the average worth of the top treasure of a city."""
    points = unseen_treasures(view, city)
    return sum(points) / len(points) if points else 0.0


def best_treasure(view: View, city: int) -> float:
    """Return the average worth of the best treasure of a city's pile."""
    points = unseen_treasures(view, city)
    size = min(view.piles[city - 1], len(points))
    # the n-th treasure is the best of a pile whose other treasures are all smaller
    hands = comb(len(points), size)
    return sum(p * comb(n, size - 1) for n, p in enumerate(points)) / hands if size else 0.0


class Means(dict[int, float]):
    """The average worth of the top treasure of each city, computed when asked for."""

    def __init__(self, view: View) -> None:
        super().__init__()
        self._view = view

    def __missing__(self, city: int) -> float:
        mean = self[city] = mean_treasure(self._view, city)
        return mean


def riches_at(view: View, seat: int, means: Means) -> float:
    """Return the points of a seat, as far as this view's seat knows them."""
    tokens = view.seats[seat].tokens * TOKEN_POINTS
    if seat == view.seat:
        return sum(POINTS[name] for name in view.treasures) + tokens
    known = [s.card for s in view.memory if s.zone == TREASURES and s.at == seat]
    origins = list(view.seats[seat].treasures)
    for name in known:
        origins.remove(CITY_OF[name])
    return tokens + sum(POINTS[n] for n in known) + sum(means[c] for c in origins)


def stops_behind(view: View, city: int) -> tuple[int, ...]:
    """Return the stops ahead of a craft at this city."""
    if city > LAST:
        return tuple([c.number for c in OFF_THE_LINE if c.number > city])
    return tuple([stop for stop in range(city + 1, LAST + 1) if view.piles[stop - 1]])
