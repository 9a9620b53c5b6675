"""Chance: one fair stream from the seed, which never changes."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from hashlib import blake2b
from itertools import permutations

import pytest

from engine.box import DIE
from engine.chance import SEED_BYTES, Chance

ZERO = bytes(SEED_BYTES)
TEN = tuple("abcdefghij")

NUMBERS = [3, 3, 4, 0, 4, 1, 1, 2, 5, 3, 0, 0, 1, 2, 3, 1]
SHUFFLE = "fdcjhieagb"
DICE = ("pirates", "pirates", "blank", "fog")

PLAY = """
from random import Random
from engine import Game, Options
from engine.options import BOXES
game, rng = Game.new(5, Options(boxes=BOXES), bytes(range(32))), Random(1)
told = []
while not game.over:
    seat = rng.choice(game.waiting)
    told += game.play(seat, rng.choice(game.legal(seat)))
print(game.digest(), len(told), game.scores)
"""


def stream(seed: bytes) -> Iterator[int]:
    """The stream as it is described, byte by byte."""
    n = 0
    while True:
        block = blake2b((n // 64).to_bytes(8, "little"), key=seed, digest_size=64).digest()
        yield block[n % 64]
        n += 1


def below(n: int, source: Iterator[int]) -> int:
    """The first byte that is fair, by rejection."""
    return next(byte for byte in source if byte < 256 // n * n) % n


def chi_square(counts: Counter[object], cells: int) -> float:
    expected = counts.total() / cells
    return sum((n - expected) ** 2 / expected for n in counts.values()) + expected * (
        cells - len(counts)
    )


def test_the_first_numbers_dice_and_shuffle_of_the_zero_seed_never_change() -> None:
    chance, source = Chance(ZERO), stream(ZERO)
    assert [chance.below(6) for _ in range(16)] == NUMBERS == [below(6, source) for _ in range(16)]
    assert Chance(ZERO).dice(4) == DICE == tuple([DIE[number] for number in NUMBERS[:4]])
    pile, source = list(TEN), stream(ZERO)
    for last in range(9, 0, -1):
        other = below(last + 1, source)
        pile[last], pile[other] = pile[other], pile[last]
    assert Chance(ZERO).shuffled(TEN) == tuple(pile) == tuple(SHUFFLE)


@pytest.mark.parametrize("n", [1, 2, 6, 7, 100, 255, 256])
def test_numbers_come_from_the_described_stream_over_many_blocks(n: int) -> None:
    chance, source = Chance(b"s" * SEED_BYTES), stream(b"s" * SEED_BYTES)
    assert [chance.below(n) for _ in range(500)] == [below(n, source) for _ in range(500)]


def test_a_die_is_fair_and_has_two_blanks() -> None:
    chance = Chance(ZERO)
    counts: Counter[object] = Counter(chance.below(6) for _ in range(60_000))
    assert set(counts) == set(range(6))
    assert chi_square(counts, 6) < 25  # one fair stream in 7,000 goes beyond
    assert sorted(DIE) == ["birds", "blank", "blank", "fog", "lightning", "pirates"]


def test_every_order_of_three_cards_is_equally_likely() -> None:
    chance = Chance(ZERO)
    counts: Counter[object] = Counter(chance.shuffled(("a", "b", "c")) for _ in range(30_000))
    assert set(counts) == set(permutations("abc"))
    assert chi_square(counts, 6) < 25
    assert Chance(ZERO).shuffled(()) == ()


def test_a_copied_stream_is_independent() -> None:
    chance = Chance(ZERO)
    chance.dice(30)
    here, twin = chance.drawn, chance.copy()
    ahead = twin.dice(100)
    assert chance.drawn == here < twin.drawn
    assert chance.dice(100) == ahead


@pytest.mark.parametrize("before", [0, 1, 63, 64, 65, 127, 128, 200])
def test_a_stream_resumes_where_it_stopped(before: int) -> None:
    chance = Chance(ZERO)
    for _ in range(before):
        chance.below(256)
    again = Chance(chance.seed, chance.drawn)
    assert chance.drawn == before
    assert [again.below(6) for _ in range(150)] == [chance.below(6) for _ in range(150)]
    assert again.drawn == chance.drawn


@pytest.mark.parametrize("byte", [0, 15, 31])
def test_every_byte_of_the_seed_counts(byte: int) -> None:
    other = bytearray(SEED_BYTES)
    other[byte] = 1
    assert Chance(bytes(other)).dice(40) != Chance(ZERO).dice(40)


def test_a_game_does_not_depend_on_the_hash_seed_of_Python() -> None:
    results = {
        subprocess.run(  # noqa: S603
            [sys.executable, "-c", PLAY],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "2")
    }
    assert len(results) == 1
    assert len(results.pop().split()[0]) == 64
