"""A computer player with a rule of thumb for everything, and exact odds behind each.

It compares moves in points: what each is likely to be worth by the end of the journey, to itself
and to its rivals. It knows what its seat may know, and remembers nothing between two questions.
"""

from players.thumb.player import Thumb

__all__ = ["Thumb"]
