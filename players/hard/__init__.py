"""A computer player that plays imagined games out before it moves.

It starts from the move of `players.normal` and picks another one only if many imagined games,
played out with the same luck, show that it is better.
"""

from players.hard.player import Hard

__all__ = ["Hard"]
