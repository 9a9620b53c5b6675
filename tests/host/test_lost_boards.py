"""A game survives failures of Discord: the loss of its message, channel or permissions."""

import pytest

from bot.board.boards import RETRY_BY_LOOK_INTERVAL
from bot.hosting.action import Action
from bot.retry import RETRY_DELAYS
from bot.store.address import Address
from bot.tables.play import PAGES
from tests.bot.cli.databases import spoilt
from tests.host.driver import begin
from tests.host.ground import Room
from tests.host.people import Person
from tests.host.rows import spoil
from tests.host.scenes import BOARDS, forbid, in_flight, said, table_of, tells


async def cancelled(person: Person) -> None:
    await person.runs("cancel")
    await person.presses(action="cancel_now", on=person.private)


async def test_a_deleted_board_is_reposted(room: Room) -> None:
    await in_flight(room)
    eve = room.join("Eve", locale="fr")
    text = room.board.text
    room.env.backend.delete_message(room.channel.id, room.board.id)
    assert tells(await eve.runs("board"), eve, "board-here")
    assert room.board.text == text


async def test_a_game_can_move_from_a_deleted_channel(room: Room) -> None:
    ann, bob = await in_flight(room)
    room.env.backend.delete_channel(room.channel.id)
    ann.channel = bob.channel = room.add_channel("another")
    assert tells(await bob.runs("hand"), bob, "hand-title")
    forbid(room, bob.channel, "attach_files")
    names = said(bob, "permission-attach_files")
    assert tells(await bob.runs("board"), bob, "error-lacks_permissions", names=names)
    forbid(room, bob.channel)
    assert tells(await bob.runs("board"), bob, "board-here")
    await bob.presses(action="stay")
    await ann.runs("play", move="declare can")
    assert "Page" not in room.board_in(bob.channel).text
    assert len(room.messages_in(bob.channel)) == 2


async def test_a_game_with_a_channel_is_not_moved(room: Room) -> None:
    _, bob = await in_flight(room)
    bob.channel = room.add_channel("another")
    answer = await bob.runs("board")
    assert str(room.board.id) in answer.text
    assert room.messages_in(bob.channel) == []


async def test_a_game_can_be_moved_from_a_channel_that_forbids_its_board(room: Room) -> None:
    _, bob = await in_flight(room)
    forbid(room, room.channel, "view_channel")
    bob.channel = room.add_channel("another")
    assert tells(await bob.runs("board"), bob, "board-here")
    await bob.presses(action="stay")
    assert "Stay" not in room.board_in(bob.channel).open


async def test_a_locked_thread_is_named_in_the_answer_to_a_click(room: Room) -> None:
    ann, bob = await in_flight(room)
    room.env.inject_error("*", BOARDS, status=400, code=50083, times=None)
    assert tells(await bob.runs("play", move="stay"), bob, "board-thread_archived")
    assert tells(await ann.runs("hand"), ann, "board-thread_archived")
    room.env.backend.faults.clear()
    before = room.board
    await ann.runs("play", move="declare can")
    assert room.board.id > before.id


async def test_no_table_is_opened_where_its_board_cannot_be_posted(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    forbid(room, room.channel, "attach_files", "create_public_threads")
    files = said(ann, "permission-attach_files")
    assert tells(await ann.runs("new"), ann, "error-lacks_permissions", names=files)
    both = f"{files}, {said(ann, 'permission-create_public_threads')}"
    answer = await ann.runs("new", thread=True)
    assert tells(answer, ann, "error-lacks_permissions", names=both)


async def test_a_thread_that_discord_refuses_opens_no_table(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    room.env.inject_error("POST", "/channels/*/threads", status=400, code=160006)
    assert tells(await ann.runs("new", thread=True), ann, "error-thread_refused")
    assert not await room.bot.store.open_tables_in(room.guild.id)


REFUSED = {"lost": (500, 0), "there already": (400, 40060), "too late": (404, 10062)}


@pytest.mark.parametrize("refusal", REFUSED)
async def test_a_move_is_stored_even_if_its_answer_is_refused(room: Room, refusal: str) -> None:
    _, bob = await in_flight(room)
    status, code = REFUSED[refusal]
    room.env.inject_error("POST", "/interactions/*", status=status, code=code)
    await bob.presses(action="stay")
    assert (await table_of(room)).question == "declaration"
    assert "Stay" not in room.board.open


# --- boards that could not be shown ------------------------------------------------------------


@pytest.mark.parametrize("comes", ["stale", "hand", "status", "board"])
async def test_a_click_shows_a_board_that_could_not_be_shown_before(room: Room, comes: str) -> None:
    """Discord does not report a restored permission."""
    _, bob = await in_flight(room)
    old = next(button for button in room.board.buttons if "stay" in button.custom_id)
    forbid(room, room.channel, "view_channel")
    answer = await bob.runs("play", move="stay")
    assert answer.text.count(said(bob, "board-cannot_see")) == 1
    forbid(room, room.channel)
    await room.passes(RETRY_BY_LOOK_INTERVAL)
    await (bob.presses(old) if comes == "stale" else bob.runs(comes))
    assert "Stay" not in room.board.open
    assert not room.bot.boards.reasons()


@pytest.mark.parametrize("by", ["an old button", "board"])
async def test_a_missing_end_is_shown_with_the_next_click(room: Room, by: str) -> None:
    ann, bob = await in_flight(room)
    old = next(button for button in room.board.buttons if "stay" in button.custom_id)
    forbid(room, room.channel, "view_channel", "send_messages")
    await cancelled(ann)
    assert not (await table_of(room)).open
    forbid(room, room.channel)
    await room.passes(RETRY_BY_LOOK_INTERVAL)
    await (bob.runs("board") if by == "board" else bob.presses(old))
    assert "The game was cancelled" in room.board.text
    assert "Stay" not in room.board.open
    assert await room.bot.store.unpainted() == []
    assert tells(await bob.runs("board"), bob, "error-no_table_here")


async def test_the_board_of_an_unreadable_table_says_so_when_the_table_is_cleared(
    room: Room, place: Address
) -> None:
    ann, _ = await in_flight(room)
    mod = room.join("Mod", manager=True)
    table = (await table_of(room)).id
    await spoil(
        room, "UPDATE tables SET snapshot = 'x'", "UPDATE log SET arguments = 'x' WHERE seq = 3"
    )
    room.bot.service.cache.drop(table)
    before = len(room.messages)
    assert tells(await mod.runs("cancel"), mod, "cancelled")
    assert said(ann, "damaged-title") in room.messages[-1].text
    assert not any(shown.buttons for shown in room.messages)
    assert len(room.messages) == before
    assert room.forgive()

    await room.close_bot()
    for_page = "INSERT INTO outbox SELECT id, '{}', 1, 1 FROM tables"
    for page in ("leg", "notice"):
        await spoilt(place, for_page.format(page))
    await room.restart()
    assert await room.bot.store.unpainted() == []  # and not a word of it in the log
    assert len(room.messages) == before


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
