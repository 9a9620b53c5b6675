"""The card that CONTRIBUTING shows is added and played."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import Event, Game, Options, rules
from engine.cards.parts import Parts
from engine.moves import play
from engine.state import act
from engine.state.game_state import GameState
from engine.state.step import Step

CONTRIBUTING = Path(__file__).parents[2] / "CONTRIBUTING.md"


@pytest.fixture
def options(monkeypatch: pytest.MonkeyPatch) -> Iterator[Options]:
    """A game with one box that holds the card of CONTRIBUTING alone."""
    (code,) = re.findall(r"```python\n(.*?)```", CONTRIBUTING.read_text(), flags=re.DOTALL)
    names: dict[str, Any] = {**vars(act), "Step": Step, "GameState": GameState}
    exec(code, names)  # noqa: S102  # it is our own text
    assert len(code.strip().splitlines()) <= 12
    monkeypatch.setitem(rules.PARTS, "grappling_hook", Parts(acts=(names["TailWind"](),)))
    rules.rules_of.cache_clear()
    yield Options(boxes=("grappling_hook",))
    rules.rules_of.cache_clear()


def test_the_card_is_dealt_played_saved_and_imagined(options: Options) -> None:
    rng = Random(1)
    told: list[Event] = []
    for number in range(5):
        game = Game.new(4, options, number.to_bytes(32, "big"))
        while not game.over:
            assert Game.load(game.dump()).dump() == game.dump()
            seat = game.waiting[0]
            assert Game.imagine(game.view(seat), rng).view(seat) == game.view(seat)
            legal = game.legal(seat)
            tail_wind = play("tail_wind")
            told += game.play(seat, tail_wind if tail_wind in legal else rng.choice(legal))
    assert sum(getattr(event, "card", "") == "tail_wind" for event in told) > 5
