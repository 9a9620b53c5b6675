"""How strong computer players are, measured honestly.

In a *contest* one player meets others. Each deal is played once with the one on every seat, so that
nobody is lucky in cards; intervals take the games of a deal together. Deals, and the luck of each
player, are derived from a seed: the same command plays the same games in any number of processes.
"""
