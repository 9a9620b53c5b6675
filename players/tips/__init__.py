"""Tips for learners: keys of the tips that fit a view, the most urgent first.

They depend on the view alone: equal views give equal tips. `Voice.tip` says them.
"""

from players.tips.tips import BASE, about, all_tips, tips_for, tips_in

__all__ = ["BASE", "about", "all_tips", "tips_for", "tips_in"]
