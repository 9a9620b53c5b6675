"""Hidden cards change nothing that a seat can see (non-interference)."""

from collections.abc import Iterator
from itertools import takewhile
from random import Random

import pytest

from engine import Event, Game, Options
from engine.options import BOXES
from tests.engine.mixes import mix, seed

ALL_CAN_TELL = {"declared", "paid"}
"""Reveals that come without a question only if they are the same for every hand."""

STATES = 120
"""States looked at in each chunk; each from every seat."""


def _states(number: int, options: Options | None = None) -> Iterator[tuple[Game, Random]]:
    """Some states of random games from this number on."""
    rng = Random(f"secrecy {number}")
    looked_at = 0
    while looked_at < STATES:
        number += 1000
        seats, mixed = mix(number)
        game = Game.new(seats, options or mixed, seed(number))
        while not game.over and looked_at < STATES:
            if rng.random() < 0.1:
                looked_at += 1
                yield game, rng
            seat = rng.choice(game.waiting)
            game.play(seat, rng.choice(game.legal(seat)), quiet=True)


def _told(events: list[Event], seat: int | None) -> list[Event]:
    """The events that a seat sees, without its own secrets."""
    forms = [(event, event.seen_by(seat)) for event in events]
    return [event.seen_by(None) or event for event, form in forms if form is not None]


def _before_a_reveal(events: list[Event]) -> list[Event]:
    return list(takewhile(lambda event: not event.reveals, events))


def _first_reveal(events: list[Event]) -> str:
    return next((event.kind for event in events if event.reveals), "")


def _is_the_same_to(seat: int | None, game: Game, rng: Random) -> None:
    """This seat cannot tell the real game from one dealt from its view."""
    view = game.view(seat)
    dealt = Game.imagine(view, rng)
    dealt._state.chance = game._state.chance.copy()  # the same dice to both
    assert dealt.view(seat) == view
    assert dealt.offers == game.offers
    for other in game.waiting:
        if other == seat:
            continue
        for move in set(game.legal(other)) & set(dealt.legal(other)):
            real, unreal = game.copy(), dealt.copy()
            happened, imagined = real.play(other, move), unreal.play(other, move)
            open_, dreamt = _before_a_reveal(happened), _before_a_reveal(imagined)
            if len(open_) == len(happened) and len(dreamt) == len(imagined):
                assert real.waiting == unreal.waiting, move
            else:
                shorter = min(len(open_), len(dreamt))
                open_, dreamt = open_[:shorter], dreamt[:shorter]
            assert _told(open_, seat) == _told(dreamt, seat), move
            revealed = {_first_reveal(happened), _first_reveal(imagined)}
            # whether a captain is asked or not is public, whatever the answer
            assert len(revealed) == 1 or revealed.isdisjoint(ALL_CAN_TELL), move


@pytest.mark.parametrize(
    "number", [*range(8), *[pytest.param(n, marks=pytest.mark.long) for n in range(8, 24)]]
)
def test_hidden_cards_change_nothing_a_seat_can_see(number: int) -> None:
    for game, rng in _states(number):
        for seat in (None, *range(game.seats)):
            _is_the_same_to(seat, game, rng)


@pytest.mark.parametrize("box", BOXES)
def test_hidden_cards_change_nothing_in_a_game_of_one_box(box: str) -> None:
    options = Options(boxes=(box,))  # type: ignore[arg-type] - a box by its name
    for game, rng in _states(50, options):
        for seat in (None, *range(game.seats)):
            _is_the_same_to(seat, game, rng)
