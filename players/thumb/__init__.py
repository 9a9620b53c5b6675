"""A computer player with a rule of thumb for everything, and exact odds behind each.

It compares in points: what a move is likely to be worth by the end of the journey, to itself and
to its rivals. It knows what its seat may know, and keeps nothing in mind between two questions.
"""

from players.thumb.player import Thumb

__all__ = ["Thumb"]
