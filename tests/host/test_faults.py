"""Failures of Discord lose no move, and each click is answered."""

from typing import Final

import pytest

from bot.hosting.action import Action
from bot.retry import RETRY_DELAYS
from bot.tables.play import PAGES
from tests.host.driver import begin
from tests.host.ground import Room
from tests.host.rows import spoil
from tests.host.scenes import flight, laid, refuse, said, table_of

BOARDS: Final = "/channels/*/messages*"


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


# --- boards that do not get through --------------------------------------------------------


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
