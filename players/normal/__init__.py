"""A computer player that knows when a crash is good for it, and what the past has told.

It plays like `players.thumb` but where whole games have shown that another rule wins more often.
"""

from players.normal.player import Normal

__all__ = ["Normal"]
