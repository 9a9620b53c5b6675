"""Computer players: they are handed a view and answer with a move."""
