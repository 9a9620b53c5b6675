"""Records of random games for tests: of every mix, with a lobby or without, ended in every way."""

from dataclasses import replace
from random import Random

from engine import Move, Record
from engine.deal import Deal, deal_of, start_of
from engine.records import LEFT, MODERATOR, NOBODY, OVER, QUIT, broken_off_by
from tests.engine.mixes import mix, seed

CLOSED, BEGAN = 1349867520193658880, 1349867521921712128
"""The ids of a message that closed a lobby, and of the next one."""
START = start_of(CLOSED, BEGAN)


def dealt(number: int) -> Deal:
    """The deal of the mix with this number; each second one comes from a lobby."""
    seats, options = mix(number)
    deal = deal_of(seed(number).hex(), seats, options)
    return replace(deal, course=course(number, seats), start=START) if number % 2 else deal


def course(number: int, seats: int) -> tuple[str, ...]:
    """A possible course of a lobby with this many seats."""
    rng = Random(f"course {number}")
    events = ["join", "word 0 fair winds", "join", "leave 1", "computer", "dismiss 1"]
    for seat in range(1, seats):
        joins = rng.random() < 0.7
        events.append("join" if joins else "computer")
        if joins and rng.random() < 0.5:
            events.append(f"word {seat} {rng.choice(('écume', '42', '🎈 up'))}")
    return tuple(events)


def recorded(deal: Deal, number: int, *, moves: int | None = None, ending: str = OVER) -> Record:
    """The record of a random game with this deal, broken off after this many moves."""
    game, rng = deal.game(), Random(number)
    made: list[tuple[int, Move]] = []
    while not game.over and len(made) != moves:
        seat = rng.choice(game.waiting)
        move = rng.choice(game.legal(seat))
        game.play(seat, move, quiet=True)
        made.append((seat, move))
    return Record.of(deal, game, made, ending)


def played(number: int) -> Record:
    """The record of a whole random game."""
    return recorded(dealt(number), number)


def broken_off(number: int) -> Record:
    """The record of a random game that was broken off."""
    deal = dealt(number)
    ending = (broken_off_by(0), MODERATOR, NOBODY, LEFT, QUIT)[number % 5]
    return recorded(deal, number, moves=40, ending=ending)
