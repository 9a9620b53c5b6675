"""Requests in channels by the bot's own token: messages and threads."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

from tests.e2e.wire import payloads
from tests.e2e.wire.asked import Asked, Reply
from tests.e2e.wire.refusals import refused
from tests.e2e.wire.world import PUBLIC_THREAD, Channel, Message, new_id

if TYPE_CHECKING:
    from tests.e2e.wire.server import Discord

Json = dict[str, Any]

NONCE_COUNTS: Final = 5 * 60.0
"""Discord says that a nonce is known for a few minutes."""


class Nonces:
    """The marks by which a message that is sent a second time is known."""

    def __init__(self) -> None:
        self._messages: dict[str, tuple[float, Message]] = {}

    def earlier(self, body: Json) -> Message | None:
        """The message that was sent with the same mark a short time ago."""
        nonce = body.get("nonce")
        if nonce is None or not body.get("enforce_nonce"):
            return None
        at, message = self._messages.get(str(nonce), (0.0, None))
        return message if time.monotonic() - at < NONCE_COUNTS else None

    def note(self, body: Json, message: Message) -> None:
        if body.get("nonce") is not None:
            self._messages[str(body["nonce"])] = time.monotonic(), message


async def channel(discord: Discord, asked: Asked) -> Reply:
    place = discord.world.reach(int(asked.ids["channel"]))
    return 200, payloads.channel(place, discord.world.bot)


async def change_channel(discord: Discord, asked: Asked) -> Reply:
    """Wake a thread or put it away: its owner may, unless it is locked."""
    place = discord.world.reach(int(asked.ids["channel"]))
    if not place.is_thread or (place.locked and not place.permissions.manage_threads):
        raise refused("missing_permissions")
    place.archived = asked.json.get("archived", place.archived)
    place.name = asked.json.get("name", place.name)
    payload = payloads.channel(place, discord.world.bot)
    await discord.gateway.tell("THREAD_UPDATE", payload, place.guild)
    return 200, payload


async def open_thread(discord: Discord, asked: Asked) -> Reply:
    parent = discord.world.reach(int(asked.ids["channel"]), "create_public_threads")
    kind = asked.json.get("type", PUBLIC_THREAD)
    thread = Channel(new_id(), parent.guild, asked.json["name"], kind, parent)
    discord.world.add(thread)
    payload = payloads.channel(thread, discord.world.bot)
    await discord.gateway.tell("THREAD_CREATE", payload | {"newly_created": True}, parent.guild)
    return 201, payload


async def open_private(discord: Discord, asked: Asked) -> Reply:
    place = discord.world.private_channel(int(asked.json["recipient_id"]))
    return 200, {"id": str(place.id), "type": place.kind, "recipients": [], "flags": 0}


async def post(discord: Discord, asked: Asked) -> Reply:
    place = discord.world.reach(int(asked.ids["channel"]))
    if any(discord.world.private.get(user) is place for user in discord.world.refusing):
        raise refused("no_messages")
    needed = ["send_messages_in_threads" if place.is_thread else "send_messages"]
    needed += ["attach_files"] if asked.uploads else []
    discord.world.reach(place.id, *needed)
    message = discord.nonces.earlier(asked.json)
    if message is None or not discord.is_there(message):
        await _wake(discord, place)
        message = discord.scribe.write(place.id, asked.json, asked.uploads)
        discord.nonces.note(asked.json, message)
        await discord.tell_of(message, "MESSAGE_CREATE")
    nonce = asked.json.get("nonce")
    return 200, message.payload | ({"nonce": nonce} if nonce is not None else {})


async def _wake(discord: Discord, place: Channel) -> None:
    """Who writes in an archived thread wakes it, unless it is locked."""
    if not place.archived:
        return
    if place.locked and not place.permissions.manage_threads:
        raise refused("archived")
    place.archived = False
    payload = payloads.channel(place, discord.world.bot)
    await discord.gateway.tell("THREAD_UPDATE", payload, place.guild)


async def message(discord: Discord, asked: Asked) -> Reply:
    place = discord.world.reach(int(asked.ids["channel"]), "read_message_history")
    return 200, discord.world.public_message(place, int(asked.ids["message"])).payload


async def edit(discord: Discord, asked: Asked) -> Reply:
    """One's own message can be edited wherever one sees it, but not in an archived thread."""
    place = discord.world.reach(int(asked.ids["channel"]))
    found = discord.world.public_message(place, int(asked.ids["message"]))
    if place.archived:
        raise refused("archived")
    if asked.uploads:
        discord.world.reach(place.id, "attach_files")
    discord.scribe.edit(found, asked.json, asked.uploads)
    await discord.tell_of(found, "MESSAGE_UPDATE")
    return 200, found.payload


async def delete(discord: Discord, asked: Asked) -> Reply:
    place = discord.world.reach(int(asked.ids["channel"]))
    found = discord.world.public_message(place, int(asked.ids["message"]))
    if place.archived:
        raise refused("archived")
    await discord.remove(found)
    return 204, None
