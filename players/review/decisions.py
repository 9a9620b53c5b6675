"""The decisions of a seat."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field

from engine import Move, View
from engine.deal import Deal
from engine.moves import parse
from players.hard.dilemma import QUESTIONS


@dataclass(frozen=True, slots=True)
class Decision:
    """The view of a seat, and the move that it made."""

    view: View = field(repr=False)
    move: Move = field(repr=False)


def decisions(
    deal: Deal, moves: Sequence[tuple[int, str]], seat: int, own: Container[int]
) -> Iterator[Decision]:
    """Yield the choices of this seat that nets know, in a game with these moves.

    ``own``: numbers of the moves that were made by the player, not by a stand-in.
    """
    game = deal.game()
    for number, (mover, words) in enumerate(moves):
        move = parse(words)
        if mover == seat and number in own and game.question in QUESTIONS:
            view = game.view(seat)
            if len(view.legal) > 1:
                yield Decision(view, move)
        game.play(mover, move, quiet=True)
