"""The computer players by name. A stronger one is one more line here."""

from collections.abc import Callable
from typing import Final

from players.player import Player
from players.random_player import RandomPlayer
from players.thumb import Thumb

THUMB: Final = "thumb"
"""The player that people get as an opponent or a substitute, unless they ask for another."""

PLAYERS: Final[dict[str, Callable[[], Player]]] = {
    "random": RandomPlayer,
    THUMB: Thumb,
}
