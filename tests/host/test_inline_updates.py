"""Inline updates: the shown boards, and their number of requests."""

import asyncio
from typing import Any

import pytest

from bot.board.boards import Reservation
from bot.discord import rest
from tests.host.ground import Room
from tests.host.scenes import flight, laid, painted, refuse, table_of, tells

CALLBACK = "/callback"


def reserved(room: Room) -> list[str]:
    """The tables whose boards are reserved by a click."""
    boards = room.bot.boards._boards.items()
    return [table for table, board in boards if isinstance(board.state, Reservation)]


async def test_a_press_that_changes_the_board_is_answered_with_it(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await laid(flight(), ann, bob)
    board, before = room.board, painted(room)
    answer = await bob.presses(action="stay")
    assert (answer.kind, answer.quiet) == ("update", True)
    assert (room.board.id, "Stay" in room.board.open) == (board.id, False)
    assert painted(room) == before  # nothing was asked for by our own token
    assert await room.bot.store.unpainted() == []


async def test_of_two_clicks_that_land_together_one_carries_the_board(room: Room) -> None:
    people = [room.join(f"P{n}") for n in range(4)]
    await laid(flight(4), *people)
    first = await people[1].presses(action="stay")
    assert first.kind == "update"
    rushed = await room.at_once(
        people[2].pressing(action="stay"), people[3].pressing(action="stay")
    )
    assert min(answer.kind for answer in rushed) == "deferred_update"
    assert all(answer.quiet for answer in rushed)
    assert (await table_of(room)).question == "declaration"
    assert "Stay" not in room.board.open
    assert await room.bot.store.unpainted() == []


@pytest.mark.parametrize("code", [50035, 50013])
async def test_a_ride_that_is_refused_is_deferred_and_painted(room: Room, code: int) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await laid(flight(), ann, bob)
    room.env.inject_error("POST", "/interactions/*", status=400, code=code)
    before = painted(room)
    answer = await bob.presses(action="stay")
    assert (answer.kind, answer.quiet) == ("deferred_update", True)
    assert "Stay" not in room.board.open
    assert painted(room) == before  # by the token of the press
    assert await room.bot.store.unpainted() == []


async def test_a_board_is_edited_by_the_token_of_a_press_before(room: Room) -> None:
    ann, bob, cat = room.join("Ann"), room.join("Bob"), room.join("Cat")
    await laid(flight(3), ann, bob, cat)
    await bob.presses(action="stay")
    before = painted(room)
    await cat.runs("play", move="stay")
    assert "Stay" not in room.board.open
    assert painted(room) == before


async def test_a_press_with_a_private_answer_edits_no_board(room: Room) -> None:
    """The token of such a press edits the private answer, not the message that was pressed."""
    ann, bob = room.join("Ann"), room.join("Bob")
    await laid(flight(), ann, bob)
    await bob.presses(action="hand")
    assert not room.bot.requests.has_token(room.board.id)
    before = painted(room)
    await bob.runs("play", move="stay")
    assert painted(room) == before + 1
    assert "Stay" not in room.board.open


async def test_a_press_that_is_cancelled_leaves_its_board_to_others(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await laid(flight(), ann, bob)
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
    ann, bob = room.join("Ann"), room.join("Bob")
    await laid(flight(), ann, bob)
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


async def test_a_bot_that_ends_before_a_ride_arrives_paints_the_board_again(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await laid(flight(), ann, bob)
    room.patience = 0
    refuse(room, status=503)
    await bob.presses(action="stay")
    assert "Stay" in room.board.open
    room.env.backend.faults.clear()
    await room.restart()
    assert "Stay" not in room.board.open
    assert await room.bot.store.unpainted() == []
