"""Results of invented games."""

from dataclasses import replace
from typing import Any

from bot.results.result import GameResult, SeatResult
from bot.results.standing import BASE
from players.roster import EASY


def seat(number: int, rank: int, **facts: Any) -> SeatResult:
    """A seat with this rank; ``user`` 0: a computer's."""
    user = facts.pop("user", 100 + number)
    made = SeatResult(number, rank, 60 - 10 * rank, treasures=5, character="red", user=user or None)
    if not user:
        made = replace(made, computer=EASY, person=False)
    return replace(made, **facts)


def game(*seats: SeatResult, **facts: Any) -> GameResult:
    """A game with these seats."""
    made = GameResult("t1", 7, "over", BASE, "{}", journeys=9, legs=30, can_gain=True, seats=seats)
    return replace(made, **facts)


def won_by(*users: int, **facts: Any) -> GameResult:
    """A game with these users, the best first."""
    return game(*[seat(n, n + 1, user=user) for n, user in enumerate(users)], **facts)
