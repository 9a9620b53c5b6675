"""One id connects the log lines of a click, its commit and its board."""

import logging
from collections.abc import Iterator

import pytest

from bot import log
from tests.host.driver import begin, dealt
from tests.host.ground import Room

STORED, SHOWN = "bot.hosting.service", "bot.board.boards"


class Lines(logging.Handler):
    """Log lines with their causes."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[tuple[str, str, str]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.told.append((log.cause.get(), record.name, record.getMessage()))

    def of(self, logger: str) -> list[str]:
        return [cause for cause, name, _ in self.told if name == logger]


@pytest.fixture
def told() -> Iterator[Lines]:
    lines, ours = Lines(), logging.getLogger("bot")
    level = ours.level
    ours.setLevel(logging.DEBUG)
    ours.addHandler(lines)
    yield lines
    ours.removeHandler(lines)
    ours.setLevel(level)


async def test_a_click_has_one_id_from_the_press_to_the_board(room: Room, told: Lines) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    opened = await ann.runs("new")
    joined = await bob.presses(action="join")
    ids = [f"{opened.id}", f"{joined.id}"]
    assert [it for it in told.of(STORED) if it] == ids[1:]  # a table is opened without a line
    assert told.of(SHOWN) == ids


async def test_clicks_that_share_a_delivery_are_each_logged(room: Room, told: Lines) -> None:
    people = [room.join(name) for name in ("Ann", "Bob", "Cat", "Dan")]
    await people[0].runs("new")
    told.told.clear()
    board = room.board
    answers = await room.at_once(*(it.pressing(action="join", on=board) for it in people[1:]))
    ids = sorted(f"{answer.id}" for answer in answers)
    assert sorted(told.of(STORED)) == ids
    assert sorted(told.of(SHOWN)) == ids


async def test_scheduled_work_has_an_id(
    room: Room, told: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored: set[str] = set()
    monkeypatch.setattr(room.bot.events, "committed", lambda _: stored.add(log.cause.get()))
    with dealt(room, 3):
        driver = await begin(room.join("Ann"), seed=3, computers=2, goal=25)
        await driver.play()
    shown = {*told.of(SHOWN)}
    assert any(len(cause) == 8 for cause in shown)
    assert shown <= stored - {""}
