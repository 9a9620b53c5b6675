"""Requests for boards: by the newest click's token first, and by the bot's own where that fails."""

import asyncio
from collections.abc import Sequence

import pytest

from bot.board import requests
from bot.board.requests import NotOwned, Requests
from bot.discord.limits import TOKEN_KEPT
from bot.discord.rest import Json, Upload
from bot.store.data import PostedMessage
from tests.bot.discord.refusing import banned, broken, cut, refused
from tests.bot.store.changes import leg

BOARD = PostedMessage(leg(1), 70, 555)
FILE = Upload("a.png", b"png")
RAN_OUT = refused(50027, 401)
HANGS = asyncio.CancelledError()
"""No answer ever comes."""


class Wire:
    """Discord: by which token a board was edited, and how the next requests end."""

    def __init__(self) -> None:
        self.edits: list[str] = []
        self.faults: list[BaseException | None] = []
        self.timed_out = 0
        self.now = 0.0
        self.requests = Requests(self, self._gave_up, clock=lambda: self.now)

    def _gave_up(self) -> None:
        self.timed_out += 1

    async def post(self, channel: int, message: Json, uploads: Sequence[Upload] = ()) -> Json:
        return await self._noted("post")

    async def edit(
        self, channel: int, message: int, changes: Json, uploads: Sequence[Upload] = ()
    ) -> Json:
        return await self._noted("our own")

    async def delete(self, channel: int, message: int) -> None:
        await self._noted("delete")

    async def edit_answer(self, token: str, changes: Json) -> Json:
        return await self._noted(token)

    async def _noted(self, by: str) -> Json:
        self.edits.append(by)
        fault = self.faults.pop(0) if self.faults else None
        if fault is HANGS:
            await asyncio.sleep(99)
        elif fault is not None:
            raise fault
        return {"by": by}

    async def edits_board(self, *uploads: Upload) -> Json:
        return await self.requests.edit(BOARD, {}, uploads)


@pytest.fixture
def wire() -> Wire:
    wire = Wire()
    wire.requests.note_token(BOARD.message, "older")
    wire.requests.note_token(BOARD.message, "newest")
    return wire


async def test_a_board_is_edited_by_the_newest_token_of_a_click_on_it(wire: Wire) -> None:
    assert await wire.edits_board() == {"by": "newest"}
    assert wire.edits == ["newest"]


async def test_a_board_is_edited_by_the_bots_token_once_no_press_is_new(wire: Wire) -> None:
    wire.now = TOKEN_KEPT
    assert await wire.edits_board() == {"by": "our own"}


async def test_new_files_go_by_our_own_token(wire: Wire) -> None:
    """Discord refuses them with the token of an interaction."""
    assert await wire.edits_board(FILE) == {"by": "our own"}
    assert await wire.edits_board() == {"by": "newest"}


@pytest.mark.parametrize("fault", [RAN_OUT, refused(10015, 404), refused(50035), banned()])
async def test_a_refused_token_is_not_used_again(wire: Wire, fault: Exception) -> None:
    wire.faults = [fault]
    assert await wire.edits_board() == {"by": "our own"}
    await wire.edits_board()
    assert wire.edits == ["newest", "our own", "our own"]


async def test_a_newer_token_is_used_after_an_older_one_was_refused(wire: Wire) -> None:
    wire.faults = [RAN_OUT]
    await wire.edits_board()
    wire.requests.note_token(BOARD.message, "of the next click")
    assert await wire.edits_board() == {"by": "of the next click"}


@pytest.mark.parametrize("fault", [broken(), cut()])
async def test_a_fault_of_discords_own_leaves_the_token_as_it_is(
    wire: Wire, fault: Exception
) -> None:
    wire.faults = [fault]
    with pytest.raises(type(fault)):
        await wire.edits_board()
    assert await wire.edits_board() == {"by": "newest"}


async def test_a_token_that_must_wait_too_long_is_not_used_again(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    """discord.py waits as long as Discord tells it to when a webhook is used too often."""
    monkeypatch.setattr(requests, "EDIT_TIMEOUT", 0.01)
    wire.faults = [HANGS]
    with pytest.raises(TimeoutError):
        await wire.edits_board()
    assert await wire.edits_board() == {"by": "our own"}
    assert wire.timed_out == 0  # no request of our own was given up


async def test_only_requests_of_our_own_count_as_given_up(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "EDIT_TIMEOUT", 0.01)
    wire.faults = [HANGS]
    with pytest.raises(TimeoutError):
        await wire.edits_board(FILE)
    assert wire.timed_out == 1


async def test_a_refusal_of_the_bots_token_is_raised(wire: Wire) -> None:
    wire.faults = [RAN_OUT, refused(50001, 403)]
    with pytest.raises(type(refused(50001, 403))) as caught:
        await wire.edits_board()
    assert caught.value.code == 50001


async def test_nothing_is_painted_over_the_boards_of_others(wire: Wire) -> None:
    ours = [True]
    wire.requests = Requests(wire, wire._gave_up, is_owner=lambda: ours[0])
    wire.requests.note_token(BOARD.message, "newest")
    await wire.edits_board()
    ours[0] = False
    for ask in (
        wire.edits_board(),
        wire.edits_board(FILE),
        wire.requests.post(70, {}),
        wire.requests.delete(70, 555),
    ):
        with pytest.raises(NotOwned):
            await ask
    assert wire.edits == ["newest"]


async def test_it_is_asked_once_more_after_the_wait_for_a_turn(wire: Wire) -> None:
    answers = iter((True, False))
    wire.requests = Requests(wire, wire._gave_up, is_owner=lambda: next(answers))
    with pytest.raises(NotOwned):
        await wire.edits_board(FILE)
    assert wire.edits == []
