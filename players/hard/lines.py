"""The candidates of the hard player: lines of moves of one seat, mostly of a single move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine import Move, View
from engine.box import POINTS
from engine.moves import Discard, Done, Draw, Exchange, discard
from players.normal.player import WEIGHTS
from players.thumb.answers import junk_of
from players.thumb.hands import worst_first
from players.thumb.outlook import Outlook

Line = tuple[Move, ...]
"""Moves that a seat makes one after another, with no other seat asked in between."""

MAX_LINES: Final = 6
EXCHANGE_SIZES: Final = (1, 2, 4, 8)
"""Numbers of the worst cards that are exchanged together, beside all of them."""


def lines(view: View, usual: Move) -> Sequence[Line]:
    """Return the lines to compare, the usual one first, and one of each likeness."""
    if view.question == "matryoshburg":
        return [*dict.fromkeys(_exchanges(view, usual))][:MAX_LINES]
    return [(move,) for move in _moves(view, usual)]


def _moves(view: View, usual: Move) -> Sequence[Move]:
    alike: dict[tuple[str, str, str], Move] = {}
    for move in (usual, *view.legal):
        alike.setdefault(_likeness(move), move)
    found = [usual, *[move for move in alike.values() if move != usual]]
    if len(found) < MAX_LINES:
        found += [move for move in view.legal if move not in found]
    return found[:MAX_LINES]


def _likeness(move: Move) -> tuple[str, str, str]:
    return move.kind, getattr(move, "card", ""), move.terms()[1]


def _exchanges(view: View, usual: Move) -> Iterator[Line]:
    """Yield whole sets of cards to exchange, from the worst on, and the other choices."""
    look = Outlook(view, WEIGHTS)
    order = worst_first(look, _without(view.hand, view.laid))
    if isinstance(usual, Discard):
        rest = _without(tuple(junk_of(look)), (*view.laid, usual.card))
        yield (usual, *map(discard, rest), Done())
    else:
        yield (usual,)
    yield (Done(),) if view.laid else (Draw(),)
    swaps = [move for move in view.legal if isinstance(move, Exchange)]
    if swaps:
        yield (min(swaps, key=lambda move: POINTS[move.treasure]),)
    for count in (*EXCHANGE_SIZES, len(order)):
        if 0 < count <= len(order):
            yield (*map(discard, order[:count]), Done())


def _without(cards: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)
