"""The computer players by name. A new player is one line here."""

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Final

from engine import Move, View
from players.hard import Hard
from players.normal import Normal
from players.player import Player
from players.random_player import RandomPlayer
from players.thumb import Thumb

EASY, NORMAL, HARD = "easy", "normal", "hard"
RANDOM: Final = "random"

PLAYERS: Final[dict[str, Callable[[], Player]]] = {
    RANDOM: RandomPlayer,
    EASY: Thumb,
    NORMAL: Normal,
    HARD: Hard,
}
"""All players, including those for tests and measurements."""

LEVELS: Final = (EASY, NORMAL, HARD)
"""The levels that players can choose, the weakest first."""
STAND_IN: Final = NORMAL
"""The level that plays for absent people, and the default level."""

EARLIER: Final[Mapping[str, str]] = MappingProxyType({"thumb": EASY})
"""Names of players in tables and logs of releases up to 0.2.0, which are still read."""


def player_of(name: str) -> str:
    """Return the current name of a player that any release has written.

    Releases up to 0.2.0 had one computer player, which an empty name stands for.
    """
    name = EARLIER.get(name, name)
    return name if name in PLAYERS else EASY


def choose(player: str, view: View, luck: bytes) -> Move:
    """Return the move of this player; the same luck makes the same move."""
    return PLAYERS[player]().choose(view, Random(luck))
