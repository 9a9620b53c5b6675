"""A computer player that knows when a crash is good for it, and that infers hands from the past.

It plays like `players.thumb`, except where another rule has won more often in whole games.
"""

from players.normal.player import Normal

__all__ = ["Normal"]
