"""Dealing a full game that fits a view: hands and deck, treasures and piles.

Cards that the viewer has seen stay where they were seen; all other hidden cards are shuffled over
the remaining places. Hands keep the bounds that the past has set them, and a captain whose
declaration stands gets a hand that makes it true. The viewer does not know what others have laid
face down, so nothing of theirs lies there.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from random import Random
from typing import Final

from engine.box import CITY_OF, DOUBLE, NO_TREASURES, SINGLE, TURBO
from engine.chance import SEED_BYTES, Chance
from engine.errors import IllegalMove
from engine.flow.treasure import DrawTreasure
from engine.rules import rules_of
from engine.state.bounds import EQUIPMENT, Hand, covered
from engine.state.game_state import GameState
from engine.state.memory import HAND, PILE, SOMEWHERE, TREASURES
from engine.state.payment import answers, shortfall, to_face
from engine.state.pieces import BOAT, SHIP, Bound, Seat
from engine.view import View

MAX_RANDOM_HANDS: Final = 100
"""Random hands to try until one fits the captain's declaration; then one is put together."""
MAX_DEALS: Final = 200
"""Deals to try until one keeps the bounds of all hands; then the bounds are dropped.

One deal is mostly enough; where all cards are in hands, as few as one in fourteen may fit.
"""
UNKNOWN: Final = ""


def imagine(view: View, rng: Random) -> GameState:
    """Return a state consistent with the view, dealt by ``rng`` from nothing else.

    A finished game raises `IllegalMove`: its scores are public.
    """
    if not view.waiting:
        raise IllegalMove("game_over")
    state = _public_state(view, rng)
    _deal_cards(state, view, rng)
    _deal_treasures(state, view, rng)
    return state


def _public_state(view: View, rng: Random) -> GameState:
    state = GameState(
        rules=rules_of(view.options),
        chance=Chance(rng.randbytes(SEED_BYTES)),
        seats=[
            Seat(
                crew=seat.crew,
                character=seat.character,
                power=seat.power,
                tokens=seat.tokens,
                bounds=seat.bounds,
            )
            for seat in view.seats
        ],
        piles=[()],
        discard=view.discard.copy(),
        removed=view.removed,
        gifts_shown=bool(view.gifts_shown),
        in_ship=_at(view, SHIP),
        in_boat=_at(view, BOAT),
        ship=view.ship,
        boat=view.boat,
        captain=view.captain,
        journey=view.journey,
        crashed=view.crashed,
        lit=view.lit,
        leg=view.leg.copy(),
        agenda=list(view.agenda),
        waiting=view.waiting,
    )
    if view.seat is not None:
        me = state.seats[view.seat]
        me.hand = view.hand
        me.treasures = view.treasures
        me.laid = view.laid
        me.drawn = view.drawn
        me.memory = view.memory
    return state


def _at(view: View, place: str) -> tuple[int, ...]:
    return tuple([number for number, seat in enumerate(view.seats) if seat.place == place])


# --- cards ---------------------------------------------------------------------------------


def _deal_cards(state: GameState, view: View, rng: Random) -> None:
    """Give every other seat a hand, and make a deck of what is left."""
    seen: dict[int, Hand] = {n: () for n in range(len(view.seats)) if n != view.seat}
    for sighting in view.memory:
        if sighting.zone == HAND:
            seen[sighting.at] += (sighting.card,)
    unseen = _unseen(state, view, seen)
    for _ in range(MAX_DEALS):
        if _deal(state, view, seen, _shuffled(unseen, rng), rng):
            return
    for seat in seen:  # the bounds exclude each other
        state.seats[seat].bounds = ()
    _deal(state, view, seen, _shuffled(unseen, rng), rng)


def _unseen(state: GameState, view: View, seen: dict[int, Hand]) -> list[str]:
    """The cards that the viewer cannot see."""
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
    """Deal the hands and the deck; return False if the bounds cannot be kept."""
    speaker = view.leg.captain if view.leg.said else None
    # a declaration and bounds leave less choice, so those hands are dealt first
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
            while spare < 0:  # some of the known cards came after the bound
                spare, new = spare + 1, new - 1
            self._limits[bound.symbol] = spare, missing - max(0, new)

    def take(self, place: int, card: str, spare: dict[str, int]) -> bool:
        """Put the card in this place if the bounds allow it; return whether they do."""
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
        """Take cards from the end of the pool for all places; return None if too few fit."""
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
    """Take cards from the pool with which the captain's declaration is true."""
    for _ in range(MAX_RANDOM_HANDS):
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
    """Take cards that each cover as many of the open events as possible."""
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
    """Take cards that leave an event of some symbol open; the real hand proves that they exist."""
    for symbol, events in to_face(state.leg).items():
        new = places.filled(_without_cover(symbol, events, places.seen, pool))
        if new is not None:
            for card in new:
                pool.remove(card)
            return new
    return None


