"""Finished games, and what a page of one holds."""

import json
import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from engine import Event, Game, Options, Record
from engine.deal import Deal, deal_of
from engine.options import BOXES
from engine.records import OVER, QUIT
from players.match import Match
from players.replay.page import page
from players.replay.steps import Replay
from players.roster import PLAYERS
from players.words import catalogue
from tests.engine.mixes import mix, seed
from tests.players.mixes import MIXES

GAMES = (*MIXES.values(), *[mix(number) for number in range(12)])
LARGEST = 150_000


A_DRAW_OF_NOTHING = (16, 3016)
"""Number and seed of a game in which the draw pile and the discard are empty once."""


def deal(number: int, seeded: int | None = None) -> Deal:
    seats, options = GAMES[number]
    return deal_of(seed(number if seeded is None else seeded).hex(), seats, options)


def played_at_random(number: int) -> Iterator[tuple[Game, list[Event]]]:
    """A game move by move, with what came of each."""
    game, rng = deal(number).game(), Random(number)
    while not game.over:
        seat = rng.choice(game.waiting)
        yield game, game.play(seat, rng.choice(game.legal(seat)))


@cache
def random_record(number: int, seeded: int | None = None) -> Record:
    game, rng, moves = deal(number, seeded).game(), Random(number), []
    while not game.over:
        seat = rng.choice(game.waiting)
        moves.append((seat, rng.choice(game.legal(seat))))
        game.play(*moves[-1])
    return Record.of(deal(number, seeded), game, moves, OVER)


@cache
def random_replay(number: int) -> Replay:
    return Replay.of(random_record(number))


def replays() -> list[Replay]:
    return [random_replay(number) for number in range(len(GAMES))]


@cache
def every_box(player: str = "easy", number: int = 1, goal: int = 50) -> Record:
    """A game of six computers with every box."""
    players = [PLAYERS[player]() for _ in range(6)]
    match = Match(players, Options(boxes=BOXES, goal=goal), bytes([number]) * 32)
    for _ in match.turns():
        pass
    return match.record


@cache
def broken_off() -> Record:
    match = Match([PLAYERS["easy"]() for _ in range(3)], Options(), bytes(32))
    for _, _ in zip(range(60), match.turns(), strict=False):
        pass
    assert match.record.ending == QUIT
    return match.record


def page_of(record: Record, language: str = "en", names: tuple[str, ...] = ()) -> str:
    return page(Replay.of(record), catalogue(language), names)


def data_in(html: str) -> dict[str, Any]:
    """The data for the script."""
    found = re.findall(r'<script type="application/json" id="data">(.*?)</script>', html, re.DOTALL)
    assert len(found) == 1
    return json.loads(found[0])
