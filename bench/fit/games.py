"""The games to which rules are fitted."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from bench.fit.regression import Example
from engine import Game, Options
from engine.moves import Leave, Stay
from engine.options import BOXES, GOALS, Variant
from players.hard import stay, value
from players.luck import game_seed, luck_of
from players.normal import Normal
from players.player import Player
from players.thumb import Thumb

STANDARD: Final = "standard"
ONE_TO_STAY: Final = (1.0, 0.0)
NOISE: Final = (0.0, 0.02, 0.06)
"""Shares of random moves, so that odd positions occur, too."""
MIXED: Final = 0.5
"""The share of games with all boxes or none; the others draw each box by lot."""


def stayed(number: int, seed: bytes, player: Player) -> Iterator[Example]:
    """Yield decisions to stay or leave, from a game with this player on all seats."""
    rng = luck_of(seed, number)
    seats, options = drawn(rng, STANDARD)
    game = Game.new(seats, options, game_seed(seed, number))
    while game.waiting:
        seat = game.waiting[0]
        legal = game.legal(seat)
        move = legal[0] if len(legal) == 1 else player.choose(game.view(seat), rng)
        if game.question == "decisions" and isinstance(move, Stay | Leave) and len(legal) > 1:
            row = stay.features(game.inside, seat)
            shares = ONE_TO_STAY if isinstance(move, Stay) else ONE_TO_STAY[::-1]
            yield Example((row, (0.0,) * len(row)), shares)
        game.play(seat, move, quiet=True)


def won(number: int, seed: bytes, variant: Variant) -> Iterator[Example]:
    """Yield the start of each journey in a game of easy and normal players, and who won."""
    rng = luck_of(seed, number)
    seats, options = drawn(rng, variant)
    game = Game.new(seats, options, game_seed(seed, number))
    inside = game.inside
    noise = rng.choice(NOISE)
    players = [rng.choice((Thumb, Normal))() for _ in range(seats)]
    rows: list[list[value.Row]] = []
    while inside.waiting:
        journey = inside.journey
        while choice := game.to_choice(journey):
            seat, legal = choice
            lucky = rng.random() < noise
            move = rng.choice(legal) if lucky else players[seat].choose(game.view(seat), rng)
            game.play(seat, move, quiet=True)
        if inside.waiting:
            rows.append(value.features(inside))
    shares = value.final_shares(inside)
    for row in rows:
        yield Example(row, shares)


def drawn(rng: Random, variant: Variant) -> tuple[int, Options]:
    """Return a table for this variant; a standard one has any boxes, and sometimes another goal."""
    if variant == "crew":
        return 2, Options(variant=variant)
    seats = rng.choice((2, 3, 4, 4, 5, 6))
    if variant != STANDARD:
        return seats, Options(variant=variant)
    goal = rng.choice((GOALS[0], 50, 50, 50, 75, GOALS[-1]))
    if rng.random() < MIXED:
        return seats, Options(boxes=rng.choice(((), BOXES)), goal=goal)
    return seats, Options(boxes=tuple([box for box in BOXES if rng.random() < MIXED]), goal=goal)
