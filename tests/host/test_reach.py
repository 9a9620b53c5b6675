"""Servers that become unavailable give their players time back."""

from typing import Any, Final

import pytest
from simcord.backend.serializers import guild_create_payload

from tests.host.ground import Room
from tests.host.scenes import in_flight, table_of

DECISION: Final = 45


async def goes(room: Room, **facts: Any) -> None:
    """Let Discord announce that the bot has lost the server."""
    room.env.backend.emit("GUILD_DELETE", {"id": str(room.guild.id), **facts})
    await room.settle()


async def comes(room: Room, **facts: Any) -> None:
    """Let Discord announce the server."""
    backend = room.env.backend
    payload = dict(guild_create_payload(backend, backend.get_guild(room.guild.id)))
    payload.pop("unavailable", None)
    room.env._gateway_feed("GUILD_CREATE", {**payload, **facts})
    await room.settle()


async def deciding(room: Room) -> None:
    """Start a game, in which Bob's time to decide is nearly over."""
    room.patience = 0
    await in_flight(room)
    assert set((await table_of(room)).ends_at) == {1}


async def has_its_time(room: Room) -> None:
    """Check that Bob has exactly the time of a new question."""
    await room.passes(DECISION - 2)
    assert not (await table_of(room)).missed
    await room.passes(5)
    assert (await table_of(room)).missed == {1: 1}


async def test_a_server_that_was_unavailable_at_the_start_gets_its_time_back(room: Room) -> None:
    await deciding(room)
    room.bot.get_guild(room.guild.id).unavailable = True  # as all are when they are but named
    room.bot.dispatch("shard_ready", 0)
    await room.passes(75)
    await comes(room, unavailable=False)
    await has_its_time(room)


@pytest.mark.parametrize("facts", [{"unavailable": True}, {}], ids=["unavailable", "sent away"])
async def test_a_server_that_was_away_gets_its_time_back(room: Room, facts: Any) -> None:
    await deciding(room)
    await goes(room, **facts)
    await room.passes(75)
    await comes(room, **dict.fromkeys(facts, False))
    assert not room.bot.availability.is_away(room.guild.id)
    await has_its_time(room)


@pytest.mark.parametrize("again", ["shard_connect", "shard_resumed"])
async def test_time_without_a_connection_is_given_back(room: Room, again: str) -> None:
    await deciding(room)
    room.bot.dispatch("shard_disconnect", 0)
    await room.passes(75)
    with room.env._bot_scope():  # it asks what time it is
        room.bot.dispatch(again, 0)
    await room.settle()
    await has_its_time(room)


@pytest.mark.parametrize("told", [True, False], ids=["while we were there", "while we were not"])
async def test_boards_are_checked_when_the_bot_is_invited_again(room: Room, told: bool) -> None:
    await in_flight(room)
    board = room.board
    if told:
        await goes(room)
    room.env.backend.delete_message(room.channel.id, board.id)
    await comes(room)
    assert room.board.id > board.id
    assert room.board.open == board.open
