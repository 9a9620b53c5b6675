"""Who and what there is: users, guilds with their channels and threads, and messages.

Plain data, and where it can be found. What Discord makes of it in JSON stands in `payloads`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final

from discord import Permissions

from bot.discord.permissions import least
from tests.e2e.wire.refusals import refused

Json = dict[str, Any]

EPOCH: Final = 1420070400000
"""The first millisecond of Discord's ids."""
TEXT_CHANNEL, PRIVATE_CHANNEL, PUBLIC_THREAD = 0, 1, 11

_numbers: Final = count()


def new_id(shard: int | None = None, shards: int = 1) -> int:
    """An id of this moment; later ones are greater. That of a guild says which shard it is on."""
    moment = int(time.time() * 1000) - EPOCH
    if shard is not None:
        moment += (shard - moment) % shards
    return moment << 22 | next(_numbers) & 0x3FFFFF


@dataclass(frozen=True, slots=True)
class User:
    """Somebody on Discord."""

    id: int
    name: str
    locale: str = "en-US"
    bot: bool = False


@dataclass(slots=True, eq=False)
class Guild:
    """A server."""

    id: int
    name: str
    locale: str = "en-US"
    permissions: Permissions = field(default_factory=least)
    """The bot's permissions: those that its invite asks for."""
    has_bot: bool = True
    available: bool = True
    invited: str = ""
    """When the bot was invited; "": long ago."""
    system_channel: Channel | None = None
    events: dict[int, dict[str, Any]] = field(default_factory=dict)
    """As Discord tells of them."""
    roles: dict[int, dict[str, Any]] = field(default_factory=dict)
    """The roles that the bot has made, as Discord tells of them."""
    bearers: dict[int, set[int]] = field(default_factory=dict)
    """The users who have each of them."""


@dataclass(slots=True, eq=False)
class Channel:
    """A channel, or a thread of one."""

    id: int
    guild: Guild
    name: str
    kind: int = TEXT_CHANNEL
    parent: Channel | None = None
    taken: set[str] = field(default_factory=set)
    """Permissions that the bot lacks here, by Discord's own names."""
    archived: bool = False
    locked: bool = False

    @property
    def is_thread(self) -> bool:
        return self.parent is not None

    @property
    def is_private(self) -> bool:
        return self.kind == PRIVATE_CHANNEL

    @property
    def permissions(self) -> Permissions:
        """The bot's permissions here."""
        above = self.parent.permissions if self.parent else self.guild.permissions
        given = Permissions(above.value)
        given.update(**dict.fromkeys(self.taken, False))
        return given


@dataclass(slots=True, eq=False)
class Message:
    """A message of the bot's. Its payload is never changed, only replaced by another one."""

    payload: Json
    to: int | None = None
    """The one user who sees it; None: everybody."""
    files: list[Json] = field(default_factory=list)
    """All that was uploaded with it, wherever in the message it is shown."""

    @property
    def id(self) -> int:
        return int(self.payload["id"])

    @property
    def channel(self) -> int:
        return int(self.payload["channel_id"])

    def visible_to(self, user: int) -> bool:
        return self.to is None or self.to == user


class World:
    """All there is, by ids."""

    def __init__(self) -> None:
        self.bot: Final = User(new_id(), "Celestia", bot=True)
        self.users: Final[dict[int, User]] = {self.bot.id: self.bot}
        self.guilds: Final[dict[int, Guild]] = {}
        self.channels: Final[dict[int, Channel]] = {}
        self.messages: Final[dict[int, dict[int, Message]]] = {}
        """By channel; the oldest first."""
        self.private: Final[dict[int, Channel]] = {}
        """The channels of messages with the bot, by user; Discord names no server for them."""
        self.refusing: Final[set[int]] = set()
        """Users who take no messages from the bot."""
        self.files: Final[dict[str, bytes]] = {}
        """Uploads by the path from which they are fetched."""
        self.commands: Final[dict[int | None, list[Json]]] = {None: []}
        """Commands that the bot has registered, globally (None) or in a guild."""

    def add(self, channel: Channel) -> Channel:
        self.channels[channel.id] = channel
        self.messages.setdefault(channel.id, {})
        return channel

    def private_channel(self, user: int) -> Channel:
        """Return the channel of a user's messages with the bot."""
        if user not in self.private:
            made = Channel(new_id(), Guild(0, ""), f"{self.users[user].name}", PRIVATE_CHANNEL)
            self.private[user] = self.add(made)
        return self.private[user]

    def remove(self, channel: Channel) -> None:
        """Take a channel away, with its threads and all that was written there."""
        for thread in [it for it in self.channels.values() if it.parent is channel]:
            self.remove(thread)
        self.channels.pop(channel.id, None)
        self.messages.pop(channel.id, None)

    def channels_of(self, guild: Guild) -> list[Channel]:
        """The channels and threads of a guild."""
        return [it for it in self.channels.values() if it.guild is guild]

    def newest(self, channel: Channel) -> Iterator[Message]:
        """The messages of a channel, the newest first."""
        yield from reversed([*self.messages.get(channel.id, {}).values()])

    def reach(self, channel: int, *permissions: str) -> Channel:
        """A channel that the bot can see and has these permissions in, or why it cannot."""
        found = self.channels.get(channel)
        if found is None:
            raise refused("unknown_channel")
        given = found.permissions
        if not found.guild.has_bot or not given.view_channel:
            raise refused("missing_access")
        if not all(getattr(given, name) for name in permissions):
            raise refused("missing_permissions")
        return found

    def public_message(self, channel: Channel, message: int) -> Message:
        """A message that everybody sees: of others, not even the bot can ask by their ids."""
        found = self.messages[channel.id].get(message)
        if found is None or found.to is not None:
            raise refused("unknown_message")
        return found
