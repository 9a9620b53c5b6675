"""Random games that check the engine's promises after every move.

After every move: the table is possible, a copy plays the same, a move that is not legal changes
nothing. At some states: a saved and loaded game, and every legal move from it. At the end: the
whole game again from its start.

``python -m tests.engine.playout NUMBER`` plays the game of that number again.
"""

import json
import sys
from random import Random

from engine import Game, IllegalMove, Move
from engine.audit import first_fault
from engine.moves import Pass, parse
from tests.engine.mixes import mix, seed

LONGEST = 20_000
"""Moves; every random game is far shorter."""


def play_out(number: int, *, thorough: int = 10) -> int:
    """Play the game of this number to its end; each ``thorough``-th state is saved and loaded.

    A fault is raised with the line that plays the same game again.
    """
    try:
        return _play_out(number, thorough)
    except Exception as fault:
        fault.add_note(f"play it again: python -m tests.engine.playout {number}")
        raise


def _play_out(number: int, thorough: int) -> int:
    rng = Random(f"playout {number}")
    seats, options = mix(number)
    game = Game.new(seats, options, seed(number))
    start = game.copy()
    moves: list[tuple[int, Move]] = []
    vocabulary: dict[Move, str] = {Pass(): str(Pass())}
    dumped = game.dump()
    while not game.over:
        assert first_fault(game._state) == ""
        assert len(moves) < LONGEST
        seat = rng.choice(game.waiting)
        legal = game.legal(seat)
        vocabulary.update([(move, str(move)) for move in legal if move not in vocabulary])
        _refuses_the_rest(game, dumped, vocabulary, rng)
        if len(moves) % thorough == 0:
            _copies_and_saves(game)
        move = rng.choice(legal)
        assert parse(vocabulary[move]) == move
        twin = game.copy()
        game.play(seat, move, quiet=rng.random() < 0.5)
        twin.play(seat, move, quiet=True)
        dumped = game.dump()
        assert twin.dump() == dumped
        moves.append((seat, move))
    assert first_fault(game._state) == ""
    assert all(game.legal(seat) == () for seat in range(seats))
    assert len(game.scores) == seats
    _replays(start, moves, game)
    return len(moves)


def _refuses_the_rest(
    game: Game, before: dict[str, object], vocabulary: dict[Move, str], rng: Random
) -> None:
    """One move of any seat that is not legal is refused and changes nothing."""
    seat = rng.randrange(game.seats)
    legal = {*game.legal(seat)}
    move = rng.choice([it for it in vocabulary if it not in legal] or [Pass()])
    if move in legal:
        return
    try:
        game.play(seat, move)
    except IllegalMove:
        assert game.dump() == before
    else:
        raise AssertionError(f"{seat} {move} was allowed")


def _copies_and_saves(game: Game) -> None:
    """A copy and a loaded game are the same game, and every legal move leads on from both."""
    before = game.dump()
    loaded = Game.load(json.loads(json.dumps(before)))
    assert loaded.waiting == game.waiting
    for seat in game.waiting:
        assert loaded.legal(seat) == game.legal(seat)
        for move in game.legal(seat):
            one, other = game.copy(), loaded.copy()
            assert one.play(seat, move) == other.play(seat, move)
            assert one.dump() == other.dump()
    assert game.dump() == before == loaded.dump()


def _replays(start: Game, moves: list[tuple[int, Move]], end: Game) -> None:
    """The same moves from the same start lead to the same end."""
    for seat, move in moves:
        start.play(seat, move)
    assert start.dump() == end.dump()
    assert start.scores == end.scores


if __name__ == "__main__":
    print(f"{play_out(int(sys.argv[1]), thorough=1)} moves, all well")
