"""How a game goes on: what happens next, and what each seat may do about it."""
