"""Tips for those who learn the game: keys of what fits a view, the most urgent first.

They are made from a view alone, always the same from equal views. `Voice.tip` says them.
"""

from players.tips.tips import BASE, about, all_tips, tips_for, tips_in

__all__ = ["BASE", "about", "all_tips", "tips_for", "tips_in"]
