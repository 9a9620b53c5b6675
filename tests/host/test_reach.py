"""A server comes and goes, and with it whoever plays there."""

from typing import Any

from simcord.backend.serializers import guild_create_payload

from tests.host.ground import Room


async def comes(room: Room, **facts: Any) -> None:
    """Discord tells us of the server."""
    backend = room.env.backend
    payload = dict(guild_create_payload(backend, backend.get_guild(room.guild.id)))
    payload.pop("unavailable", None)
    room.env._gateway_feed("GUILD_CREATE", {**payload, **facts})
    await room.settle()


async def test_a_server_that_invites_us_again_is_away_no_more(room: Room) -> None:
    room.env.backend.emit("GUILD_DELETE", {"id": str(room.guild.id)})
    await room.settle()
    await comes(room)
    assert not room.bot.reach.server_is_back(room.guild.id)
