"""A computer player that has learned which answers win more often.

Small nets, fitted to what answers have brought in millions of positions, say so. At the few
questions that they do not know it is `players.normal`.
"""

from players.hard.player import Hard

__all__ = ["Hard"]
