"""What the hard player compares: moves of one seat that belong together, mostly a single one."""

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
"""Moves that a seat makes one after another, as far as nobody else is asked in between."""

MOST: Final = 6
"""No more lines than this are played out."""
SETS: Final = (1, 2, 4, 8)
"""So many of the worst cards are exchanged together, or all of them."""


def lines(view: View, usual: Move) -> Sequence[Line]:
    """What to compare, the usual first; of those that are much alike, one."""
    if view.question == "matryoshburg":
        return [*dict.fromkeys(_exchanges(view, usual))][:MOST]
    return [(move,) for move in _moves(view, usual)]


def _moves(view: View, usual: Move) -> Sequence[Move]:
    alike: dict[tuple[str, str, str], Move] = {}
    for move in (usual, *view.legal):
        alike.setdefault(_likeness(move), move)
    found = [usual, *[move for move in alike.values() if move != usual]]
    if len(found) < MOST:
        found += [move for move in view.legal if move not in found]
    return found[:MOST]


def _likeness(move: Move) -> tuple[str, str, str]:
    return move.kind, getattr(move, "card", ""), move.terms()[1]


def _exchanges(view: View, usual: Move) -> Iterator[Line]:
    """Whole sets of cards to exchange, from the worst on, and what else there is to choose."""
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
    for count in (*SETS, len(order)):
        if 0 < count <= len(order):
            yield (*map(discard, order[:count]), Done())


def _without(cards: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)
