"""Failures of Discord lose no move, and each click is answered."""

import pytest

from bot.hosting.action import Action
from bot.retry import RETRY_DELAYS
from bot.tables.play import PAGES
from tests.host.driver import begin
from tests.host.ground import Room
from tests.host.rows import spoil
from tests.host.scenes import BOARDS, flight, laid, said, table_of

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
