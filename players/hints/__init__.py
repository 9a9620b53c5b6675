"""Hints for a seat that has a choice: what `players.normal` would do there, and why, as data.

A hint is made from a view alone, always the same from equal views. `Voice.hint` says it.
"""

from players.hints.hint import WHYS, Hint
from players.hints.reasons import hint_for

__all__ = ["WHYS", "Hint", "hint_for"]
