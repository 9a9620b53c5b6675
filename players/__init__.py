"""Computer players, the words of the game, and a terminal to play in.

A player is handed a view and answers with a move; it never sees the game.
"""
