"""Hints for a seat that has a choice: the move of `players.normal`, and the reason for it, as data.

A hint depends on the view alone: equal views give equal hints. `Voice.hint` says it.
"""

from players.hints.hint import WHYS, Hint
from players.hints.reasons import hint_for

__all__ = ["WHYS", "Hint", "hint_for"]
