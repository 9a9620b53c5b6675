"""Dealing a full game that fits a view.

Cards that the viewer has seen stay where they were seen; all other hidden cards are shuffled over
the remaining places. A captain whose declaration stands gets a hand that makes it true. The viewer
does not know what others have laid face down, so nothing of theirs lies there.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from engine.box import CITY_OF, DOUBLE, NO_TREASURES, SINGLE, TURBO
from engine.chance import SEED_BYTES, Chance
from engine.errors import IllegalMove
from engine.flow.treasure import DrawTreasure
from engine.rules import rules_of
from engine.state.game_state import GameState
from engine.state.memory import HAND, PILE, SOMEWHERE, TREASURES
from engine.state.payment import answers, shortfall, to_face
from engine.state.pieces import BOAT, SHIP, Seat
from engine.view import View

TRIES = 100
"""Random hands to try until one fits the captain's declaration; then one is put together."""


def imagine(view: View, rng: Random) -> GameState:
    """A state consistent with the view, dealt by ``rng``, which knows nothing else.

    A finished game cannot be dealt again: its scores are out.
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
    leg = view.leg
    seen: dict[int, list[str]] = {n: [] for n in range(len(view.seats)) if n != view.seat}
    for sighting in view.memory:
        if sighting.zone == HAND:
            seen[sighting.at].append(sighting.card)
    hidden = Counter(state.rules.copies)
    hidden.subtract(view.discard)
    hidden.subtract((*view.hand, *leg.help, *leg.turned))
    hidden.subtract((view.boat.card,) if view.boat.card else ())
    for cards in seen.values():
        hidden.subtract(cards)
    pool = list(hidden.elements())
    rng.shuffle(pool)
    # the declaration limits the captain's hand, so that one is dealt first
    for seat in sorted(seen, key=lambda seat: seat != leg.captain):
        missing = view.seats[seat].hand - len(seen[seat])
        if seat == leg.captain and leg.said:
            new = _truthful(state, tuple(seen[seat]), pool, missing, rng)
        else:
            new = pool[:missing]
        for card in new:
            pool.remove(card)
        hand = [*seen[seat], *new]
        rng.shuffle(hand)
        state.seats[seat].hand = tuple(hand)
    state.deck = tuple(pool)


def _truthful(
    state: GameState, seen: tuple[str, ...], pool: list[str], missing: int, rng: Random
) -> list[str]:
    """Cards from the pool with which the captain's declaration is true."""
    for _ in range(TRIES):
        new = rng.sample(pool, missing)
        if state.leg.said in answers(state, seen + tuple(new)):
            return new
    put_together = _able if state.leg.said == "can" else _unable
    return put_together(state, seen, pool, missing)


def _able(state: GameState, seen: tuple[str, ...], pool: list[str], missing: int) -> list[str]:
    """Cards that each cover as many of the open events as possible."""
    facing = to_face(state.leg)
    rest = list(pool)
    new: list[str] = []
    while len(new) < missing:
        hand = seen + tuple(new)
        open_ = {symbol: shortfall({symbol: n}, hand) for symbol, n in facing.items()}
        helpful = [
            (min(open_[symbol], covers), card)
            for symbol in facing
            for card, covers in ((DOUBLE[symbol], 2), (SINGLE[symbol], 1))
            if open_[symbol] and card in rest
        ]
        other = TURBO if TURBO in rest else rest[0]
        card = max(helpful)[1] if helpful else other
        rest.remove(card)
        new.append(card)
    return new


def _unable(state: GameState, seen: tuple[str, ...], pool: list[str], missing: int) -> list[str]:
    """Cards that leave an event of some symbol open; the real hand shows that there are some."""
    facing = to_face(state.leg)
    return next(
        new
        for symbol, events in facing.items()
        if len(new := _without_cover(symbol, events, seen, pool)[:missing]) == missing
    )


def _without_cover(symbol: str, events: int, seen: tuple[str, ...], pool: list[str]) -> list[str]:
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


# --- treasures -----------------------------------------------------------------------------


def _deal_treasures(state: GameState, view: View, rng: Random) -> None:
    holdings: dict[int, list[str]] = {
        n: [""] * len(seat.treasures) for n, seat in enumerate(view.seats) if n != view.seat
    }
    gifts = list(view.gifts_shown) or [""] * len(view.gifts)
    for city, size in enumerate(view.piles, start=1):
        pool = _hidden_treasures(state, view, city)
        pile = _seen_pile(view, city, size, pool, rng)
        _place_seen_holdings(view, city, holdings, pool)
        rng.shuffle(pool)
        for seat, holding in holdings.items():
            for n, origin in enumerate(view.seats[seat].treasures):
                if origin == city and not holding[n]:
                    holding[n] = pool.pop()
        for n, origin in enumerate(view.gifts):
            if origin == city and not gifts[n]:
                gifts[n] = pool.pop()
        _fill_drawn(state, view, city, pool)
        state.piles.append(tuple([name or pool.pop() for name in pile]))
    state.piles.extend(NO_TREASURES)
    for seat, holding in holdings.items():
        state.seats[seat].treasures = tuple(holding)
    state.gifts = tuple(gifts)


def _hidden_treasures(state: GameState, view: View, city: int) -> list[str]:
    """The treasures of a city that the viewer neither holds nor sees."""
    hidden = Counter(state.rules.treasures[city])
    for name in (*view.treasures, *view.drawn, *view.removed, *view.gifts_shown):
        if CITY_OF[name] == city:
            hidden[name] -= 1
    return list(hidden.elements())


def _seen_pile(view: View, city: int, size: int, pool: list[str], rng: Random) -> list[str]:
    """The pile from the bottom up; "" where the treasure is unknown."""
    pile = [""] * size
    seen = [s for s in view.memory if s.zone == PILE and s.at == city]
    for sighting in seen:
        if sighting.depth != SOMEWHERE:
            pile[sighting.depth] = sighting.card
            pool.remove(sighting.card)
    free = [n for n, name in enumerate(pile) if not name]
    rng.shuffle(free)
    for sighting in seen:
        if sighting.depth == SOMEWHERE:
            pile[free.pop()] = sighting.card
            pool.remove(sighting.card)
    return pile


def _place_seen_holdings(
    view: View, city: int, holdings: dict[int, list[str]], pool: list[str]
) -> None:
    """Put the treasures that the viewer has seen with a seat there, the latest ones first."""
    for s in view.memory:
        if s.zone == TREASURES and CITY_OF[s.card] == city:
            origins = view.seats[s.at].treasures
            free = [n for n, c in enumerate(origins) if c == city and not holdings[s.at][n]]
            holdings[s.at][free[-1]] = s.card
            pool.remove(s.card)


def _fill_drawn(state: GameState, view: View, city: int, pool: list[str]) -> None:
    """Deal the treasures that another seat has drawn from this city, to keep one of them."""
    step = view.agenda[-1] if view.agenda else None
    if isinstance(step, DrawTreasure) and step.city == city and step.seat != view.seat:
        count = view.seats[step.seat].drawn
        state.seats[step.seat].drawn = tuple([pool.pop() for _ in range(count)])
