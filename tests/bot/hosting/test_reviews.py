"""Reviews are begun when a game ends, made once, and made again after a failure."""

import asyncio
from collections.abc import AsyncIterator, Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar, cast

import pytest

from bot.hosting.reviews import GAMES, Reviews
from bot.hosting.thinker import start_processes
from bot.tables.actions import FinishedGame
from bot.tables.refusals import Refused
from players.match import Match
from players.normal import Normal
from players.review import MAX_SLIPS
from players.review.slips import MAX_WEIGHED
from tests.bot.hosting.in_place import InPlace
from tests.bot.hosting.slow import die_once
from tests.bot.hosting.test_thinking import LUCK, VIEW, Held, idle, pool, thought, until

_T = TypeVar("_T")
SEATS = 3


@cache
def game() -> FinishedGame:
    """A whole game of computers, as if people had decided in it."""
    match = Match([Normal()] * SEATS, seed=bytes(32))
    for _ in match.turns():
        pass
    record = match.record
    return FinishedGame(record.deal, record.moves, frozenset(range(len(record.moves))))


class Desk(InPlace):
    """Reviews over one game, with counts of reads and work."""

    def __init__(self) -> None:
        super().__init__()
        self.looked_back = 0
        self.worked = 0
        self.works = False
        """Whether work is carried out, which takes seconds; otherwise no decision is doubtful."""
        self.fault: Exception | None = None
        self.go = asyncio.Event()
        self.go.set()
        self.reviews = Reviews(self.look_back, self)

    async def look_back(self, table: str) -> FinishedGame:
        self.looked_back += 1
        if self.fault is not None:
            raise self.fault
        await self.go.wait()
        return game()

    async def work(self, do: Callable[[], _T]) -> _T:
        self.worked += 1
        return do() if self.works else cast("_T", ())


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    made = Desk()
    yield made
    await made.reviews.close()


async def test_a_review_is_made_in_small_steps(desk: Desk) -> None:
    desk.works = True
    found = await desk.reviews.of("blue", 0)
    assert len(found) <= MAX_SLIPS
    assert [*found] == sorted(found, key=lambda slip: -slip.lost)
    assert desk.worked == 1 + MAX_WEIGHED
    assert all(slip.made.view.seat == 0 for slip in found)


async def test_a_game_is_read_once_for_all_its_seats(desk: Desk) -> None:
    desk.reviews.prepare("blue", (0, 1))
    await desk.reviews.of("blue", 2)
    await desk.reviews.of("blue", 0)
    assert desk.looked_back == 1
    for table in range(GAMES):
        await desk.reviews.of(f"{table}", 0)
    await desk.reviews.of("blue", 1)
    assert desk.looked_back == 1 + GAMES  # it was made ahead


async def test_only_a_few_reviews_are_begun_ahead(desk: Desk) -> None:
    desk.go.clear()
    desk.reviews.max_ahead = 2
    for table in ("blue", "red", "green"):
        desk.reviews.prepare(table, [0])
    await until(lambda: desk.looked_back == 2)
    asked = asyncio.ensure_future(desk.reviews.of("green", 0))
    await until(lambda: desk.looked_back == 3)
    desk.go.set()
    await asked


@pytest.mark.parametrize("fault", [Refused("log_damaged", table="blue"), KeyError("compass")])
async def test_a_failed_review_is_made_again(
    desk: Desk, fault: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    desk.fault = fault
    with pytest.raises(type(fault)):
        await desk.reviews.of("blue", 0)
    assert bool(caplog.records) == isinstance(fault, KeyError)
    assert "compass" not in caplog.text
    desk.fault = None
    await desk.reviews.of("blue", 0)


# --- beside the thoughts of computers ------------------------------------------------------


async def test_work_waits_until_no_thought_does() -> None:
    held = Held()
    async with pool(held) as thinker:
        thinker.begin(thought(1), VIEW, LUCK)
        thinker.begin(thought(2), VIEW, LUCK)
        done: list[str] = []
        work = asyncio.ensure_future(thinker.work(lambda: done.append("worked")))
        await until(lambda: held.begun)
        assert (len(held.begun), done) == (1, [])
        held.go.set()
        await work
        assert (len(held.begun), done) == (2, ["worked"])
        await idle(thinker)


async def test_work_is_done_where_no_worker_can_be_had() -> None:
    def none() -> Any:
        raise OSError

    async with pool(none) as thinker:
        assert await thinker.work(lambda: "worked") == "worked"


async def test_work_whose_worker_died_is_done_by_another(tmp_path: Path) -> None:
    async with pool(lambda: start_processes(1)) as thinker:
        assert await thinker.work(partial(die_once, tmp_path / "died")) == "worked"
