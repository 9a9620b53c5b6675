"""The contestants: the players that people can pick, and some that show a player's weaknesses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Final, Protocol, runtime_checkable

from engine import Game, Move, View
from engine.moves import Leave, Stay
from players.hard.player import Searching
from players.player import Player
from players.roster import PLAYERS
from players.thumb import Thumb
from players.thumb.outlook import Outlook

WORTH_LANDING: Final = 3
"""The city where a shy player leaves; earlier ones bring some two points."""
LIKELY: Final = 0.6
"""The odds of flying on below which a shy player leaves."""


@runtime_checkable
class Cheat(Player, Protocol):
    """A player that sees every card: an upper bound for all others."""

    def sees(self, game: Game) -> None:
        """Take a copy of the true game, before each choice."""
        ...


class Seer(Cheat):
    """Searches in the true game instead of imagined ones.

    It sees every hand, pile and deck, but not future rolls and shuffles.
    """

    def __init__(self) -> None:
        self._searching: Final = Searching(imagine=lambda view, rng: self._true())
        self._game: Game | None = None

    def sees(self, game: Game) -> None:
        self._game = game

    def choose(self, view: View, rng: Random) -> Move:
        return self._searching.choose(view, rng)

    def _true(self) -> Game:
        assert self._game is not None
        return self._game


class Shy(Thumb):
    """Leaves at the first city that is worth it, or when a crash is likely."""

    def choose(self, view: View, rng: Random) -> Move:
        leaving = next((move for move in view.legal if isinstance(move, Leave)), None)
        if leaving and (view.leg.city >= WORTH_LANDING or self._odds(view) < LIKELY):
            return leaving
        return super().choose(view, rng)

    def _odds(self, view: View) -> float:
        return Outlook(view, self.weights).odds


class Bold(Thumb):
    """Never leaves as a passenger."""

    def choose(self, view: View, rng: Random) -> Move:
        return Stay() if Stay() in view.legal else super().choose(view, rng)


SHY: Final = "shy"
BOLD: Final = "bold"
CHEAT: Final = "cheat"
"""The cheat against which the others of a contest are measured."""
CONTESTANTS: Final[Mapping[str, Callable[[], Player]]] = MappingProxyType(
    {**PLAYERS, SHY: Shy, BOLD: Bold, CHEAT: Seer}
)
"""All contestants by name. People cannot pick those of the arena alone."""
