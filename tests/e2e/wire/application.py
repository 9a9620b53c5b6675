"""Requests about the bot itself, and its commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tests.e2e.wire import payloads
from tests.e2e.wire.asked import Asked, Reply
from tests.e2e.wire.refusals import refused
from tests.e2e.wire.world import new_id

if TYPE_CHECKING:
    from tests.e2e.wire.server import Discord

Json = dict[str, Any]

CHAT_INPUT: Final = 1
ENTRY_POINT: Final = 4


async def myself(discord: Discord, asked: Asked) -> Reply:
    return 200, payloads.myself(discord.world.bot)


async def my_application(discord: Discord, asked: Asked) -> Reply:
    return 200, payloads.application(discord.world.bot, len(discord.world.guilds))


async def my_guilds(discord: Discord, asked: Asked) -> Reply:
    """The guilds that the bot is in, with what it may do in each."""
    return 200, [
        {
            "id": str(guild.id),
            "name": guild.name,
            "icon": None,
            "banner": None,
            "owner": False,
            "permissions": str(guild.permissions.value),
            "features": [],
        }
        for guild in discord.world.guilds.values()
        if guild.has_bot
    ]


async def member(discord: Discord, asked: Asked) -> Reply:
    somebody = discord.world.users.get(int(asked.ids["user"]))
    if somebody is None:
        raise refused("unknown_member")
    return 200, payloads.member(somebody)


async def gateway(discord: Discord, asked: Asked) -> Reply:
    there = discord.gateway
    address = there.address_at(asked.entrance)
    limit = there.identifies.told
    return 200, {"url": address, "shards": there.shards, "session_start_limit": limit}


async def commands(discord: Discord, asked: Asked) -> Reply:
    return 200, discord.world.commands.get(_guild(asked), [])


async def register(discord: Discord, asked: Asked) -> Reply:
    """From now on these are the bot's commands; those it had before keep their ids."""
    guild = _guild(asked)
    had = discord.world.commands.get(guild, [])
    if any(it["type"] == ENTRY_POINT for it in had) and not any(
        it.get("type") == ENTRY_POINT for it in asked.json
    ):
        raise refused("entry_point")
    ids = {(it["name"], it["type"]): it["id"] for it in had}
    known = [_command(discord, guild, ids, given) for given in asked.json]
    discord.world.commands[guild] = known
    return 200, known


def _guild(asked: Asked) -> int | None:
    return int(asked.ids["guild"]) if "guild" in asked.ids else None


def _command(
    discord: Discord, guild: int | None, ids: dict[tuple[str, int], str], given: Json
) -> Json:
    kind = given.get("type") or CHAT_INPUT
    rights = given.get("default_member_permissions")
    return {
        "description": "",  # a menu has none, and Discord says so
        **{key: value for key, value in given.items() if value is not None},
        "id": ids.get((given["name"], kind)) or str(new_id()),
        "type": kind,
        "application_id": str(discord.world.bot.id),
        "version": str(new_id()),
        "default_member_permissions": None if rights is None else str(rights),
        **({"guild_id": str(guild)} if guild is not None else {}),
    }
