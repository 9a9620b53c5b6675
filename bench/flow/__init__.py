"""How a game flows: what people have to click, what they read, and how long it takes.

Whole games go through the host, with four people at the table who answer within a few seconds, by a
clock that runs as fast as it can. ``python -m bench.flow`` plays them, plays the same games once
more by the code of release 0.2.0, and prints both side by side.
"""
