"""Whom a match asks, and with which luck."""

from random import Random

import pytest

from engine import Move, Options, View
from players.luck import game_seed, luck_of
from players.match import Match
from players.random_player import RandomPlayer

SEED = bytes(32)


class Asked(RandomPlayer):
    """Keeps how many moves there were to choose from."""

    def __init__(self) -> None:
        self.choices: list[int] = []

    def choose(self, view: View, rng: Random) -> Move:
        self.choices.append(len(view.legal))
        return super().choose(view, rng)


class First:
    """Takes the first move, after draws of luck that change nothing."""

    def __init__(self, draws: int) -> None:
        self.draws = draws

    def choose(self, view: View, rng: Random) -> Move:
        for _ in range(self.draws):
            rng.random()
        return view.legal[0]


def test_the_luck_of_players_does_not_betray_the_seed() -> None:
    states = [luck_of(SEED, seat).getstate() for seat in range(6)]
    betrayed = [Random(SEED).getstate(), Random(game_seed(SEED, 0)).getstate()]
    assert len({*states, *betrayed}) == 8


@pytest.mark.parametrize("number", range(3))
def test_a_player_s_luck_does_not_depend_on_what_others_draw(number: int) -> None:
    seed = game_seed(SEED, number)
    matches = [Match([First(draws), RandomPlayer(), First(0)], seed=seed) for draws in (0, 7)]
    for match in matches:
        list(match.turns())
    assert matches[0].moves == matches[1].moves


@pytest.mark.parametrize("persons", [(), (0,)])
def test_a_computer_is_asked_only_where_it_has_a_choice_and_a_person_always(
    persons: tuple[int, ...],
) -> None:
    player, options = Asked(), Options(boxes=("little_help",))
    match = Match([player, RandomPlayer()], options, SEED, persons=persons)
    turns = [turn for turn in match.turns() if turn.seat == 0]
    assert (1 in player.choices) == bool(persons)
    assert (len(player.choices) == len(turns)) == bool(persons)
