"""Randomness that is derived from a seed by a keyed one-way hash.

What is derived betrays nothing of the seed, nor of anything else that is derived from it.
"""

from hashlib import blake2b
from random import Random

from engine.chance import SEED_BYTES


def game_seed(seed: bytes, number: int) -> bytes:
    """The seed of one game of many."""
    return blake2b(str(number).encode(), key=seed, digest_size=SEED_BYTES).digest()


def luck_of(seed: bytes, seat: int) -> Random:
    """The luck of the player on this seat of the game with this seed."""
    return Random(blake2b(str(seat).encode(), key=seed, person=b"players").digest())
