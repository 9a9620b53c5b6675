"""Interactions: a command, a press or a form of a user, and the ways to answer it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Final, Literal

import discord
from discord.utils import snowflake_time

from bot import direct
from bot.discord import permissions, rest
from bot.discord.controls import TICKED, every
from bot.discord.rest import Json, Rest, Upload

Kind = Literal["command", "press", "form"]
PRESS, FORM = 3, 5
"""Discord's numbers for interactions with the bot's messages."""
BOT_DM, DIRECT = 1, 1
"""Discord's numbers for the context of direct messages with the bot, and for their channels."""
THREADS: Final = (10, 11, 12)
"""Discord's numbers for channels that are threads: of announcements, public, private."""
KINDS: Final[Mapping[int, Kind]] = {PRESS: "press", FORM: "form"}


@dataclass(frozen=True, slots=True)
class Person:
    """A user, with names that are untrusted text."""

    id: int
    name: str = field(repr=False)
    nickname: str = field(default="", repr=False)
    """In the server of the interaction; "" for none."""

    @classmethod
    def of_member(cls, member: Mapping[str, Any]) -> Person:
        """Return the user of a member, in Discord's JSON."""
        user: Json = member["user"]
        name = user.get("global_name") or user["username"]
        return cls(int(user["id"]), name, member.get("nick") or "")


@dataclass(slots=True, eq=False)
class Incoming:
    """One interaction. Presses and forms are read from Discord's JSON, without objects."""

    rest: Rest = field(repr=False)
    id: int
    token: str = field(repr=False)
    """Allows answers in the bot's name for fifteen minutes."""
    kind: Kind
    user: Person
    guild: int
    """The server, or the number of direct messages with the bot; 0: none that it can be used in."""
    channel: int
    locale: str
    guild_locale: str | None
    permissions: discord.Permissions
    """The user's permissions there."""
    app_permissions: discord.Permissions
    """The bot's permissions there."""
    roles: frozenset[int]
    """The user's roles in the server."""
    in_thread: bool
    application: int
    message: int | None = None
    """The message with the pressed control."""
    is_private: bool = False
    """Only this user can see that message."""
    last_message: int = 0
    """The newest message of the channel when it was made, as far as Discord says."""
    custom_id: str = ""
    is_drawn: bool = False
    """Discord's copy of the message has that control, so the press is not forged."""
    values: tuple[str, ...] = field(default=(), repr=False)
    """Chosen or typed values."""
    fields: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict[str, tuple[str, ...]], repr=False
    )
    """The values of each field of a form, by its name."""
    heard: float = field(default_factory=perf_counter, init=False, repr=False)
    """When it was received."""
    outcome: str = field(default="", init=False)
    """The outcome of the first answer; "" until it is known."""
    answered_in: float | None = field(default=None, init=False)
    """Seconds until Discord had a first answer; None before."""

    @property
    def is_press(self) -> bool:
        """True if it comes from a control, or from a form that one has opened."""
        return self.kind != "command"

    @property
    def is_buried(self) -> bool:
        """True if the channel has a newer message than the one that was pressed."""
        return self.message is not None and self.message < self.last_message

    def is_buried_for(self, seconds: float) -> bool:
        """Return whether talk has covered the public message that was pressed, for this long."""
        if self.message is None or self.is_private:
            return False
        newest, pressed = map(snowflake_time, (self.last_message, self.message))
        return (newest - pressed).total_seconds() >= seconds

    def note(self, outcome: str, *, done: bool) -> None:
        """Note the outcome of an answer; the first that Discord has counts, or else the last."""
        if self.answered_in is None:
            self.outcome = outcome
            self.answered_in = perf_counter() - self.heard if done else None

    # --- answers -------------------------------------------------------------------------------

    async def defer(self) -> None:
        """Acknowledge without a message; always in private, so that follow-ups are private, too."""
        if self.is_press:
            await self.rest.answer(self.id, self.token, rest.DEFER)
        else:
            flags = {"flags": rest.EPHEMERAL}
            await self.rest.answer(self.id, self.token, rest.DEFER_MESSAGE, flags)

    async def say(
        self, message: Json, uploads: Sequence[Upload] = (), *, told: bool = False
    ) -> Json | None:
        return await self.rest.answer(self.id, self.token, rest.SAY, message, uploads, told=told)

    async def update(
        self, changes: Json, uploads: Sequence[Upload] = (), *, told: bool = False
    ) -> Json | None:
        """Answer by changing the message with the pressed control."""
        return await self.rest.answer(self.id, self.token, rest.UPDATE, changes, uploads, told=told)

    async def open_form(self, form: Json) -> None:
        await self.rest.answer(self.id, self.token, rest.FORM, form)

    async def edit(self, changes: Json, uploads: Sequence[Upload] = ()) -> Json:
        """Change the first answer, or the message with the pressed control."""
        return await self.rest.edit_answer(self.token, changes, uploads)

    async def follow_up(self, message: Json, uploads: Sequence[Upload] = ()) -> Json:
        """Send another message, and return it."""
        return await self.rest.follow_up(self.token, message, uploads)

    async def take_back(self) -> None:
        """Delete the first answer."""
        await self.rest.take_back(self.token)


