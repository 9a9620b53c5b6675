"""Interactions and their answers: within three seconds, once, by a token."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from tests.e2e.wire import payloads
from tests.e2e.wire.asked import Asked, Reply
from tests.e2e.wire.files import is_new_in_gallery
from tests.e2e.wire.messages import EPHEMERAL, LOADING
from tests.e2e.wire.refusals import refused
from tests.e2e.wire.world import Message, User, new_id

if TYPE_CHECKING:
    from tests.e2e.wire.server import Discord

Json = dict[str, Any]

COMMAND, COMPONENT, TYPING, FORM = 2, 3, 4, 5
MESSAGE, PROMISE, SILENCE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
KINDS: Final = {
    MESSAGE: "message",
    PROMISE: "deferred",
    SILENCE: "deferred_update",
    UPDATE: "update",
    CHOICES: "choices",
    MODAL: "modal",
}
"""Names of the types of answers."""
ORIGINAL: Final = "@original"
BY_COMMAND: Final = 20
"""The type of a message that answers a command."""


@dataclass(eq=False, slots=True)
class Interaction:
    """One thing that somebody did, and all that the bot answered to it."""

    kind: int
    user: User
    channel: int
    source: Message | None = None
    """The message that was clicked on."""
    id: int = field(default_factory=new_id)
    token: str = field(default_factory=lambda: secrets.token_urlsafe(60))
    at: float = field(default_factory=time.monotonic)
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    callback: int | None = None
    """The type of the answer; None: there is none yet."""
    after: float | None = None
    """Seconds until there was one."""
    original: Message | None = None
    edited: bool = False
    """The private page that was pressed was edited after a silent answer."""
    followups: list[Message] = field(default_factory=list)
    choices: list[Json] = field(default_factory=list)
    form: Json | None = None
    """The form that was opened."""
    told: Json = field(default_factory=dict)
    """The payload that the bot receives."""

    @property
    def age(self) -> float:
        return time.monotonic() - self.at

    @property
    def answers(self) -> Iterator[Message]:
        """Every message that was answered with, or changed by the answer.

        A board that everybody sees is no answer, though it may come with one.
        """
        rides = self.callback == UPDATE and self.original is not None and self.original.to is None
        silent = self.callback == SILENCE and not self.edited
        if self.original is not None and not silent and not rides:
            yield self.original
        yield from self.followups


# --- the first answer ------------------------------------------------------------------------


async def answer(discord: Discord, asked: Asked) -> Reply:
    it = discord.interactions.get(asked.ids["token"])
    if it is None or it.id != int(asked.ids["interaction"]):
        raise refused("unknown_interaction")
    if it.callback is not None:
        raise refused("acknowledged")
    if it.age > discord.ack_within:
        raise refused("unknown_interaction")
    kind, data = asked.json["type"], asked.json.get("data") or {}
    it.original = _first_message(discord, it, kind, data, asked)
    it.choices = data.get("choices") or []
    it.form = data if kind == MODAL else None
    it.callback, it.after = kind, it.age
    it.answered.set()
    if it.original is not None and kind != SILENCE:
        await discord.tell_of(it.original, "MESSAGE_UPDATE" if kind == UPDATE else "MESSAGE_CREATE")
    if asked.query.get("with_response") not in ("1", "true"):
        return 204, None
    return 200, _response(it, kind)


def _first_message(
    discord: Discord, it: Interaction, kind: int, data: Json, asked: Asked
) -> Message | None:
    """The message that an answer of this kind makes, changes or leaves as it is."""
    if kind in (MESSAGE, PROMISE):
        if it.channel not in discord.world.channels:
            raise refused("unknown_channel")
        if kind == PROMISE:
            made = discord.scribe.promise(it.channel, data, it.user.id)
        else:
            made = discord.scribe.write(it.channel, data, asked.uploads, it.user.id)
        return _signed(made, it)
    if kind in (SILENCE, UPDATE):
        if it.source is None:
            raise refused("invalid_form", ["there is no message to change"])
        if kind == UPDATE:
            if not discord.is_there(it.source):
                raise refused("unknown_message")
            _check_awake(discord, it)
            discord.scribe.edit(it.source, data, asked.uploads, answer=True)
        return it.source
    return None


def _check_awake(discord: Discord, it: Interaction) -> None:
    """Raise if the message is public and in an archived thread: no token changes it."""
    place = discord.world.channels.get(it.channel)
    if place is not None and place.archived:
        raise refused("archived")


def _signed(message: Message, it: Interaction) -> Message:
    """A message that says what it answers."""
    told: Json = {"id": str(it.id), "type": it.kind, "user": payloads.user(it.user)}
    told["authorizing_integration_owners"] = {}
    if it.source is not None:
        told["interacted_message_id"] = str(it.source.id)
    signature: Json = {
        "interaction_metadata": told,
        "webhook_id": message.payload["application_id"],
    }
    if it.kind == COMMAND and it.original is None:
        signature["type"] = BY_COMMAND
        told["command_type"] = 1
    message.payload = message.payload | signature
    return message


def _response(it: Interaction, kind: int) -> Json:
    told: Json = {"id": str(it.id), "type": it.kind}
    response: Json = {"interaction": told}
    if it.original is not None and kind != SILENCE:
        told["response_message_id"] = str(it.original.id)
        told["response_message_loading"] = kind == PROMISE
        told["response_message_ephemeral"] = bool(it.original.payload["flags"] & EPHEMERAL)
        if kind in (MESSAGE, UPDATE):
            response["resource"] = {"type": kind, "message": it.original.payload}
    return response


# --- what follows it ---------------------------------------------------------------------------


async def follow(discord: Discord, asked: Asked) -> Reply:
    """Say more. What was promised first comes first, in the visibility that was promised."""
    it = _open(discord, asked)
    promised = it.original
    if promised is not None and promised.payload["flags"] & LOADING and discord.is_there(promised):
        discord.scribe.edit(promised, asked.json, asked.uploads)
        await discord.tell_of(promised, "MESSAGE_UPDATE")
        return 200, promised.payload
    if it.channel not in discord.world.channels:
        raise refused("unknown_channel")
    made = discord.scribe.write(it.channel, asked.json, asked.uploads, it.user.id)
    it.followups.append(_signed(made, it))
    await discord.tell_of(made, "MESSAGE_CREATE")
    return 200, made.payload


async def answered(discord: Discord, asked: Asked) -> Reply:
    return 200, _message(discord, asked).payload


async def change(discord: Discord, asked: Asked) -> Reply:
    found = _message(discord, asked)
    uploaded = [upload.name for upload in asked.uploads]
    it = _open(discord, asked)
    if found is it.source and is_new_in_gallery(asked.json, uploaded):
        raise refused("invalid_form", ["a gallery takes no new file here"])
    if found.to is None:
        _check_awake(discord, it)
    discord.scribe.edit(found, asked.json, asked.uploads)
    it.edited = it.edited or (found is it.source and found.to is not None)
    await discord.tell_of(found, "MESSAGE_UPDATE")
    return 200, found.payload


async def take_back(discord: Discord, asked: Asked) -> Reply:
    await discord.remove(_message(discord, asked))
    return 204, None


def _open(discord: Discord, asked: Asked) -> Interaction:
    """The interaction that a token still stands for."""
    it = discord.interactions.get(asked.ids["token"])
    if it is None or it.age > discord.token_life:
        raise refused("invalid_token")
    if it.callback is None:
        raise refused("unknown_webhook")
    return it


def _message(discord: Discord, asked: Asked) -> Message:
    it, named = _open(discord, asked), asked.ids["message"]
    mine = [*([it.original] if it.original else []), *it.followups]
    wanted = str(it.original.id) if named == ORIGINAL and it.original else named
    found = next((one for one in mine if str(one.id) == wanted and discord.is_there(one)), None)
    if found is None:
        raise refused("unknown_message")
    return found
