"""Pictures are painted off the event loop, each once, and the latest are kept."""

import asyncio
import threading
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest

from bot.pictures.sheet import SheetError, WholePicture
from bot.pictures.studio import Studio
from tests.bot.pictures.scenes import scene

painted: list[tuple[int, str]] = []
go = threading.Event()


@dataclass(frozen=True)
class Slow(WholePicture):
    """A picture that is painted once the test allows it."""

    number: int

    def paint(self) -> bytes:
        assert go.wait(10)
        painted.append((self.number, threading.current_thread().name))
        return b"%d" % self.number


@dataclass(frozen=True)
class Broken(WholePicture):
    def paint(self) -> bytes:
        painted.append((-1, ""))
        raise SheetError("gone")


@pytest.fixture
async def studio() -> AsyncIterator[Studio]:
    painted.clear()
    go.set()
    it = Studio(capacity=2)
    yield it
    it.close()


async def test_a_scene_is_painted_as_it_paints_itself(studio: Studio) -> None:
    assert await studio.picture(scene()) == scene().paint()


async def test_the_loop_runs_on_while_a_picture_is_painted(studio: Studio) -> None:
    go.clear()
    waiting = asyncio.create_task(studio.picture(Slow(1)))
    for _ in range(5):
        await asyncio.sleep(0)
    assert not waiting.done()
    go.set()
    assert await waiting == b"1"
    assert painted[0][1] != threading.current_thread().name


async def test_two_callers_at_once_wait_for_one_painting(studio: Studio) -> None:
    go.clear()
    both = [asyncio.create_task(studio.picture(Slow(1))) for _ in range(2)]
    await asyncio.sleep(0)
    go.set()
    assert await asyncio.gather(*both) == [b"1", b"1"]
    assert len(painted) == 1


async def test_a_cancelled_caller_takes_the_picture_from_no_other(studio: Studio) -> None:
    go.clear()
    first, second = (asyncio.create_task(studio.picture(Slow(1))) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.sleep(0)
    go.set()
    assert await second == b"1"
    assert first.cancelled()


async def test_the_pictures_asked_for_last_are_kept(studio: Studio) -> None:
    for number in (1, 2, 1, 3, 1, 2):
        assert await studio.picture(Slow(number)) == b"%d" % number
    assert [number for number, _ in painted] == [1, 2, 3, 2]


async def test_a_failure_reaches_all_callers_and_is_retried(studio: Studio) -> None:
    both = [asyncio.create_task(studio.picture(Broken())) for _ in range(2)]
    faults = await asyncio.gather(*both, return_exceptions=True)
    assert [type(it) for it in faults] == [SheetError, SheetError]
    with pytest.raises(SheetError):
        await studio.picture(Broken())
    assert len(painted) == 2
