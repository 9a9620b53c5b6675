"""Counting points."""

from __future__ import annotations

from dataclasses import dataclass

from engine.box import CITY_OF, LITTLE_HELP, POINTS, TOKEN_POINTS
from engine.state.game_state import GameState
from engine.state.pieces import Seat

BEGINNER_CITIES = 5
"""Treasures of this many different cities end a beginners' game."""


@dataclass(frozen=True, slots=True)
class Score:
    """A seat's result and its parts."""

    seat: int
    treasures: int
    tokens: int
    penalty: int
    total: int
    cards: int
    """Treasure cards: fewer of them break a tie."""
    rank: int
    """1 is the winner; seats that share a place share the rank."""


def riches(seat: Seat) -> int:
    """Return the points that count towards the goal: without penalties."""
    return sum(map(POINTS.__getitem__, seat.treasures)) + seat.tokens * TOKEN_POINTS


def reaches_goal(state: GameState) -> bool:
    """Some seat holds the points that end the game."""
    return max(map(riches, state.seats)) >= state.rules.options.goal


def has_five_cities(state: GameState) -> bool:
    """Some seat holds treasures of five different cities."""
    cities = [{CITY_OF[name] for name in seat.treasures} for seat in state.seats]
    return any(len(different) >= BEGINNER_CITIES for different in cities)


def final(state: GameState) -> tuple[Score, ...]:
    """Return the table of scores as it stands, seat by seat."""
    penalties = [_penalty(seat, state.rules.options.help_penalty) for seat in state.seats]
    totals = [riches(seat) - lost for seat, lost in zip(state.seats, penalties, strict=True)]
    # most points first, then fewest treasure cards
    keys = [(-total, len(seat.treasures)) for total, seat in zip(totals, state.seats, strict=True)]
    return tuple(
        Score(
            seat=number,
            treasures=riches(seat) - seat.tokens * TOKEN_POINTS,
            tokens=seat.tokens * TOKEN_POINTS,
            penalty=penalties[number],
            total=totals[number],
            cards=len(seat.treasures),
            rank=1 + sum(other < keys[number] for other in keys),
        )
        for number, seat in enumerate(state.seats)
    )


def _penalty(seat: Seat, each: int) -> int:
    return each * sum(card in LITTLE_HELP for card in seat.hand)
