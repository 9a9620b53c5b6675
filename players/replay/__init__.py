"""A finished game to page through: what happened step by step, and the one file that shows it."""
