"""A computer player that has learned which of two answers wins the base game more often.

Small nets, fitted to what answers have brought in millions of positions, say so. Elsewhere it
starts from the move of `players.normal` and picks another one only if many imagined games, played
out with the same luck, show that it is better.
"""

from players.hard.player import Hard

__all__ = ["Hard"]
