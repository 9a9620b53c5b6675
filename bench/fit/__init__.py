"""The fit of the hard player to games: ``python -m bench.fit`` writes its nets anew.

The games come from seeds, so the same command gives the same nets on the same processor; no data is
stored.
"""
