"""The computer players by name. Another one is one more line here."""

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
"""All that can play, those for tests and measurements among them."""

LEVELS: Final = (EASY, NORMAL, HARD)
"""The levels that people may choose, the weakest first."""
STAND_IN: Final = NORMAL
"""The level that plays for people who are away, and wherever nobody has chosen one."""

DEEP: Final = frozenset({HARD})
"""The levels that think for so long that nobody else may have to wait for it."""

EARLIER: Final[Mapping[str, str]] = MappingProxyType({"thumb": EASY})
"""What releases up to 0.2.0 called a player, in tables and logs that may still be read."""


def player_of(name: str) -> str:
    """The player that this names, in whatever release it was written.

    Releases up to 0.2.0 had one computer for people: where no player is named, it is meant.
    """
    name = EARLIER.get(name, name)
    return name if name in PLAYERS else EASY


def choose(player: str, view: View, luck: bytes) -> Move:
    """The move of this player; the same luck makes the same move."""
    return PLAYERS[player]().choose(view, Random(luck))
