"""Randomness that is derived from a seed by a keyed one-way hash.

A derived value reveals nothing of the seed, nor of other values derived from it.
"""

from hashlib import blake2b
from random import Random

from engine.chance import SEED_BYTES


def game_seed(seed: bytes, number: int) -> bytes:
    """Return the seed of one game of a series."""
    return blake2b(str(number).encode(), key=seed, digest_size=SEED_BYTES).digest()


def luck_of(seed: bytes, seat: int) -> Random:
    """Return the random generator of the player on this seat, in the game with this seed."""
    return Random(blake2b(str(seat).encode(), key=seed, person=b"players").digest())


def luck_at(seed: bytes, number: int) -> bytes:
    """Return the luck of the move with this number: a game that is loaded goes on with the same."""
    return blake2b(str(number).encode(), key=seed, person=b"moves").digest()
