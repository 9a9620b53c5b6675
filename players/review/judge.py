"""The cost of a move in chances to win, by imagined games as `players.hard` plays them."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Final, Protocol, cast

from engine import Game, Move
from players.hard.lines import lines
from players.hard.player import search_for
from players.hard.search import Effort
from players.normal import Normal
from players.review.decisions import Decision

FINDS: Final = Effort()
"""The effort to find a better move."""
WEIGHS: Final = Effort(rungs=(128,), doubt=0.0)
"""The effort to compare it with the move that was made."""


@dataclass(frozen=True, slots=True)
class Cost:
    """A better move, and the chance to win that was lost without it, from 0 to 1."""

    better: Move = field(repr=False)
    lost: float


class Judge(Protocol):
    """Computes the cost of decisions."""

    def cost(self, made: Decision, luck: Random) -> Cost | None:
        """Return its cost; None if no move was surely better."""
        ...


class SearchJudge:
    """Finds a better move as `players.hard` does, and weighs it in other imagined games.

    The games in which it was found overrate it.
    """

    def __init__(self, finds: Effort = FINDS, weighs: Effort = WEIGHS) -> None:
        self._finds: Final = finds
        self._weighs: Final = weighs

    def cost(self, made: Decision, luck: Random) -> Cost | None:
        usual = Normal().choose(made.view, luck)
        others = [move for (move,) in lines(made.view, usual) if move != made.move]
        found, _ = self._best(made, others, self._finds, luck)
        if found == made.move:
            return None
        better, lost = self._best(made, [found], self._weighs, luck)
        return None if better == made.move else Cost(better, lost)

    def _best(
        self, made: Decision, others: list[Move], effort: Effort, luck: Random
    ) -> tuple[Move, float]:
        """Return the best of these moves, and its gain over the move that was made."""
        view = made.view
        search = search_for(view.options.variant, effort)
        seat = cast(int, view.seat)
        compared = [(move,) for move in (made.move, *others)]
        (best,), lost = search.best(seat, compared, lambda rng: Game.imagine(view, rng), luck)
        return best, lost
