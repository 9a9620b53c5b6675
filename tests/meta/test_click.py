"""The way of a click is as ARCHITECTURE.md tells it: file by file, in this order.

The numbered list there names files and folders in backticks. A real click is followed through the
sources: every file that it enters is one of those, or lies in one of the folders, and each of them
is entered for the first time after those that are named before it.
"""

import ast
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Final

from tests.host.driver import begin, dealt
from tests.host.ground import maker, opened
from tests.meta.sources import PACKAGES, ROOT, place, python_files, tree_of

SECTION: Final = "## The way of a click"
STEPS: Final = re.compile(r"^\d+\. .*?(?=^\S(?<!\d)|\Z)", re.DOTALL | re.MULTILINE)
PLACE: Final = re.compile(rf"`((?:{'|'.join(PACKAGES)})/[\w/]*(?:\.py)?)`")
AT_HOME: Final = "bot/cli/local.py"
"""It tells a simulated Discord the languages of people, and is no part of a click."""


def told() -> list[str]:
    """The files and folders that the numbered list names."""
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8").partition(SECTION)[2]
    section = text.partition("\n## ")[0]
    return PLACE.findall("\n".join(STEPS.findall(section)))


class Walk:
    """Which files of ours were entered, in the order of their first calls."""

    def __init__(self) -> None:
        self.files: dict[str, None] = {}
        self.looking = False

    def note(self, frame: FrameType, event: str, _: object) -> None:
        if self.looking and event == "call":
            file = Path(frame.f_code.co_filename)
            if file.is_relative_to(ROOT) and file.relative_to(ROOT).parts[0] in PACKAGES:
                self.files.setdefault(file.relative_to(ROOT).as_posix())

    @contextmanager
    def followed(self) -> Iterator[None]:
        """Look at all calls, also in threads that are started from now on."""
        threading.setprofile(self.note)
        sys.setprofile(self.note)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)


def named(file: str, places: list[str]) -> str:
    """The file itself if it is on the list, or else the folder on it that it lies in."""
    folders = [place for place in places if place.endswith("/") and file.startswith(place)]
    return file if file in places else max(folders, key=len, default="")


async def test_a_click_goes_the_way_that_is_told(tmp_path: Path) -> None:
    walk = Walk()
    with walk.followed():
        async with opened(maker(tmp_path / "celestia.db")) as room:
            people = room.join("Ann"), room.join("Bob")
            with dealt(room, 1):
                driver = await begin(*people)
                await driver.play(until=lambda: "say:stay" in str(driver.board.buttons))
            table = (await room.bot.service.read(driver.table)).table
            asked = table.people[table.running.waiting[0]]
            (passenger,) = [person for person in people if person.id == asked]
            walk.looking = True
            await passenger.presses(action="say:stay")
            walk.looking = False
    places = told()
    files = [file for file in walk.files if file != AT_HOME]
    way = "\n".join(["the click entered these files, in this order:", *files])
    assert [file for file in files if not named(file, places)] == [], way
    assert [*dict.fromkeys(named(file, places) for file in files)] == places, way


NAMING: Final = ("look", "do", "repost", "clear")
"""What the service does at a table that somebody has named."""


def test_every_cog_says_from_which_server_a_table_is_named() -> None:
    found = [
        (place(file), call)
        for file in python_files("cogs")
        for call in ast.walk(tree_of(file))
        if isinstance(call, ast.Call) and re.search(r"service\.(\w+)$", ast.unparse(call.func))
    ]
    asked = [(at, it) for at, it in found if ast.unparse(it.func).rpartition(".")[2] in NAMING]
    assert len(asked) >= len(NAMING)
    assert [at for at, it in asked if ".guild" not in ast.unparse(it)] == []
