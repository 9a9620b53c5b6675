"""Whole games, move by move, for voices to narrate."""

from collections.abc import Iterator
from functools import cache
from random import Random

from engine import Event, Game, Move, Options, View
from engine.events import CameBack, Crashed, GameEnded, Lit, Played
from tests.engine.mixes import mix, seed
from tests.players.mixes import MIXES
from tests.players.words.families import SPECIALS

GAMES = (*MIXES.values(), *[mix(number) for number in range(12)])
SELDOM: tuple[Event, ...] = (
    CameBack(1, "jetpack"),
    Crashed("boat", (2,)),
    Crashed("ship", ()),
    Lit((0, 2, 1)),
    GameEnded("empty", (60, 60, 1), (0, 1)),
    GameEnded("cities", (0, 1), (1,)),
    *[Played(0, card, "1" if card in ("ejection", "spy") else "") for card in sorted(SPECIALS)],
)


Turn = tuple[View, View, tuple[Move, ...], list[Event]]
"""The public view and the seat's view before a move, its choices, and its events."""


def turns(seats: int, options: Options, number: int) -> Iterator[Turn]:
    game, rng = Game.new(seats, options, seed(number)), Random(number)
    while not game.over:
        seat = rng.choice(game.waiting)
        legal = game.legal(seat)
        before = game.view(None), game.view(seat)
        yield *before, legal, game.play(seat, rng.choice(legal))


@cache
def played() -> tuple[Turn, ...]:
    games = enumerate(GAMES)
    return tuple(
        turn for number, (seats, options) in games for turn in turns(seats, options, number)
    )


def is_whole(sentence: str) -> bool:
    """It has words in it, and nothing that a reader should not see."""
    return bool(sentence.strip()) and not any(x in sentence for x in ("{", "}", "???", "None"))
