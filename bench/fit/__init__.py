"""The fit of the hard player's rules to games: ``python -m bench.fit`` writes its weights anew.

The games come from seeds, so the same command gives the same weights; no data is stored.
"""
