"""What processes, shards and servers cost: ``python -m bench.scale``, or ``make scale``.

People play at eight tables on a Discord on loopback. One process with a file, one with PostgreSQL
and 1 or 16 shards, and two processes take turns, so what the machine does meanwhile meets them
all. Then a bot starts that is in many servers, to see what it has in memory.
"""
