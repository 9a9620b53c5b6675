"""A game survives the loss of its message, channel or permissions, and the removal of the bot."""

from typing import Any, Final

import pytest

from bot.board.boards import RETRY_BY_LOOK_INTERVAL
from bot.store.address import Address
from tests.bot.cli.databases import spoilt
from tests.host.ground import Room
from tests.host.people import Person
from tests.host.rows import spoil
from tests.host.scenes import (
    flight,
    forbid,
    know_the_game,
    laid,
    refuse,
    said,
    table_of,
    tells,
)

BOARDS: Final = "/channels/*/messages*"


async def test_a_deleted_board_is_posted_again_with_the_next_click(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await laid(flight(3), ann, bob, room.join("Cat"))
    await bob.presses(action="hand")
    board = room.board
    room.env.backend.delete_message(room.channel.id, board.id)
    await bob.presses(action="slot:0", on=bob.private)
    assert room.board.id > board.id
    assert "Stay" in room.board.open


async def test_a_deleted_board_is_reposted(room: Room) -> None:
    ann, bob, eve = room.join("Ann"), room.join("Bob"), room.join("Eve", locale="fr")
    await laid(flight(), ann, bob)
    text = room.board.text
    room.env.backend.delete_message(room.channel.id, room.board.id)
    assert tells(await eve.runs("board"), eve, "board-here")
    assert room.board.text == text


async def test_a_board_that_is_reposted_during_a_click_is_posted_once(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await laid(flight(), ann, bob)
    await room.at_once(
        ann.running("board"), bob.pressing(action="stay"), bob.running("board"), ann.running("hand")
    )
    assert ["Answer…" in shown.open for shown in room.messages] == [False, True]


async def test_a_game_can_move_from_a_deleted_channel(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await laid(flight(), ann, bob)
    room.env.backend.delete_channel(room.channel.id)
    ann.channel = bob.channel = room.add_channel("another")
    assert tells(await bob.runs("hand"), bob, "hand-title")
    assert tells(await bob.runs("board"), bob, "board-here")
    await bob.presses(action="stay")
    await ann.runs("play", move="declare can")
    assert "Page" not in room.board_in(bob.channel).text
    assert len(room.messages_in(bob.channel)) == 2


async def test_a_move_without_its_channel_is_made(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await laid(flight(), ann, bob)
    name = (await table_of(room)).id
    room.env.backend.delete_channel(room.channel.id)
    bob.channel = room.add_channel("another")
    answer = await bob.runs("play", move="stay")
    assert tells(answer, bob, "board-channel_gone")
    assert (await room.bot.service.read(name)).table.question == "declaration"


async def test_only_a_player_can_move_a_game(room: Room) -> None:
    ann, bob, eve = room.join("Ann"), room.join("Bob"), room.join("Eve", locale="fr")
    await laid(flight(), ann, bob)
    room.env.backend.delete_channel(room.channel.id)
    eve.channel = room.add_channel("another")
    assert tells(await eve.runs("board"), eve, "error-no_table_here")


async def test_a_game_with_a_channel_is_not_moved(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await laid(flight(), ann, bob)
    bob.channel = room.add_channel("another")
    answer = await bob.runs("board")
    assert str(room.board.id) in answer.text
    assert room.messages_in(bob.channel) == []


async def test_a_new_board_reopens_an_archived_thread(room: Room) -> None:
    _, bob = await _in_a_thread(room)
    board = room.board_in(bob.channel)
    refuse(room, status=400, code=50083, times=1)
    await bob.presses(action="stay")
    assert room.board_in(bob.channel).id > board.id
    assert not [shown for shown in bob.sees if shown.private]


async def test_a_locked_thread_is_named_in_the_answer_to_a_click(room: Room) -> None:
    ann, bob = await _in_a_thread(room)
    room.env.inject_error("*", BOARDS, status=400, code=50083, times=None)
    answer = await bob.runs("play", move="stay")
    assert tells(answer, bob, "board-thread_archived")
    assert tells(await ann.runs("hand"), ann, "board-thread_archived")
    room.env.backend.faults.clear()
    before = room.board_in(bob.channel)
    await ann.runs("play", move="declare can")
    assert room.board_in(bob.channel).id > before.id


async def _in_a_thread(room: Room) -> tuple[Person, Person]:
    """Start a game of two in a thread; Bob is a passenger and has to decide."""
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    know_the_game(bob)
    await ann.runs("new", thread=True)
    (ann.channel,) = room.channel.threads
    bob.channel = ann.channel
    await bob.presses(action="join")
    await ann.presses(action="start")
    known = await room.bot.service.read(await room.bot.store.open_table_in(ann.channel.id))
    known.table.game, known.table.options = flight().game, flight().game.options
    known.table.moment += 1
    with room.env._bot_scope():
        await room.bot.service._store(known, (), None, (known.table.page.key,))
    await room.settle()
    return ann, bob


TAKEN = {"view_channel": "board-cannot_see", "send_messages": "board-cannot_post"}


@pytest.mark.parametrize("permission", TAKEN)
async def test_a_missing_permission_is_named(room: Room, permission: str) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await laid(flight(), ann, bob)
    room.env.backend.delete_message(room.channel.id, room.board.id)
    forbid(room, room.channel, permission)
    assert tells(await bob.runs("play", move="stay"), bob, TAKEN[permission])
    assert tells(await ann.runs("hand"), ann, TAKEN[permission])
    assert (await table_of(room)).question == "declaration"
    forbid(room, room.channel)
    await ann.presses(action="slot:0", on=ann.private)
    assert (await table_of(room)).page.number == 2
    assert "Stay" in room.board.open


async def test_a_game_can_be_moved_from_a_channel_that_forbids_its_board(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await laid(flight(), ann, bob)
    forbid(room, room.channel, "view_channel")
    bob.channel = room.add_channel("another")
    assert tells(await bob.runs("board"), bob, "board-here")
    await bob.presses(action="stay")
    assert "Stay" not in room.board_in(bob.channel).open


async def test_no_table_is_opened_where_its_board_cannot_be_posted(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    forbid(room, room.channel, "attach_files", "create_public_threads")
    files = said(ann, "permission-attach_files")
    assert tells(await ann.runs("new"), ann, "error-lacks_permissions", names=files)
    both = f"{files}, {said(ann, 'permission-create_public_threads')}"
    answer = await ann.runs("new", thread=True)
    assert tells(answer, ann, "error-lacks_permissions", names=both)


async def test_a_game_is_not_moved_where_its_board_cannot_be_posted(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await laid(flight(), ann, bob)
    room.env.backend.delete_channel(room.channel.id)
    bob.channel = room.add_channel("another")
    forbid(room, bob.channel, "attach_files")
    names = said(bob, "permission-attach_files")
    assert tells(await bob.runs("board"), bob, "error-lacks_permissions", names=names)
    forbid(room, bob.channel)
    assert tells(await bob.runs("board"), bob, "board-here")


async def test_a_thread_that_discord_refuses_opens_no_table(room: Room) -> None:
    ann = room.join("Ann", locale="fr")
    room.env.inject_error("POST", "/channels/*/threads", status=400, code=160006)
    assert tells(await ann.runs("new", thread=True), ann, "error-thread_refused")
    assert not await room.bot.store.open_tables_in(room.guild.id)


async def test_a_bot_that_is_invited_again_plays_on(room: Room) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await laid(flight(), ann, bob)
    backend, stay = room.env.backend, room.board.buttons[0]
    backend.emit("GUILD_DELETE", {"id": str(room.guild.id)})
    await room.settle()
    assert not room.bot.guilds
    assert (await table_of(room)).open
    room.env._gateway_feed("GUILD_CREATE", _guild(room))
    await room.settle()
    await bob.presses(stay)
    assert (await table_of(room)).question == "declaration"
    assert "Stay" not in room.board.open


def _guild(room: Room) -> Any:
    from simcord.backend.serializers import guild_create_payload

    return guild_create_payload(room.env.backend, room.env.backend.get_guild(room.guild.id))


# --- boards that could not be shown, and who comes to them -------------------------------------


@pytest.mark.parametrize("comes", ["stale", "hand", "status", "board"])
async def test_a_click_shows_a_board_that_could_not_be_shown_before(room: Room, comes: str) -> None:
    """Discord does not report a restored permission."""
    ann, bob = room.join("Ann"), room.join("Bob", locale="fr")
    await laid(flight(), ann, bob)
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
    ann, bob = room.join("Ann"), room.join("Bob")
    await laid(flight(), ann, bob)
    old = next(button for button in room.board.buttons if "stay" in button.custom_id)
    forbid(room, room.channel, "view_channel", "send_messages")
    await ann.runs("cancel")
    await ann.presses(action="cancel_now", on=ann.private)
    assert not (await table_of(room)).open
    forbid(room, room.channel)
    await room.passes(RETRY_BY_LOOK_INTERVAL)
    await (bob.runs("board") if by == "board" else bob.presses(old))
    assert "The game was cancelled" in room.board.text
    assert "Stay" not in room.board.open
    assert await room.bot.store.unpainted() == []


async def test_a_missing_end_is_shown_when_the_bot_is_invited_again(
    room: Room,
) -> None:
    ann, bob = room.join("Ann"), room.join("Bob")
    await laid(flight(), ann, bob)
    forbid(room, room.channel, "view_channel", "send_messages")
    await ann.runs("cancel")
    await ann.presses(action="cancel_now", on=ann.private)
    room.env.backend.emit("GUILD_DELETE", {"id": str(room.guild.id)})
    await room.settle()
    forbid(room, room.channel)
    room.env._gateway_feed("GUILD_CREATE", _guild(room))
    await room.settle()
    assert "The game was cancelled" in room.board.text
    assert "Stay" not in room.board.open


async def test_the_board_of_an_unreadable_table_says_so_when_the_table_is_cleared(
    room: Room, place: Address
) -> None:
    ann, bob, mod = room.join("Ann"), room.join("Bob"), room.join("Mod", manager=True)
    await laid(flight(), ann, bob)
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


async def test_board_finds_nothing_once_the_end_of_the_last_game_was_shown(room: Room) -> None:
    ann, bob = room.join("Ann", locale="fr"), room.join("Bob")
    await laid(flight(), ann, bob)
    await ann.runs("cancel")
    await ann.presses(action="cancel_now", on=ann.private)
    assert tells(await ann.runs("board"), ann, "error-no_table_here")
