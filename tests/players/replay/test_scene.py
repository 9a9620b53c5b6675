"""The table that a replay carries on from event to event is the table of the engine."""

from collections import Counter

import pytest

from engine import Game
from players.replay.scene import Scene
from tests.players.replay.games import GAMES, deal, played_at_random


def as_held(scene: Scene) -> list[object]:
    """The holdings and the place of each seat."""
    return [
        (Counter(it.hand), it.treasures, it.place, it.tokens, it.power == "ready")
        for it in scene.seats
    ]


def as_it_is(game: Game) -> list[object]:
    views = [game.view(seat) for seat in range(game.seats)]
    return [
        (Counter(it.hand), it.treasures, seat.place, seat.tokens, seat.power)
        for number, it in enumerate(views)
        for seat in [it.seats[number]]
    ]


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_after_every_move_the_table_is_that_of_the_game(number: int) -> None:
    scene = Scene.of(deal(number).game())
    for event in deal(number).game().opening:
        scene.follow(event)
    for game, events in played_at_random(number):
        for event in events:
            scene.follow(event)
        view = game.view(None)
        assert as_held(scene) == as_it_is(game)
        assert (scene.gifts, scene.lit) == (len(view.gifts), view.lit)
        assert (scene.journey, scene.captain) == (view.journey, view.leg.captain)
        for craft, at in (("ship", view.ship.city), ("boat", view.boat.city)):
            assert not scene.aboard(craft) or getattr(scene, craft) == at
        if view.question != "draw_treasure":  # some are in a hand for a moment
            assert tuple(scene.piles) == view.piles
        if not game.over:
            assert (scene.craft, scene.dice) == (view.leg.craft, view.leg.dice)
            assert {*scene.ignored} == {*view.leg.ignored}
            assert scene.target in (0, view.leg.target)
            crew = [it.crew for it in view.seats] if scene.crew else [0] * game.seats
            assert [it.crew for it in scene.seats] == crew


def test_crashed_seats_are_nowhere_and_others_in_their_city() -> None:
    seen = Counter[bool]()
    for number in range(len(GAMES)):
        scene = Scene.of(deal(number).game())
        for event in deal(number).game().opening:
            scene.follow(event)
        for _, events in played_at_random(number):
            for event in events:
                scene.follow(event)
                ashore = {n: it.city for n, it in enumerate(scene.seats) if it.place == "ashore"}
                if event.kind == "crashed":
                    down: tuple[int, ...] = getattr(event, "seats", ())
                    assert [ashore[seat] for seat in down] == [0] * len(down)
                if event.kind == "left":
                    assert ashore[getattr(event, "seat", -1)] == getattr(event, "city", 0)
                seen[event.kind == "crashed"] += 1
    assert seen[True] > 20
