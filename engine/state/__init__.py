"""The state of a game as plain data, and the operations on it."""
