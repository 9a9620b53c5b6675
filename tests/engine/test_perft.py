"""The number of move sequences: it changes with any change of what is legal."""

from random import Random

import pytest

from engine import Game, Options
from engine.options import Box
from tests.engine.mixes import seed

DEPTHS = (4, 8, 12)

BONUS: tuple[Box, ...] = (
    *("grappling_hook", "instructor", "krismastri", "matryoshburg", "boscalumia"),
)
ALL: tuple[Box, ...] = ("little_help", "initiative", *BONUS)

TABLES: dict[str, tuple[int, Options]] = {
    "base": (4, Options(edition=1)),
    "two": (2, Options(edition=1)),
    "no powers": (3, Options(power_cards=False, edition=1)),
    "beginner": (5, Options(variant="beginner", edition=1)),
    "crew": (2, Options(variant="crew", edition=1)),
    "little help": (4, Options(boxes=("little_help",), edition=1)),
    "initiative": (3, Options(boxes=("initiative",), edition=1)),
    "bonus": (4, Options(boxes=BONUS, instructor_for_all=True, edition=1)),
    "everything": (6, Options(boxes=ALL, edition=1)),
}
"""Boxes and edition are spelled out: new cards and boxes must not change these numbers."""


def sequences(game: Game, depth: int) -> int:
    """Count the sequences of this many moves, each by the seat that is asked first."""
    if game.over or not depth:
        return 1
    seat = game.waiting[0]
    moves = game.legal(seat)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        ahead = game.copy()
        ahead.play(seat, move, quiet=True)
        total += sequences(ahead, depth - 1)
    return total


def later(name: str, moves: int) -> Game:
    """A game after this many random moves."""
    game, rng = Game.new(*TABLES[name], seed(11)), Random(f"perft {name}")
    for _ in range(moves):
        seat = rng.choice(game.waiting)
        game.play(seat, rng.choice(game.legal(seat)), quiet=True)
    return game


COUNTS: dict[str, dict[int, list[int]]] = {
    "base": {0: [16, 52, 87], 30: [1, 4, 16], 45: [2, 4, 13]},
    "two": {0: [6, 16, 39], 30: [2, 7, 13], 45: [1, 2, 5]},
    "no powers": {0: [16, 85, 532], 30: [2, 23, 215], 45: [7, 49, 318]},
    "beginner": {0: [16, 141, 1295], 30: [8, 71, 870], 45: [8, 62, 426]},
    "crew": {0: [2, 7, 17], 30: [6, 32, 67], 45: [5, 33, 127]},
    "little help": {0: [2, 12, 73], 30: [2, 2, 6], 45: [4, 6, 16]},
    "initiative": {0: [2, 16, 67], 30: [2, 5, 17], 45: [5, 23, 41]},
    "bonus": {0: [6, 19, 30], 30: [105, 1705, 4427], 45: [3, 4, 4]},
    "everything": {0: [5, 25, 271], 30: [1, 1, 2], 45: [2, 4, 4]},
}
"""For each game, after that many moves: the sequences of each depth."""


@pytest.mark.parametrize("name", TABLES)
def test_the_number_of_move_sequences_has_not_changed(name: str) -> None:
    for moves, counts in COUNTS[name].items():
        game = later(name, moves)
        assert [sequences(game, depth) for depth in DEPTHS] == counts, moves
