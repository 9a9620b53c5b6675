"""The contestants: the players that people can pick, and some that show a player's weaknesses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Final

from engine import Move, View
from engine.moves import Leave, Stay
from players.player import Player
from players.roster import PLAYERS
from players.thumb import Thumb
from players.thumb.outlook import Outlook

WORTH_LANDING: Final = 3
"""The city where a shy player leaves; earlier ones bring some two points."""
LIKELY: Final = 0.6
"""The odds of flying on below which a shy player leaves."""


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
CONTESTANTS: Final[Mapping[str, Callable[[], Player]]] = MappingProxyType(
    {**PLAYERS, SHY: Shy, BOLD: Bold}
)
"""All contestants by name. People cannot pick those of the arena alone."""
