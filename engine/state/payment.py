"""The events to face, the cards that cover them, and the payments of a captain."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from engine.box import BLANK, COVERS, DOUBLE, SINGLE, TURBO, UPGRADED
from engine.state.game_state import GameState
from engine.state.pieces import Leg

Hand = tuple[str, ...]


def to_face(leg: Leg) -> dict[str, int]:
    """Return the events left for the captain, by symbol, after the open cards on the table."""
    facing: dict[str, int] = {}
    for face in leg.dice:
        if face != BLANK and face not in leg.ignored:
            facing[face] = facing.get(face, 0) + 1
    for card in leg.help + leg.turned:
        if card in COVERS and COVERS[card].symbol in facing:
            cover = COVERS[card]
            facing[cover.symbol] -= cover.covers
            if facing[cover.symbol] <= 0:
                del facing[cover.symbol]
    return facing


def left_to_face(leg: Leg) -> int:
    """Count the events left for the captain's hand; an open Turbo covers one."""
    return sum(to_face(leg).values()) - leg.turned.count(TURBO)


def reconsider(leg: Leg, before: int) -> None:
    """Cancel the captain's declaration if less is left to face than before, and only then.

    Otherwise a captain could say "cannot", let others spend cards and powers to no effect, and
    then fly on.
    """
    if left_to_face(leg) < before:
        leg.said = ""


def shortfall(facing: dict[str, int], hand: Hand) -> int:
    """Count the events that the equipment of this hand leaves open."""
    short = 0
    for symbol, events in facing.items():
        covered = hand.count(SINGLE[symbol]) + 2 * hand.count(DOUBLE[symbol])
        if covered < events:
            short += events - covered
    return short


def answers(state: GameState, hand: Hand) -> tuple[str, ...]:
    """Return the declarations open to this hand: equipment must be used, Turbos may be."""
    short = shortfall(to_face(state.leg), hand)
    if not short:
        return ("can",)
    turbos = hand.count(TURBO) + state.leg.turned.count(TURBO)
    return ("can", "cannot") if short <= turbos else ("cannot",)


def public_answer(state: GameState) -> str | None:
    """Return the captain's declaration if public facts alone determine it."""
    if not to_face(state.leg):
        return "can"
    if not state.seats[state.leg.captain].hand and TURBO not in state.leg.turned:
        return "cannot"
    return None


def payments(state: GameState, hand: Hand) -> tuple[Hand, ...]:
    """Return every set of cards that covers all events with no card to spare."""
    facing = to_face(state.leg)
    short = shortfall(facing, hand)
    turbos = max(0, short - state.leg.turned.count(TURBO))
    if turbos > hand.count(TURBO):
        return ()
    if UPGRADED.keys().isdisjoint(hand):  # no choice: this is nearly every payment
        plain = [TURBO] * turbos
        for symbol, events in facing.items():
            plain += [SINGLE[symbol]] * min(events, hand.count(SINGLE[symbol]))
        return (tuple(sorted(plain)),)
    sets = [tuple(_covers(symbol, events, hand)) for symbol, events in facing.items()]
    return tuple([tuple(sorted(sum(chosen, (TURBO,) * turbos))) for chosen in product(*sets)])


def cover(state: GameState, hand: Hand) -> tuple[tuple[str, Hand], ...]:
    """Return each event left to face, with the cards of this hand that would cover it.

    They cover as many as they can: a double card stands at both of its events, and () at an event
    for which nothing is left. A Turbo that lies open on the table counts as one of the hand.
    """
    found: list[tuple[str, Hand]] = []
    turbos = hand.count(TURBO) + state.leg.turned.count(TURBO)
    for symbol, events in to_face(state.leg).items():
        singles, doubles = hand.count(SINGLE[symbol]), hand.count(DOUBLE[symbol])
        by_single = min(singles, events)
        by_double = min(2 * doubles, events - by_single)
        by_turbo = min(turbos, events - by_single - by_double)
        turbos -= by_turbo
        cards = [SINGLE[symbol]] * by_single + [DOUBLE[symbol]] * by_double + [TURBO] * by_turbo
        found += [(symbol, (card,)) for card in cards]
        found += [(symbol, ())] * (events - len(cards))
    return tuple(found)


def _covers(symbol: str, events: int, hand: Hand) -> Iterator[Hand]:
    """Yield the ways to cover events of one symbol; if there is none, every card that helps."""
    single, double = SINGLE[symbol], DOUBLE[symbol]
    singles, doubles = hand.count(single), hand.count(double)
    if singles + 2 * doubles < events:
        yield (single,) * singles + (double,) * doubles
        return
    for upgraded in range(min(doubles, (events + 1) // 2) + 1):
        plain = max(0, events - 2 * upgraded)
        if plain <= singles:
            yield (single,) * plain + (double,) * upgraded
