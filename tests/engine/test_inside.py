"""Read access to imagined games, and playing on to the next choice."""

from random import Random

import pytest

from engine import Game
from engine.moves import Pass
from tests.engine.mixes import mix, seed
from tests.rules.builder import table


def a_game(number: int) -> Game:
    seats, options = mix(number)
    return Game.new(seats, options, seed(number))


@pytest.mark.parametrize("number", range(1, 25))
def test_only_choices_are_asked_for_and_nothing_else_is_left_out(number: int) -> None:
    """The same choices, played move by move, lead to the same game."""
    quick, rng = a_game(number), Random(number)
    slow = quick.copy()
    while quick.waiting:
        while choice := quick.to_choice(quick.inside.journey):
            seat, legal = choice
            assert len(legal) > 1
            _without_choice(slow, seat, legal)
            move = rng.choice(legal)
            quick.play(seat, move, quiet=True)
            slow.play(seat, move, quiet=True)
    while slow.waiting:
        (move,) = slow.legal(slow.waiting[0])
        slow.play(slow.waiting[0], move, quiet=True)
    assert quick.digest() == slow.digest()


def _without_choice(game: Game, seat: int, legal: tuple[object, ...]) -> None:
    """Play all forced moves up to this choice."""
    while (game.waiting[0], game.legal(game.waiting[0])) != (seat, legal):
        first = game.waiting[0]
        (move,) = game.legal(first)
        game.play(first, move, quiet=True)


def test_it_stops_at_the_end_of_the_journey() -> None:
    t = table(2, hands={0: ""}, dice="fog fog", city=2)
    assert t.game.to_choice(t.journey) is not None
    t.do("1 stay")
    began = t.game.inside.journey
    assert t.game.to_choice(began) is None
    assert t.game.inside.journey == began + 1


def test_the_moves_of_the_choice_are_those_that_are_legal() -> None:
    t = table(hands={1: "wind_gust"}, dice="fog blank").on_to("decisions")
    seat, legal = t.game.to_choice(t.journey) or (-1, ())
    assert (seat, legal) == (1, t.game.legal(1))
    assert Pass() not in legal


def test_other_luck_rolls_other_dice_and_leaves_the_rest_as_it_is() -> None:
    game = a_game(3)
    twins = [game.with_luck(bytes([n]) * 32) for n in range(8)]
    assert all(twin.view(0) == game.view(0) for twin in twins)
    for twin in twins:
        while choice := twin.to_choice(twin.inside.journey):
            twin.play(choice[0], choice[1][0], quiet=True)
    assert len({twin.digest() for twin in twins}) > 1
