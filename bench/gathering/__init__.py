"""Evenings of a server: thirty people with habits, and the share of lobbies that become games.

They do not know of one another, look at Discord now and then on a phone, and have little patience.
The same people spend the same evenings twice: once with a lobby alone, as it was before, and once
with all that calls people to it. ``python -m bench.gathering`` prints both.
"""
