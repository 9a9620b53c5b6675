"""Requests for boards: by the newest click's token first, and by the bot's own where that fails."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import discord
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

    def __init__(self, is_owner: Callable[[], bool] = lambda: True) -> None:
        self.edits: list[str] = []
        self.faults: list[BaseException] = []
        self.timed_out = 0
        self.now = 0.0
        rest: Any = self
        self.requests = Requests(rest, self._gave_up, None, is_owner, lambda: self.now)
        self.requests.note_token(BOARD.message, "older")
        self.requests.note_token(BOARD.message, "newest")

    def _gave_up(self) -> None:
        self.timed_out += 1

    async def post(self, *_: object) -> Json:
        return await self._by("post")

    async def edit(self, *_: object) -> Json:
        return await self._by("bot")

    async def delete(self, *_: object) -> Json:
        return await self._by("delete")

    async def edit_answer(self, token: str, _: Json) -> Json:
        return await self._by(token)

    async def _by(self, token: str) -> Json:
        self.edits.append(token)
        fault = self.faults.pop(0) if self.faults else None
        if fault is HANGS:
            await asyncio.sleep(99)
        elif fault is not None:
            raise fault
        return {"by": token}

    async def edits_board(self, *uploads: Upload) -> str:
        """Edit the board, and return by which token that was done."""
        return (await self.requests.edit(BOARD, {}, uploads))["by"]


@pytest.fixture
def wire() -> Wire:
    return Wire()


async def test_a_board_is_edited_by_the_newest_token_while_that_lives(wire: Wire) -> None:
    assert await wire.edits_board() == "newest"
    wire.now = TOKEN_KEPT
    assert await wire.edits_board() == "bot"
    assert wire.edits == ["newest", "bot"]


async def test_new_files_go_by_the_bots_token(wire: Wire) -> None:
    """Discord refuses them with the token of an interaction."""
    assert await wire.edits_board(FILE) == "bot"
    assert await wire.edits_board() == "newest"


@pytest.mark.parametrize("fault", [RAN_OUT, refused(10015, 404), refused(50035), banned()])
async def test_a_refused_token_is_not_used_again_but_a_newer_one_is(
    wire: Wire, fault: Exception
) -> None:
    wire.faults = [fault]
    assert [await wire.edits_board(), await wire.edits_board()] == ["bot", "bot"]
    assert wire.edits == ["newest", "bot", "bot"]
    wire.requests.note_token(BOARD.message, "of the next click")
    assert await wire.edits_board() == "of the next click"


@pytest.mark.parametrize("fault", [broken(), cut()])
async def test_a_fault_of_discords_own_leaves_the_token_as_it_is(
    wire: Wire, fault: Exception
) -> None:
    wire.faults = [fault]
    with pytest.raises(type(fault)):
        await wire.edits_board()
    assert await wire.edits_board() == "newest"


@pytest.mark.parametrize(("uploads", "given_up"), [((), 0), ((FILE,), 1)])
async def test_a_request_that_hangs_is_given_up_and_its_token_as_well(
    wire: Wire, uploads: Sequence[Upload], given_up: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """discord.py waits as long as Discord tells it to when a webhook is used too often.

    Only requests by the bot's own token can hold its lock.
    """
    monkeypatch.setattr(requests, "EDIT_TIMEOUT", 0.01)
    wire.faults = [HANGS]
    with pytest.raises(TimeoutError):
        await wire.edits_board(*uploads)
    assert await wire.edits_board() == ("newest" if uploads else "bot")
    assert wire.timed_out == given_up


async def test_a_refusal_of_the_bots_token_is_raised(wire: Wire) -> None:
    wire.faults = [RAN_OUT, refused(50001, 403)]
    with pytest.raises(discord.Forbidden):
        await wire.edits_board()


async def test_nothing_is_painted_over_the_boards_of_others() -> None:
    is_owner = [False]
    wire = Wire(lambda: is_owner[0])
    edit, post, delete = wire.edits_board, wire.requests.post, wire.requests.delete
    for request in (edit(), edit(FILE), post(70, {}), delete(70, 555)):
        with pytest.raises(NotOwned):
            await request
    assert wire.edits == []
    is_owner[0] = True
    assert await wire.edits_board() == "newest"


async def test_ownership_is_checked_again_after_the_wait_for_a_turn() -> None:
    answers = iter((True, False))
    wire = Wire(lambda: next(answers))
    with pytest.raises(NotOwned):
        await wire.edits_board(FILE)
    assert wire.edits == []
