"""What takes a while is made once, however many other things are asked for meanwhile."""

import asyncio
from functools import partial

import pytest

from bot.hosting.kept import Kept

ROOM = 2


class Bench:
    """Makes things as long as it is let, and knows which were begun."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.go = asyncio.Event()
        self.kept = Kept[str, str](ROOM)

    async def _make(self, what: str) -> str:
        self.begun.append(what)
        await self.go.wait()
        return what

    def ask(self, *names: str) -> list[asyncio.Task[str]]:
        return [self.kept.begin(it, partial(self._make, it)) for it in names]


@pytest.fixture
async def bench() -> Bench:
    return Bench()


async def test_what_is_being_made_is_made_once_however_much_else_is_asked_for(
    bench: Bench,
) -> None:
    first, *_, again = bench.ask("a", "b", "c", "d", "a")
    assert again is first
    assert bench.kept.under_way == 4
    bench.go.set()
    assert await first == "a"
    assert bench.begun == ["a", "b", "c", "d"]


async def test_there_is_no_more_than_room_for_what_is_ready(bench: Bench) -> None:
    made = bench.ask("a", "b", "c", "d")
    bench.go.set()
    await asyncio.gather(*made)
    assert bench.kept.under_way == 0
    assert bench.ask("c", "d") == made[2:]
    assert bench.ask("a", "b") != made[:2]
    await bench.kept.close()


async def test_what_is_being_made_lets_what_is_ready_go_first(bench: Bench) -> None:
    (slow,) = bench.ask("a")
    bench.go.set()
    await slow
    bench.go.clear()
    waiting = bench.ask("b", "c")
    assert bench.ask("b", "c") == waiting
    assert bench.ask("a") != [slow]
    await bench.kept.close()


@pytest.mark.parametrize("clears", [True, False])
async def test_all_that_is_being_made_ends_with_the_bot(bench: Bench, *, clears: bool) -> None:
    made = bench.ask("a", "b", "c")
    await asyncio.sleep(0)
    if clears:
        bench.kept.clear()
    await bench.kept.close()
    assert all(task.cancelled() for task in made)


async def test_what_is_cleared_while_it_is_made_is_not_kept(bench: Bench) -> None:
    (old,) = bench.ask("a")
    bench.kept.clear()
    assert bench.kept.under_way == 1
    bench.go.set()
    await old
    assert bench.ask("a") != [old]
    await bench.kept.close()