def pressed(client: Rest, data: Mapping[str, Any]) -> Incoming:
    """Read a press or a form from Discord's JSON; raises if it is malformed."""
    member: Json = data.get("member") or {}
    user = Person.of_member(member if "user" in member else data)
    message: Json = data.get("message") or {}
    channel: Json = data.get("channel") or {}
    given: Json = data["data"]
    guild = guild_of(data)
    held, allowed = int(member.get("permissions") or 0), int(data.get("app_permissions") or 0)
    fields = [(f"{it.get('custom_id')}", it) for it in every(given.get("components"))]
    typed = [it["value"] for _, it in fields if isinstance(it.get("value"), str)]
    custom_id = given["custom_id"] if isinstance(given.get("custom_id"), str) else ""
    return Incoming(
        rest=client,
        id=int(data["id"]),
        token=f"{data['token']}",
        kind=KINDS[data["type"]],
        user=user,
        guild=guild,
        channel=int(data.get("channel_id") or 0),
        locale=f"{data.get('locale', '')}",
        guild_locale=data.get("locale" if direct.is_direct(guild) else "guild_locale"),
        permissions=discord.Permissions(held),
        app_permissions=_allowed(guild, discord.Permissions(allowed)),
        roles=frozenset(map(int, member.get("roles") or ())),
        in_thread=channel.get("type") in THREADS,
        application=int(data["application_id"]),
        message=int(message["id"]) if message else None,
        is_private=bool(int(message.get("flags") or 0) & rest.EPHEMERAL),
        last_message=int(channel.get("last_message_id") or 0),
        custom_id=custom_id,
        is_drawn=custom_id in [it.get("custom_id") for it in every(message.get("components"))],
        values=(*map(str, given.get("values") or ()), *typed),
        fields={name: _held(it) for name, it in fields},
    )


def guild_of(data: Mapping[str, Any]) -> int:
    """Return the server of an interaction, or the number of its direct messages; 0: neither."""
    if data.get("guild_id"):
        return int(data["guild_id"])
    channel: Json = data.get("channel") or {}
    is_direct = data.get("context") == BOT_DM or channel.get("type") == DIRECT
    return direct.place_of(int(data.get("channel_id") or 0)) if is_direct else 0


def _allowed(guild: int, told: discord.Permissions) -> discord.Permissions:
    """Return the bot's permissions: in direct messages it needs none, and Discord names few."""
    return permissions.least() if direct.is_direct(guild) else told


def _held(part: Json) -> tuple[str, ...]:
    """Return what a field of a form holds."""
    value = part.get("value")
    if isinstance(value, bool):
        return (TICKED,) if value else ()
    return (value,) if isinstance(value, str) else (*map(str, part.get("values") or ()),)


def commanded(client: Rest, interaction: discord.Interaction[Any]) -> Incoming:
    """Convert a command that discord.py has read."""
    told = interaction.user
    nickname = told.nick if isinstance(told, discord.Member) else None
    channel = interaction.channel
    guild = interaction.guild_id or 0
    if not guild and interaction.context.dm_channel:
        guild = direct.place_of(interaction.channel_id or 0)
    theirs = interaction.locale if direct.is_direct(guild) else interaction.guild_locale
    return Incoming(
        rest=client,
        id=interaction.id,
        token=interaction.token,
        kind="command",
        user=Person(told.id, told.global_name or told.name, nickname or ""),
        guild=guild,
        channel=interaction.channel_id or 0,
        locale=f"{interaction.locale}",
        guild_locale=f"{theirs}" if theirs else None,
        permissions=interaction.permissions,
        app_permissions=_allowed(guild, interaction.app_permissions),
        roles=frozenset([it.id for it in told.roles] if isinstance(told, discord.Member) else ()),
        in_thread=channel is not None and channel.type.value in THREADS,
        application=interaction.application_id,
    )
