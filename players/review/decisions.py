"""The decisions of a seat, and the doubtful ones among them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from engine import Move, View
from engine.deal import Deal
from engine.moves import parse
from players.hard.player import SEARCHED
from players.normal.player import WEIGHTS, Normal
from players.thumb.answers import WORTHS, window
from players.thumb.outlook import Outlook

REVIEWED: Final = SEARCHED - {"matryoshburg"}
"""The searched questions that a single move answers."""
MAX_DOUBT: Final = 10.0  # points
"""Rules of thumb cannot tell apart moves that are worse by more than this."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The view of a seat, and the move that it made."""

    view: View = field(repr=False)
    move: Move = field(repr=False)


def decisions(
    deal: Deal, moves: Sequence[tuple[int, str]], seat: int, own: Container[int]
) -> Iterator[Decision]:
    """Yield the choices of this seat in a game with these moves.

    ``own``: numbers of the moves that were made by the player, not by a stand-in.
    """
    game = deal.game()
    for number, (mover, words) in enumerate(moves):
        move = parse(words)
        if mover == seat and number in own and game.question in REVIEWED:
            view = game.view(seat)
            if len(view.legal) > 1:
                yield Decision(view, move)
        game.play(mover, move, quiet=True)


def doubtful(made: Iterable[Decision], most: int) -> list[Decision]:
    """Return the decisions that a normal computer doubts most, at most ``most``."""
    return sorted(made, key=_doubt, reverse=True)[:most]


def _doubt(made: Decision) -> float:
    """Return the points by which another move is better; at most 0 for the usual move."""
    view = made.view
    look, worth = Outlook(view, WEIGHTS), WORTHS.get(view.question, window)
    worths = {move: worth(look, move) for move in view.legal}
    mine = worths.pop(made.move)
    usual = Normal().choose(view, Random(0))
    if usual == made.move:
        return min(0.0, max(worths.values()) - mine)
    # `Normal` has rules beyond the worths, so its move may have a lower worth
    return min(MAX_DOUBT, abs(worths[usual] - mine))
