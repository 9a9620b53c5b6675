"""Requests about a server: its events and its roles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tests.e2e.wire import payloads
from tests.e2e.wire.asked import Asked, Reply
from tests.e2e.wire.refusals import refused
from tests.e2e.wire.world import Guild, new_id

if TYPE_CHECKING:
    from tests.e2e.wire.server import Discord

Json = dict[str, Any]

SCHEDULED: Final = 1


async def events(discord: Discord, asked: Asked) -> Reply:
    return 200, [*_guild(discord, asked).events.values()]


async def make_event(discord: Discord, asked: Asked) -> Reply:
    guild = _guild(discord, asked)
    _refuse_unless_maker(guild)
    number = new_id()
    made: Json = {
        "id": str(number),
        "guild_id": str(guild.id),
        "channel_id": None,
        "creator_id": str(discord.world.bot.id),
        "entity_id": None,
        "user_rsvp": None,
        "status": SCHEDULED,
        "description": None,
        "image": None,
        "user_count": 0,
        **asked.json,
    }
    guild.events[number] = made
    return 200, made


async def change_event(discord: Discord, asked: Asked) -> Reply:
    guild, number = _guild(discord, asked), _event(discord, asked)
    guild.events[number] |= asked.json
    return 200, guild.events[number]


async def delete_event(discord: Discord, asked: Asked) -> Reply:
    del _guild(discord, asked).events[_event(discord, asked)]
    return 204, None


async def make_role(discord: Discord, asked: Asked) -> Reply:
    guild = _guild(discord, asked)
    _refuse_unless_manager(guild)
    number = new_id()
    made = payloads.role(number, asked.json["name"], int(asked.json["permissions"]))
    made |= {"mentionable": asked.json["mentionable"]}
    guild.roles[number] = made
    guild.bearers[number] = set()
    told = {"guild_id": str(guild.id), "role": made}
    await discord.gateway.tell("GUILD_ROLE_CREATE", told, guild)
    return 200, made


async def give_role(discord: Discord, asked: Asked) -> Reply:
    _bearers(discord, asked).add(int(asked.ids["user"]))
    return 204, None


async def take_role(discord: Discord, asked: Asked) -> Reply:
    _bearers(discord, asked).discard(int(asked.ids["user"]))
    return 204, None


def _bearers(discord: Discord, asked: Asked) -> set[int]:
    guild, number = _guild(discord, asked), int(asked.ids["role"])
    _refuse_unless_manager(guild)
    if number not in guild.roles:
        raise refused("unknown_role")
    return guild.bearers[number]


def _refuse_unless_manager(guild: Guild) -> None:
    if not guild.permissions.manage_roles:
        raise refused("missing_permissions")


def _event(discord: Discord, asked: Asked) -> int:
    guild, number = _guild(discord, asked), int(asked.ids["event"])
    _refuse_unless_maker(guild)
    if number not in guild.events:
        raise refused("unknown_event")
    return number


def _refuse_unless_maker(guild: Guild) -> None:
    if not (guild.permissions.create_events or guild.permissions.manage_events):
        raise refused("missing_permissions")


def _guild(discord: Discord, asked: Asked) -> Guild:
    guild = discord.world.guilds.get(int(asked.ids["guild"]))
    if guild is None or not guild.has_bot:
        raise refused("missing_access")
    return guild
