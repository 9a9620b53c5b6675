"""Changes that no board shows yet: since when they wait, and which clicks caused them."""

import logging
from typing import Any

import pytest

from bot import log
from bot.board.boards import MAX_CHANGES, Board, Boards
from tests.bot.board.channels import BoardEvents


class Timed(Boards):
    """Boards with a clock that is set, which deliver nothing."""

    def __init__(self) -> None:
        self.now = 100.0
        nothing: Any = None
        events = BoardEvents()
        self.shown = events.shown
        super().__init__(nothing, nothing, nothing, 0, events, clock=lambda: self.now)

    def change(self, version: int, table: str = "blue") -> Board:
        board = self.of(table)
        board.note_change(version, [])
        return board


def test_each_change_is_timed_until_a_board_shows_it() -> None:
    it = Timed()
    board = it.change(1)
    it.now += 2
    it.change(2)
    it.now += 3
    it.change(3)
    board._shows(2)
    assert (it.shown, it.waiting()) == ([5.0, 3.0], (1, 0.0))
    it.now += 1
    board._shows(7)
    assert (it.shown, it.waiting()) == ([5.0, 3.0, 1.0], (0, 0.0))


def test_boards_that_need_people_are_not_counted_as_waiting() -> None:
    it = Timed()
    blue = it.change(1)
    it.now += 2
    it.change(1, "red")
    it.now += 1
    assert it.waiting() == (2, 3.0)
    blue.block("unreachable")
    assert it.waiting() == (2, 3.0)
    blue.block("channel_gone")
    assert it.waiting() == (1, 1.0)


def test_a_change_from_before_the_start_waits_but_is_not_timed() -> None:
    it = Timed()
    board = it.of("blue")
    board.note_change(0, [])
    it.now += 2
    assert it.waiting() == (1, 2.0)
    board._shows(0)
    assert (it.waiting(), it.shown) == ((0, 0.0), [])


def test_a_board_that_is_never_shown_keeps_few_changes_and_the_longest_wait() -> None:
    it = Timed()
    board = it.of("blue")
    for version in range(1, 10 * MAX_CHANGES):
        it.change(version)
        it.now += 1
    assert it.waiting() == (1, 10 * MAX_CHANGES - 1)
    board._shows(10 * MAX_CHANGES)
    assert (len(it.shown), it.shown[0]) == (MAX_CHANGES, 10 * MAX_CHANGES - 1)


def test_each_change_is_logged_under_the_click_that_caused_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    it, causes = Timed(), list[str]()
    with log.caused_by("12"):
        it.change(1)
    with log.caused_by("34"):
        board = it.change(2)
    caplog.set_level(logging.DEBUG, "bot.board.boards")
    caplog.handler.addFilter(lambda _: causes.append(log.cause.get()) or True)
    board._shows(2)
    assert causes == ["12", "34"]
    shown = "table blue: shown as version %s, 0.000 s"
    assert caplog.messages == [shown % 1, shown % 2]


def test_the_board_used_longest_ago_is_dropped_unless_it_has_work_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.board.boards.MAX_BOARDS", 2)
    it = Timed()
    it.change(1, "busy")
    it.of("quiet")
    it.of("new")
    assert [*it._boards] == ["quiet", "busy", "new"]
    it.of("newer")
    assert [*it._boards] == ["new", "busy", "newer"]
