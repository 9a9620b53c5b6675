"""Tokens of clicks: the newest of each message, for fourteen minutes, and never to be read."""

import pytest

from bot.board import tokens
from bot.board.tokens import Tokens
from bot.discord.limits import TOKEN_KEPT
from tests.bot.conftest import Clock
from tests.bot.discord.payloads import TOKEN, a_press, heard

BOARD = 555


@pytest.fixture
def kept(clock: Clock) -> Tokens:
    return Tokens(clock)


def test_the_newest_token_of_a_message_is_used(kept: Tokens) -> None:
    kept.note(BOARD, "first")
    kept.note(BOARD, "second")
    assert (kept.newest(BOARD), kept.newest(BOARD + 1)) == ("second", None)


def test_a_token_is_used_for_fourteen_minutes(kept: Tokens, clock: Clock) -> None:
    kept.note(BOARD, "first")
    clock.now += 14 * 60 - 1
    assert kept.newest(BOARD) == "first"
    clock.now += 1
    assert kept.newest(BOARD) is None


def test_tokens_run_out_here_before_they_do_at_discord() -> None:
    assert TOKEN_KEPT < 15 * 60


def test_a_token_counts_from_its_own_click(kept: Tokens, clock: Clock) -> None:
    kept.note(BOARD, "first")
    clock.now += TOKEN_KEPT / 2
    kept.note(BOARD, "second")
    clock.now += TOKEN_KEPT / 2
    assert kept.newest(BOARD) == "second"


def test_messages_that_were_pressed_on_longest_ago_make_room(
    kept: Tokens, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tokens, "ROOM", 2)
    for message in (1, 2, 1, 3):
        kept.note(message, f"of {message}")
    assert [kept.newest(message) for message in (1, 2, 3)] == ["of 1", None, "of 3"]


def test_a_token_that_is_not_taken_any_more_is_forgotten(kept: Tokens) -> None:
    kept.note(BOARD, "first")
    kept.forget(BOARD, "first")
    assert kept.newest(BOARD) is None


def test_a_newer_token_stays_when_the_older_one_is_forgotten(kept: Tokens) -> None:
    kept.note(BOARD, "first")
    kept.note(BOARD, "second")
    kept.forget(BOARD, "first")
    kept.forget(BOARD + 1, "second")
    assert kept.newest(BOARD) == "second"


def test_no_token_can_be_read_where_things_are_printed(kept: Tokens) -> None:
    press = heard(a_press())
    kept.note(BOARD, press.token)
    assert press.token == TOKEN
    assert not any(TOKEN in f"{it!r} {it}" for it in (kept, press))
