"""The pictures that the README shows, taken anew: `python -m tests.host.pictures [FOLDER]`.

The deal and the clicks are the same each time: a picture changes only when the look of it does.
"""

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from PIL import Image  # comes with simcord, which draws the page

from tests.client.offers import named, question
from tests.host.driver import Driver, dealt, gather
from tests.host.ground import Room, maker, opened
from tests.host.people import Person
from tests.host.shots import shoot

FOLDER: Final = Path("docs/pictures")
WIDE: Final = 710
"""Dots across a picture; half of a README is narrower."""
COLOURS: Final = 256
ROUNDS: Final = 3
"""After so many, the palette has the greys of the page."""
SEED: Final = 10


async def take(folder: Path) -> None:
    """Play one game with all boxes, and stop for a picture here and there."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as home:
        async with opened(maker(Path(home) / "celestia.db")) as room:
            ann, bob = room.join("Ann"), room.join("Bob")
            with dealt(room, SEED):
                driver = await gather(ann, bob, seed=SEED, boxes="all", pace="live", computers=2)
            await _picture(room, bob, folder / "lobby.png")
            await driver.start()
            await _reach(driver, lambda: _may_leave_late(driver, ann))
            await ann.presses(action="hand", on=driver.board)
            await _picture(room, ann, folder / "leg.png", last=2)
            eve = room.join("Eve")  # who sees nothing private
            await _reach(driver, lambda: _may_all_avert(driver))
            await _picture(room, eve, folder / "window.png")
            await driver.play()
            await _picture(room, eve, folder / "end.png")


async def _reach(driver: Driver, moment: Callable[[], bool]) -> None:
    await driver.play(until=moment)
    assert moment(), "another seed is needed: this game has no such moment"


def _may_leave_late(driver: Driver, person: Person) -> bool:
    """Others have spoken before this one, in a leg of which nothing private was answered yet."""
    board = driver.board
    is_asked = question(board) == "decisions" and named(board) == {person.id}
    return is_asked and "🪂" in board.text and person.sees[-1].id == board.id


def _may_all_avert(driver: Driver) -> bool:
    """The ship is going down, and both people are asked."""
    return question(driver.board) == "cannot" and len(named(driver.board)) == len(driver.people)


async def _picture(room: Room, viewer: Person, file: Path, *, last: int = 1) -> None:
    await shoot(room.env, viewer.channel, viewer.actor, file, last=last)
    with Image.open(file) as shot:
        half = shot.resize((shot.width // 2, shot.height // 2), Image.Resampling.LANCZOS)
    column = half.crop((0, 0, WIDE, half.height)).convert("RGB")
    # the median cut would turn the few dots of a seat's colour into grey
    method = Image.Quantize.MAXCOVERAGE
    few = column.quantize(COLOURS, method, kmeans=ROUNDS, dither=Image.Dither.NONE)
    few.save(file, optimize=True)
    print(file, f"{file.stat().st_size // 1000} kB")


if __name__ == "__main__":
    asyncio.run(take(Path(sys.argv[1]) if sys.argv[1:] else FOLDER))
