"""Computer players, and a terminal table to sit down at with them.

A player is handed a view and answers with a move; it never sees the game.
"""
