"""Values that merely equal valid ones are refused."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from engine import Game, IllegalMove, Options, OptionsError
from engine.cards.krismastri import GiveGifts
from engine.flow.journey import GameEnd
from engine.moves import Give, Leave, Stay
from tests.engine.mixes import seed
from tests.rules.builder import table


@pytest.mark.parametrize("seat", [True, 1.0, "1", None, [], {}, (1,)])
def test_a_value_equal_to_a_seat_is_refused(seat: Any) -> None:
    game = table().game
    before = game.dump()
    assert game.waiting == (1,)
    doors: list[Callable[[Any], object]] = [game.legal, lambda each: game.play(each, Stay())]
    if seat is not None:  # which is the spectator's view
        doors.append(game.view)
    for door in doors:
        with pytest.raises(IllegalMove) as caught:
            door(seat)
        assert caught.value.code == "no_such_seat"
    assert game.dump() == before


@pytest.mark.parametrize("move", ["stay", None, 0, [], {"kind": "stay"}, Stay, object()])
def test_anything_but_a_move_is_refused(move: Any) -> None:
    game = table().game
    with pytest.raises(IllegalMove) as caught:
        game.play(1, move)
    assert caught.value.code == "no_move"


def test_a_value_equal_to_a_move_is_played_as_that_move() -> None:
    t = table(boxes=("krismastri",)).state
    t.gifts, t.piles[9] = t.piles[9][-2:], t.piles[9][:-2]
    t.gifts_shown = True
    t.agenda, t.waiting = [GameEnd("points"), GiveGifts(0, (1, 2))], (0,)
    game = Game(t)
    game.play(0, Give(True))
    assert game.over
    assert Game.load(json.loads(json.dumps(game.dump()))).digest() == game.digest()


@pytest.mark.parametrize("goal", [60.0, "60", True])
def test_an_option_of_another_type_is_refused(goal: Any) -> None:
    with pytest.raises(OptionsError) as caught:
        Options(goal=goal)
    assert (caught.value.code, caught.value.data) == ("wrong_type", {"option": "goal"})
    game = Game.new(2, Options(goal=60), seed(1))
    assert Game.load(json.loads(json.dumps(game.dump()))).digest() == game.digest()


def test_no_text_form_of_the_state_shows_a_secret() -> None:
    t = table(hands={1: "jetpack"}, piles={1: "1:3"})
    (_, took) = t.game.play(1, Leave())
    assert "1:3" not in repr(took)
    view = t.game.view(1)
    for shown in (repr(t.state), repr(t.state.seats[1]), repr(view), repr(t.game), str(took)):
        assert "jetpack" not in shown
        assert "1:3" not in shown
