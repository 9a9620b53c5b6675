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

from bot.words import catalogue
from tests.client.offers import named, question
from tests.host.driver import Driver, dealt, gather
from tests.host.ground import Room, maker, opened
from tests.host.people import Person
from tests.host.shots import DESKTOP, PHONE, shoot

FOLDER: Final = Path("docs/pictures")
WIDE: Final = 710
"""Width of a picture in pixels; half of a README is narrower."""
COLOURS: Final = 256
ROUNDS: Final = 3
"""Colours of a palette; more would only add greys of the page."""
SEED: Final = 11

FILM: Final = "leg.gif"
FILM_SEED: Final = 27
"""The seed of a game whose first leg ends well."""
SCENES: Final = frozenset({"start", "decisions", "declaration"})
"""Questions of a leg that get a frame."""
FRAME: Final = 1500
"""Milliseconds."""


async def take(folder: Path) -> None:
    """Play one game with all boxes, and take pictures of some moments."""
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
    await film(folder / FILM)


async def film(file: Path) -> None:
    """Film the first leg of another game on a phone: the lobby, each question, and the arrival."""
    with TemporaryDirectory() as home:
        async with opened(maker(Path(home) / "celestia.db")) as room:
            ann, bob, eve = room.join("Ann"), room.join("Bob"), room.join("Eve")
            with dealt(room, FILM_SEED):
                driver = await gather(ann, bob, seed=FILM_SEED, pace="live", computers=2)
            frames = [await _shot(room, eve, width=PHONE)]
            await driver.start()
            first = driver.board.id
            while driver.board.id == first:
                frames += await _frames(driver, eve)
                await driver.step()
            assert "reached" in room.messages[-2].text, "another seed is needed: they crash"
            await _reach(driver, lambda: bool(named(driver.board)))
            frames.append(await _shot(room, eve, last=2, width=PHONE))
    _animate(frames, file)


async def _frames(driver: Driver, viewer: Person) -> list[Image.Image]:
    """Yield the public board and, where a captain answers, the captain's private page."""
    asked = question(driver.board)
    if asked not in SCENES or not named(driver.board):  # how soon computers answer differs
        return []
    frames = [await _shot(driver.room, viewer, width=PHONE)]
    captains = [it for it in driver.people if it.id in named(driver.board)]
    if asked == "declaration" and captains:
        await captains[0].presses(action="answer", on=driver.board)
        frames.append(await _shot(driver.room, captains[0], last=2, width=PHONE))
    return frames


def _animate(frames: list[Image.Image], file: Path) -> None:
    """Combine frames of different heights into one animation."""
    size = (frames[0].width, max(frame.height for frame in frames))
    pages: list[Image.Image] = []
    for frame in frames:
        page = Image.new("RGB", size, frame.getpixel((0, frame.height - 1)))
        page.paste(frame)
        pages.append(_of_few_colours(page))
    pages[0].save(file, save_all=True, append_images=pages[1:], duration=FRAME, loop=0)
    print(file, len(pages), "frames,", f"{file.stat().st_size // 1000} kB")


async def _reach(driver: Driver, moment: Callable[[], bool]) -> None:
    await driver.play(until=moment)
    assert moment(), "another seed is needed: this game has no such moment"


def _may_leave_late(driver: Driver, person: Person) -> bool:
    """Return whether others have answered before."""
    board = driver.board
    is_asked = question(board) == "decisions" and named(board) == {person.id}
    may_leave = any(it.label == catalogue("en")("move-leave") for it in board.buttons)
    return is_asked and may_leave and "🪂" in board.text


def _may_all_avert(driver: Driver) -> bool:
    """Whether the ship is crashing and both people are asked."""
    return question(driver.board) == "cannot" and len(named(driver.board)) == len(driver.people)


async def _picture(room: Room, viewer: Person, file: Path, *, last: int = 1) -> None:
    page = await _shot(room, viewer, last=last)
    _of_few_colours(page.crop((0, 0, WIDE, page.height))).save(file, optimize=True)
    print(file, f"{file.stat().st_size // 1000} kB")


async def _shot(room: Room, viewer: Person, *, last: int = 1, width: int = DESKTOP) -> Image.Image:
    """Take a picture of a channel's last messages as this person sees them."""
    with TemporaryDirectory() as home:
        file = Path(home) / "shot.png"
        await shoot(room.env, viewer.channel, viewer.actor, file, last=last, width=width)
        with Image.open(file) as shot:
            half = shot.resize((shot.width // 2, shot.height // 2), Image.Resampling.LANCZOS)
    return half.convert("RGB")


def _of_few_colours(page: Image.Image) -> Image.Image:
    # the median cut would turn the few dots of a seat's colour into grey
    method = Image.Quantize.MAXCOVERAGE
    return page.quantize(COLOURS, method, kmeans=ROUNDS, dither=Image.Dither.NONE)


if __name__ == "__main__":
    asyncio.run(take(Path(sys.argv[1]) if sys.argv[1:] else FOLDER))
