"""A computer player with a rule of thumb for everything, and exact odds behind each.

It compares moves by their expected worth in points at the end of the journey, for itself and its
rivals. It uses what its seat may know, and remembers nothing between two questions.
"""

from players.thumb.player import Thumb

__all__ = ["Thumb"]
