"""The decisions of a seat, and which of them are worth a closer look."""

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
"""The questions that one move answers; what several answer together nobody regrets one by one."""
STEEPEST: Final = 10.0
"""No move is taken to be worse by more than so many points: rules of thumb know no more."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat could know, and what it did."""

    view: View = field(repr=False)
    move: Move = field(repr=False)


def decisions(
    deal: Deal, moves: Sequence[tuple[int, str]], seat: int, own: Container[int]
) -> Iterator[Decision]:
    """The choices that this seat had itself, in a game with these moves.

    ``own`` are the numbers of the moves that nobody made in its place.
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
    """Those that a normal computer doubts most, as many as ``most``."""
    return sorted(made, key=_doubt, reverse=True)[:most]


def _doubt(made: Decision) -> float:
    """By how many points another move is better; none if it would have made the same."""
    view = made.view
    look, worth = Outlook(view, WEIGHTS), WORTHS.get(view.question, window)
    worths = {move: worth(look, move) for move in view.legal}
    mine = worths.pop(made.move)
    usual = Normal().choose(view, Random(0))
    if usual == made.move:
        return min(0.0, max(worths.values()) - mine)
    # where it has reasons beyond the worths, they speak for the move that was made
    return min(STEEPEST, abs(worths[usual] - mine))