def _without_cover(symbol: str, events: int, seen: Hand, pool: list[str]) -> list[str]:
    """Return the most cards that leave an event of this symbol open; [] if it is covered."""
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


# --- treasures -----------------------------------------------------------------------------


def _deal_treasures(state: GameState, view: View, rng: Random) -> None:
    """Give every place a treasure of its city; those that were seen stay where they are."""
    holdings = {
        n: [UNKNOWN] * len(seat.treasures) for n, seat in enumerate(view.seats) if n != view.seat
    }
    gifts = list(view.gifts_shown) or [UNKNOWN] * len(view.gifts)
    pools = _pools(state, view)
    piles = {city: _pile(view, city, pools[city], rng) for city in pools}
    _place_seen_holdings(view, holdings, pools)
    luck = rng.random
    pools = {city: sorted(pool, key=lambda _: luck()) for city, pool in pools.items()}
    for seat, holding in holdings.items():
        for n, city in enumerate(view.seats[seat].treasures):
            if not holding[n]:
                holding[n] = pools[city].pop()
        state.seats[seat].treasures = tuple(_latest_last(view, seat, holding))
    state.gifts = tuple([gift or pools[view.gifts[n]].pop() for n, gift in enumerate(gifts)])
    _fill_drawn(state, view, pools)
    for city, pile in piles.items():
        state.piles.append(tuple([name or pools[city].pop() for name in pile]))
    state.piles.extend(NO_TREASURES)


def _latest_last(view: View, seat: int, holding: list[str]) -> list[str]:
    """Return treasures with the one that was taken in this leg at the end, as Purple needs it."""
    origins = view.seats[seat].treasures
    if seat in (*view.leg.gone, *view.leg.took) and view.leg.city in origins:
        end = len(origins) - 1 - origins[::-1].index(view.leg.city)
        return [*holding[:end], *holding[end + 1 :], holding[end]]
    return holding


def _pools(state: GameState, view: View) -> dict[int, list[str]]:
    """The treasures of each city that the viewer neither holds nor sees in the open."""
    pools = {city: list(names) for city, names in state.rules.treasures.items()}
    for name in (*view.treasures, *view.drawn, *view.removed, *view.gifts_shown):
        pools[CITY_OF[name]].remove(name)
    return pools


def _pile(view: View, city: int, pool: list[str], rng: Random) -> list[str]:
    """The pile from the bottom up, with the treasures that the viewer has seen in it."""
    pile = [UNKNOWN] * view.piles[city - 1]
    seen = [s for s in view.memory if s.zone == PILE and s.at == city]
    for sighting in seen:
        if sighting.depth != SOMEWHERE:
            pile[sighting.depth] = sighting.card
            pool.remove(sighting.card)
    free = [n for n, name in enumerate(pile) if not name] if seen else []
    rng.shuffle(free)
    for sighting in seen:
        if sighting.depth == SOMEWHERE:
            pile[free.pop()] = sighting.card
            pool.remove(sighting.card)
    return pile


def _place_seen_holdings(
    view: View, holdings: dict[int, list[str]], pools: dict[int, list[str]]
) -> None:
    """Put the treasures that the viewer has seen with a seat there, the latest ones first."""
    for s in view.memory:
        if s.zone == TREASURES:
            city = CITY_OF[s.card]
            origins = view.seats[s.at].treasures
            free = [n for n, c in enumerate(origins) if c == city and not holdings[s.at][n]]
            holdings[s.at][free[-1]] = s.card
            pools[city].remove(s.card)


def _fill_drawn(state: GameState, view: View, pools: dict[int, list[str]]) -> None:
    """Deal the treasures that another seat has drawn from a city, to keep one of them."""
    step = view.agenda[-1] if view.agenda else None
    if isinstance(step, DrawTreasure) and step.seat != view.seat:
        count = view.seats[step.seat].drawn
        state.seats[step.seat].drawn = tuple([pools[step.city].pop() for _ in range(count)])
