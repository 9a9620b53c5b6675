"""Dealing the hidden cards: hands that fit what was seen, said and bound, and the deck."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from random import Random

from engine.box import DOUBLE, SINGLE, TURBO
from engine.state.game_state import GameState
from engine.state.memory import HAND
from engine.state.past import EQUIPMENT, Hand, covered
from engine.state.payment import answers, shortfall, to_face
from engine.state.pieces import Bound
from engine.view import View

TRIES = 100
"""Random hands to try until one fits the captain's declaration; then one is put together."""
DEALS = 200
"""Deals to try until one keeps the bounds of all hands; then they are left aside. As a rule one is
enough; where all cards are in hands, as few as one in fourteen may do."""


def deal_cards(state: GameState, view: View, rng: Random) -> None:
    """Give every other seat a hand, and make a deck of what is left."""
    seen: dict[int, Hand] = {n: () for n in range(len(view.seats)) if n != view.seat}
    for sighting in view.memory:
        if sighting.zone == HAND:
            seen[sighting.at] += (sighting.card,)
    unseen = _unseen(state, view, seen)
    for _ in range(DEALS):
        if _deal(state, view, seen, _shuffled(unseen, rng), rng):
            return
    for seat in seen:  # their bounds hinder each other
        state.seats[seat].bounds = ()
    _deal(state, view, seen, _shuffled(unseen, rng), rng)


def _unseen(state: GameState, view: View, seen: dict[int, Hand]) -> list[str]:
    """The cards that the viewer sees nowhere."""
    hidden = state.rules.copies.copy()
    for card, count in view.discard.items():
        hidden[card] -= count
    for card in chain(view.hand, view.leg.help, view.leg.turned, *seen.values()):
        hidden[card] -= 1
    if view.boat.card:
        hidden[view.boat.card] -= 1
    return [card for card, count in hidden.items() for _ in range(count)]


def _shuffled(cards: Sequence[str], rng: Random) -> list[str]:
    luck = rng.random
    return sorted(cards, key=lambda _: luck())


def _deal(
    state: GameState, view: View, seen: dict[int, Hand], pool: list[str], rng: Random
) -> bool:
    """Deal the hands and the deck; False where the bounds cannot be kept."""
    speaker = view.leg.captain if view.leg.said else None
    # a word and bounds leave less choice, so those hands are dealt first
    for seat in sorted(seen, key=lambda n: (n != speaker, -len(state.seats[n].bounds))):
        me = state.seats[seat]
        missing = view.seats[seat].hand - len(seen[seat])
        if seat == speaker:
            new = _truthful(state, _Places(me.bounds, seen[seat], missing), pool, rng)
        elif me.bounds:
            new = _Places(me.bounds, seen[seat], missing).filled(pool)
        else:
            new = [pool.pop() for _ in range(missing)]
        if new is None:
            return False
        me.hand = seen[seat] + tuple(new)
    state.deck = tuple(pool)
    return True


class _Places:
    """The hidden places of a hand, from the one that was filled first to the latest."""

    def __init__(self, bounds: tuple[Bound, ...], seen: Hand, missing: int) -> None:
        self.seen = seen
        self.missing = missing
        self._limits: dict[str, tuple[int, int]] = {}
        """By symbol: the events that the older places may cover, and how many are older."""
        for bound in bounds:
            spare, new = bound.most - covered(bound.symbol, seen), bound.new
            while spare < 0:  # some of the seen cards came later
                spare, new = spare + 1, new - 1
            self._limits[bound.symbol] = spare, missing - max(0, new)

    def take(self, place: int, card: str, spare: dict[str, int]) -> bool:
        """Can this card be in this place, with what is left to cover? If so, it is put there."""
        equipment = EQUIPMENT.get(card)
        if equipment is None or equipment.symbol not in self._limits:
            return True
        symbol = equipment.symbol
        most, older = self._limits[symbol]
        if place >= older:
            return True
        left = spare.get(symbol, most) - equipment.covers
        if left < 0:
            return False
        spare[symbol] = left
        return True

    def filled(self, pool: list[str]) -> list[str] | None:
        """Cards from the end of the pool, which lie there no more; None if too few fit."""
        new: list[str] = []
        spare: dict[str, int] = {}
        for place in range(self.missing):
            for at in range(len(pool) - 1, -1, -1):
                if self.take(place, pool[at], spare):
                    new.append(pool.pop(at))
                    break
            else:
                return None
        return new


def _truthful(state: GameState, places: _Places, pool: list[str], rng: Random) -> list[str] | None:
    """Cards from the pool with which the captain's declaration is true."""
    for _ in range(TRIES):
        rest = _shuffled(pool, rng)
        new = places.filled(rest)
        if new is None:
            return None
        if state.leg.said in answers(state, places.seen + tuple(new)):
            pool[:] = rest
            return new
    put_together = _able if state.leg.said == "can" else _unable
    return put_together(state, places, pool)


def _able(state: GameState, places: _Places, pool: list[str]) -> list[str] | None:
    """Cards that each cover as many of the open events as possible."""
    facing = to_face(state.leg)
    new: list[str] = []
    spare: dict[str, int] = {}
    while len(new) < places.missing:
        hand = places.seen + tuple(new)
        open_ = {symbol: shortfall({symbol: n}, hand) for symbol, n in facing.items()}
        helpful = [
            (min(open_[symbol], covers), card)
            for symbol in facing
            for card, covers in ((DOUBLE[symbol], 2), (SINGLE[symbol], 1))
            if open_[symbol] and card in pool
        ]
        wanted = [card for _, card in sorted(helpful, reverse=True)]
        order = [*wanted, *([TURBO] if TURBO in pool else []), *pool]
        card = next((c for c in order if places.take(len(new), c, spare)), None)
        if card is None:
            return None
        pool.remove(card)
        new.append(card)
    return new


def _unable(state: GameState, places: _Places, pool: list[str]) -> list[str] | None:
    """Cards that leave an event of some symbol open; the real hand shows that there are some."""
    for symbol, events in to_face(state.leg).items():
        new = places.filled(_without_cover(symbol, events, places.seen, pool))
        if new is not None:
            for card in new:
                pool.remove(card)
            return new
    return None


def _without_cover(symbol: str, events: int, seen: Hand, pool: list[str]) -> list[str]:
    """The most cards of the pool that leave an event of this symbol open; none if it is covered."""
    if not shortfall({symbol: events}, seen):
        return []
    kinds = (SINGLE[symbol], DOUBLE[symbol])  # the weaker ones first: more of them fit
    new = [card for card in pool if card not in kinds]
    for card in kinds:
        while new.count(card) < pool.count(card) and shortfall(
            {symbol: events}, (*seen, *new, card)
        ):
            new.append(card)
    return new
