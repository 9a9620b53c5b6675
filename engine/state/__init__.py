"""The state of a game as plain data, and what can be done with it."""
