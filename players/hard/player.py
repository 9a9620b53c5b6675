"""The player: nets answer the dilemmas of the base game; imagined games are searched elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Final, cast

from engine import Game, Move, View
from players.hard.dilemma import dilemma
from players.hard.lines import lines
from players.hard.net import better
from players.hard.search import Effort, Search
from players.hard.value import Value
from players.hard.weights import staying_weights, value_weights
from players.normal import Normal

CROWDED: Final = 5
"""From this many seats on a world takes longer, and `FEWER` of them find as good a move: of 360
games at six seats .225 were won with these, .223 with those of smaller tables, which take 1.5 times
as long."""
FEWER: Final = Effort(rungs=(10, 22))
SEARCHED: Final = frozenset(
    {
        *("decisions", "start", "declaration", "pick_dice"),
        *("before_roll", "spoken", "can", "cannot", "crashing", "cards_down"),
        "matryoshburg",
    }
)
"""The questions at which imagined games are searched."""


class Hard:
    """Knows by nets which of two answers wins in the base game, and searches for other moves.

    With boxes the search is still the stronger one.
    """

    def __init__(self, effort: Effort | None = None) -> None:
        self._searching: Final = Searching(effort)

    def choose(self, view: View, rng: Random) -> Move:
        if len(view.legal) == 1:
            return view.legal[0]
        is_base = view.options.variant == "standard" and not view.options.boxes
        if is_base and (asked := dilemma(view)):
            return better(asked)[0]
        return self._searching.choose(view, rng)


class Searching:
    """Searches on top of the normal player's rules, from its view alone."""

    def __init__(
        self, effort: Effort | None = None, imagine: Callable[[View, Random], Game] = Game.imagine
    ) -> None:
        self._normal: Final = Normal()
        self._effort: Final = effort
        self._imagine: Final = imagine

    def choose(self, view: View, rng: Random) -> Move:
        if len(view.legal) == 1:
            return view.legal[0]
        usual = self._normal.choose(view, rng)
        if view.question not in SEARCHED:
            return usual
        return self._searched(view, usual, rng)

    def _searched(self, view: View, usual: Move, rng: Random) -> Move:
        effort = self._effort or (FEWER if len(view.seats) >= CROWDED else Effort())
        search = search_for(view.options.variant, effort)
        seat = cast(int, view.seat)
        world = partial(self._imagine, view)
        line, _ = search.best(seat, lines(view, usual), world, rng)
        return line[0]


def search_for(variant: str, effort: Effort) -> Search:
    """Return the search for a game of this variant."""
    return Search(staying_weights(), Value(value_weights(variant)), effort)
