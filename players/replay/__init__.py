"""A finished game to page through: its steps, and the one file that shows them."""
