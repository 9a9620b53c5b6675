"""What no board shows yet: since when, and what it was caused by."""

import logging

import pytest

from bot import log
from bot.board.unshown import MOST, Unshown


class Shown(Unshown):
    """With a clock that is set, and what was heard."""

    def __init__(self) -> None:
        self.now = 100.0
        super().__init__(lambda: self.now)
        self.heard: list[float] = []
        self.on_shown = self.heard.append


def test_each_change_is_timed_until_a_board_shows_it() -> None:
    it = Shown()
    it.changed("blue", 1)
    it.now += 2
    it.changed("blue", 2)
    it.now += 3
    it.changed("blue", 3)
    it.shown("blue", 2)
    assert (it.heard, it.count(), it.newest("blue")) == ([5.0, 3.0], 1, 3)
    it.now += 1
    it.shown("blue", 7)
    assert (it.heard, it.count(), it.newest("blue")) == ([5.0, 3.0, 1.0], 0, 0)


def test_the_longest_wait_leaves_out_boards_that_cannot_be_painted() -> None:
    it = Shown()
    assert it.longest() == 0
    it.changed("blue", 1)
    it.now += 2
    it.changed("red", 1)
    it.now += 1
    assert (it.longest(), it.longest({"blue"}), it.longest({"blue", "red"})) == (3, 1, 0)


def test_what_was_stored_before_the_start_waits_but_is_not_timed() -> None:
    it = Shown()
    it.left("blue")
    it.now += 2
    assert (it.count(), it.longest()) == (1, 2)
    it.shown("blue", 0)
    assert (it.count(), it.heard) == (0, [])


def test_what_is_known_to_wait_is_no_less_known_when_the_store_says_so_too() -> None:
    it = Shown()
    it.changed("blue", 3)
    it.left("blue")
    assert it.newest("blue") == 3
    it.forget_all()
    assert it.count() == 0


def test_a_board_that_is_never_painted_keeps_few_changes_and_the_longest_wait() -> None:
    it = Shown()
    for version in range(1, 10 * MOST):
        it.changed("blue", version)
        it.now += 1
    assert it.longest() == 10 * MOST - 1
    it.shown("blue", it.newest("blue"))
    assert len(it.heard) == MOST
    assert it.heard[0] == 10 * MOST - 1


def test_a_painting_carries_the_latest_cause_and_each_change_its_own(
    caplog: pytest.LogCaptureFixture,
) -> None:
    it, causes = Shown(), list[str]()
    for version, id_ in ((1, "12"), (2, "34")):
        with log.caused_by(id_):
            it.changed("blue", version)
    assert it.cause("blue") == "34"
    caplog.set_level(logging.DEBUG, "bot.board.unshown")
    caplog.handler.addFilter(lambda _: causes.append(log.cause.get()) or True)
    it.shown("blue", 2)
    assert causes == ["12", "34"]
    assert [record.getMessage() for record in caplog.records] == [
        "table blue: shown as version 1, 0.000 s",
        "table blue: shown as version 2, 0.000 s",
    ]
