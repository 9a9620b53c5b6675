"""Measurements: the engine, clicks under load, the flow of games, the strength of players."""
