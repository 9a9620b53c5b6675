"""All randomness of a game, as one stream of bytes from a 32-byte seed and a counter.

Byte ``n`` of the stream is byte ``n % 64`` of ``BLAKE2b(key=seed, data=n // 64 as 8 bytes,
little-endian, 64 bytes of digest)``. Numbers below ``n`` come from single bytes by rejection,
so they are unbiased. Nothing here depends on the version of Python: the same seed always
gives the same game.
"""

from hashlib import blake2b

from engine.box import DIE

SEED_BYTES = 32
_BLOCK = 64
_SIDES = len(DIE)


class Chance:
    """A stream of unbiased draws; ``drawn`` counts the bytes used so far."""

    __slots__ = ("_block", "drawn", "seed")

    def __init__(self, seed: bytes, drawn: int = 0) -> None:
        self.seed = seed
        self.drawn = drawn
        self._block = self._block_at(drawn) if drawn % _BLOCK else b""

    def _block_at(self, position: int) -> bytes:
        number = (position // _BLOCK).to_bytes(8, "little")
        return blake2b(number, key=self.seed, digest_size=_BLOCK).digest()

    def copy(self) -> "Chance":
        twin = Chance.__new__(Chance)
        twin.seed = self.seed
        twin.drawn = self.drawn
        twin._block = self._block
        return twin

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, for n up to 256."""
        fair = 256 - 256 % n
        while True:
            offset = self.drawn % _BLOCK
            if not offset:
                self._block = self._block_at(self.drawn)
            self.drawn += 1
            byte = self._block[offset]
            if byte < fair:
                return byte % n

    def shuffled(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """The cards in a new order (Fisher-Yates from the end)."""
        pile = list(cards)
        for last in range(len(pile) - 1, 0, -1):
            other = self.below(last + 1)
            pile[last], pile[other] = pile[other], pile[last]
        return tuple(pile)

    def dice(self, n: int) -> tuple[str, ...]:
        """The faces of n dice."""
        return tuple([DIE[self.below(_SIDES)] for _ in range(n)])
