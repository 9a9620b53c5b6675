"""The flow of a game: what people have to click and read, and how long a game takes.

Whole games go through the host, with four people at the table who answer within a few seconds, on a
clock of their own that runs as fast as it can. ``python -m bench.flow`` plays them and prints the
figures beside the goals.
"""
