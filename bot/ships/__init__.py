"""Ships of one's own: what they can look like, what earns it, and how they may be called."""
