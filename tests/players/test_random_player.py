"""The random player, and matches between such players."""

from collections import Counter
from random import Random

import pytest

from engine import Game, Options
from engine.options import BOXES
from players.match import Match
from players.random_player import RandomPlayer
from players.roster import PLAYERS
from tests.players.mixes import MIXES


def test_all_legal_moves_are_about_equally_likely() -> None:
    game = Game.new(4, seed=bytes(32))
    view = game.view(game.waiting[0])
    assert len(view.legal) > 1
    rng = Random(1)
    chosen = Counter(RandomPlayer().choose(view, rng) for _ in range(1000))
    assert set(chosen) == set(view.legal)
    assert min(chosen.values()) > 1000 / len(view.legal) / 2


@pytest.mark.parametrize("mix", MIXES)
@pytest.mark.parametrize("name", PLAYERS)
def test_every_player_plays_every_mix_to_its_end(name: str, mix: str) -> None:
    seats, options = MIXES[mix]
    match = Match([PLAYERS[name]() for _ in range(seats)], options, bytes(32))
    turns = list(match.turns())
    assert match.game.over
    assert match.moves == [(turn.seat, turn.move) for turn in turns]
    assert len(match.game.scores) == seats


def test_a_match_that_waits_before_the_roll_opens_without_one() -> None:
    match = Match([RandomPlayer()] * 3, Options(boxes=BOXES), bytes(32))
    assert [event.kind for event in match.game.opening] == ["journey_began", "leg_began"]
