"""Reviews are made once, and made again after a failure."""

import asyncio
from collections.abc import AsyncIterator
from functools import cache

import pytest

from bot.hosting.reviews import GAMES, Reviews
from bot.tables.actions import FinishedGame
from bot.tables.refusals import Refused
from players.match import Match
from players.review import MAX_SLIPS
from players.thumb import Thumb

SEATS = 3


@cache
def game() -> FinishedGame:
    """A whole game of computers, as if people had decided in it."""
    match = Match([Thumb()] * SEATS, seed=bytes(32))
    for _ in match.turns():
        pass
    record = match.record
    return FinishedGame(record.deal, record.moves, frozenset(range(len(record.moves))))


class Desk:
    """Reviews over one game, with counts of reads."""

    def __init__(self) -> None:
        self.looked_back = 0
        self.fault: Exception | None = None
        self.reviews = Reviews(self.look_back)

    async def look_back(self, table: str) -> FinishedGame:
        self.looked_back += 1
        if self.fault is not None:
            raise self.fault
        return game()


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    made = Desk()
    yield made
    await made.reviews.close()


async def test_a_review_tells_of_a_few_decisions_of_a_seat(desk: Desk) -> None:
    found = await desk.reviews.of("blue", 0)
    assert 0 < len(found) <= MAX_SLIPS
    assert [*found] == sorted(found, key=lambda slip: -slip.lost)
    assert all(slip.made.view.seat == 0 for slip in found)


async def test_a_game_is_read_once_for_all_its_seats(desk: Desk) -> None:
    await asyncio.gather(desk.reviews.of("blue", 0), desk.reviews.of("blue", 1))
    assert desk.looked_back == 1
    for table in range(GAMES):
        await desk.reviews.of(f"{table}", 0)
    await desk.reviews.of("blue", 1)
    assert desk.looked_back == 1 + GAMES  # it was made before


@pytest.mark.parametrize("fault", [Refused("log_damaged", table="blue"), KeyError("compass")])
async def test_a_failed_review_is_made_again(desk: Desk, fault: Exception) -> None:
    desk.fault = fault
    with pytest.raises(type(fault)):
        await desk.reviews.of("blue", 0)
    desk.fault = None
    assert await desk.reviews.of("blue", 0)
