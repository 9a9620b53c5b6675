"""Inline updates: the shown boards, and their number of requests."""

import asyncio
from typing import Any

import pytest

from bot.board.boards import Reservation
from bot.discord import rest
from tests.host.ground import Room
from tests.host.scenes import in_flight, table_of, tells

CALLBACK = "/callback"


def reserved(room: Room) -> list[str]:
    """The tables whose boards are reserved by a click."""
    boards = room.bot.boards._boards.items()
    return [table for table, board in boards if isinstance(board.state, Reservation)]


def painted(room: Room) -> int:
    """Return the number of the bot's requests to channels."""
    return sum(request.path.startswith("/channels/") for request in room.env.http_requests)


async def test_a_press_that_changes_the_board_is_answered_with_it(room: Room) -> None:
    _, bob = await in_flight(room)
    board, before = room.board, painted(room)
    answer = await bob.presses(action="stay")
    assert (answer.kind, answer.quiet) == ("update", True)
    assert (room.board.id, "Stay" in room.board.open) == (board.id, False)
    assert painted(room) == before  # nothing was asked for by our own token
    assert await room.bot.store.unpainted() == []


async def test_a_press_with_a_private_answer_edits_no_board(room: Room) -> None:
    """The token of such a press edits the private answer, not the message that was pressed."""
    _, bob = await in_flight(room)
    await bob.presses(action="hand")
    assert not room.bot.requests.has_token(room.board.id)
    before = painted(room)
    await bob.runs("play", move="stay")
    assert painted(room) == before + 1
    assert "Stay" not in room.board.open


async def test_a_press_that_is_cancelled_leaves_its_board_to_others(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, bob = await in_flight(room)
    adapter = room.env._webhook_adapter
    send = adapter.request

    async def cancelled(route: Any, *given: Any, **named: Any) -> Any:
        if route.path.endswith(CALLBACK) and named["payload"]["type"] == rest.UPDATE:
            for task in room.bot.intake._answering:
                task.cancel()
            await asyncio.sleep(0)
        return await send(route, *given, **named)

    monkeypatch.setattr(adapter, "request", cancelled)
    await bob.presses(action="stay")
    monkeypatch.undo()
    assert reserved(room) == []
    assert "Stay" not in room.board.open
    assert await room.bot.store.unpainted() == []
    assert tells(await bob.presses(action="hand"), bob, "hand-title")


async def test_showing_a_hand_delays_no_board(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    _, bob = await in_flight(room)
    adapter, held = room.env._webhook_adapter, list[list[str]]()
    send = adapter.request

    async def watched(route: Any, *given: Any, **named: Any) -> Any:
        if route.path.endswith(CALLBACK):
            held.append(reserved(room))
        return await send(route, *given, **named)

    monkeypatch.setattr(adapter, "request", watched)
    await bob.presses(action="hand")
    await bob.presses(action="stay")
    assert held == [[], [(await table_of(room)).id]]
