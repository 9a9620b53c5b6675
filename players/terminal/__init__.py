"""A table in the terminal: one person against computers, and simulations. It needs rich."""
