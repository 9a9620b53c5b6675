"""Dealing the hidden treasures: what others hold, the gifts, and the piles."""

from __future__ import annotations

from random import Random

from engine.box import CITY_OF, NO_TREASURES
from engine.flow.treasure import DrawTreasure
from engine.state.game_state import GameState
from engine.state.memory import PILE, SOMEWHERE, TREASURES
from engine.view import View

UNKNOWN = ""


def deal_treasures(state: GameState, view: View, rng: Random) -> None:
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
        state.seats[seat].treasures = tuple(holding)
    state.gifts = tuple([gift or pools[view.gifts[n]].pop() for n, gift in enumerate(gifts)])
    _fill_drawn(state, view, pools)
    for city, pile in piles.items():
        state.piles.append(tuple([name or pools[city].pop() for name in pile]))
    state.piles.extend(NO_TREASURES)


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
