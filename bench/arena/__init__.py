"""The strength of computer players.

In a *contest* one player, the contestant, meets others. Each deal is played once with the
contestant on every seat, so that luck in cards cancels out; intervals take the games of a deal
together. Deals, and the luck of each player, are derived from a seed: the same command plays the
same games in any number of processes.
"""
