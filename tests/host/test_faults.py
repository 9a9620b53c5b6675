"""Failures of Discord lose no move, and each click is answered."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

import aiohttp
import pytest

from bot.hosting.action import Action
from bot.retry import RETRY_DELAYS
from bot.tables.play import PAGES
from bot.words import catalogue
from tests.host.driver import begin
from tests.host.ground import Room
from tests.host.rows import spoil
from tests.host.scenes import flight, game, laid, painted, refuse, said, table_of, tells

BOARDS: Final = "/channels/*/messages*"
Call = Callable[..., Awaitable[Any]]


def failing(call: Call, method: str, faults: list[Exception], *, after: bool = False) -> Call:
    """Return the call, which first fails with each of these faults."""

    async def fails(route: Any, *args: Any, **kwargs: Any) -> Any:
        fault = faults.pop(0) if route.method == method and faults else None
        if fault is not None and not after:
            raise fault
        done = await call(route, *args, **kwargs)
        if fault is not None:
            raise fault
        return done

    return fails


# --- answers that do not get through -------------------------------------------------------

REFUSED = {"lost": (500, 0), "there already": (400, 40060), "too late": (404, 10062)}


@pytest.mark.parametrize("refusal", REFUSED)
async def test_a_move_is_stored_even_if_its_answer_is_refused(room: Room, refusal: str) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await laid(flight(), ann, bob)
    status, code = REFUSED[refusal]
    room.env.inject_error("POST", "/interactions/*", status=status, code=code)
    await bob.presses(action="stay")
    assert (await table_of(room)).question == "declaration"
    assert "Stay" not in room.board.open


async def test_an_answer_is_retried_after_a_lost_connection(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await laid(flight(), ann, bob)
    adapter = room.env._webhook_adapter
    broken = failing(adapter.request, "POST", [aiohttp.ServerDisconnectedError()])
    monkeypatch.setattr(adapter, "request", broken)
    assert tells(await bob.presses(action="hand"), bob, "hand-title")


async def test_an_unconfirmed_answer_is_not_doubled(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await laid(flight(), ann, bob)
    adapter = room.env._webhook_adapter
    broken = failing(adapter.request, "POST", [aiohttp.ServerDisconnectedError()], after=True)
    monkeypatch.setattr(adapter, "request", broken)
    answer = await bob.presses(action="hand")
    assert len(answer.shown) == 1
    assert tells(answer, bob, "hand-title")


# --- boards that do not get through --------------------------------------------------------

AWAY = {"gone": (503, 0), "broken": (500, 0)}


@pytest.mark.parametrize("fault", AWAY)
async def test_a_board_is_shown_when_discord_is_back(room: Room, fault: str) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await laid(flight(), ann, bob)
    room.patience = 0
    status, code = AWAY[fault]
    room.env.inject_error("PATCH", BOARDS, status=status, code=code, times=2)
    answer = await bob.runs("play", move="stay")
    assert (await table_of(room)).question == "declaration"
    assert "Stay" in room.board.open
    assert tells(answer, bob, "board-unreachable")
    await room.passes(10)
    assert "Stay" not in room.board.open


@pytest.mark.parametrize("fault", AWAY)
async def test_a_refused_inline_update_is_followed_by_an_edit(room: Room, fault: str) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await laid(flight(), ann, bob)
    room.patience = 0
    status, code = AWAY[fault]
    refuse(room, status=status, code=code, times=1)
    await bob.presses(action="stay")
    assert "Stay" in room.board.open
    assert await room.bot.store.unpainted() == [(await table_of(room)).id]
    await room.passes(10)
    assert "Stay" not in room.board.open
    assert await room.bot.store.unpainted() == []


async def test_a_lost_connection_delays_the_board(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await laid(flight(), ann, bob)
    reset = [aiohttp.ClientConnectionResetError(), aiohttp.ServerDisconnectedError()]
    monkeypatch.setattr(room.bot.http, "request", failing(room.bot.http.request, "PATCH", reset))
    await bob.runs("play", move="stay")
    await room.passes(10)
    assert not reset
    assert "Stay" not in room.board.open


async def test_many_clicks_while_discord_is_away_become_one_board(room: Room) -> None:
    people = [room.join(f"P{n}") for n in range(6)]
    await laid(flight(6), *people)
    room.patience = 0
    refuse(room, status=503)
    for person in people[1:5]:
        await person.presses(action="stay")
    room.env.backend.faults.clear()
    before = painted(room)
    await room.passes(20)  # nobody is warned yet
    assert painted(room) == before + 1
    stay = room.board.text.partition(f"{catalogue('en')('chip-stay')} ")[2].partition(" · ")[0]
    assert [person.mention in stay for person in people] == [False, *[True] * 4, False]


async def test_an_old_page_whose_story_is_lost_stops_no_clock(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await begin(ann, bob, seed=3)
    old, host = room.board, room.bot.service
    room.env.inject_error("*", BOARDS, status=503, times=None)
    while (table := await table_of(room)).page.number < 2 + PAGES:
        seat = table.running.waiting[0]
        move = Action("move", f"{table.running.legal(seat)[0]}")
        with room.env._bot_scope():
            await host.do(table.id, move, seat=seat)
    await spoil(room, "UPDATE log SET arguments = 'x' WHERE seq = 3")
    room.env.backend.faults.clear()
    await room.passes(2 * RETRY_DELAYS[-1])
    assert "log_broken" in "".join(room.forgive())
    assert not room.bot.boards.reasons()
    assert await room.bot.store.unpainted() == []
    hangs = next(shown for shown in room.messages if shown.id == old.id)
    assert said(ann, "page-past") in hangs.text
    assert not hangs.buttons


async def test_a_board_too_old_to_edit_is_posted_again(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await laid(flight(), ann, bob)
    old = room.board
    refuse(room, status=429, code=30046, times=1)
    await bob.presses(action="stay")
    assert room.board.id > old.id
    assert "Stay" not in room.board.open


async def test_a_message_that_is_sent_again_is_never_posted_twice(room: Room) -> None:
    """Discord returns the first message for the same nonce."""
    ann = room.join("Ann")
    room.env.inject_error("POST", BOARDS, status=503)
    await ann.runs("new")
    await room.passes(10)
    posts = [it.json or {} for it in room.env.http_requests if it.path.endswith("/messages")]
    assert len(posts) == 2
    assert posts[0]["nonce"] == posts[1]["nonce"]
    assert posts[0]["enforce_nonce"]


async def test_a_board_that_was_not_painted_is_painted_after_a_restart(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await game(ann, bob)
    room.patience = 0
    room.env.inject_error("*", BOARDS, status=503, times=None)
    await ann.runs("concede")
    await ann.presses(action="concede_now")
    assert ann.mention in room.board.text
    room.env.backend.faults.clear()
    await room.restart()
    assert ann.mention not in room.board.text
