"""Moves a second, and the cost of a move, on SQLite and on PostgreSQL.

``python -m bench.store [--tables 10 1000 100000] [--in-flight 16 64] [--moves 20000]`` plays moves
with snapshots of real games at many tables at once, each table waiting for its own move. The server
writes through to the disk, and the CPU of both sides is measured.
"""
