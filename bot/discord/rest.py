"""Discord's REST interface, with messages as plain JSON instead of objects.

The requests go through discord.py's own HTTP client, with its rate limits, but by its private
parts; `tests/bot/discord/test_rest.py` fails if a version of discord.py lacks one of them.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import aiohttp
import discord
from discord.http import Route
from discord.webhook.async_ import async_context

Json = dict[str, Any]
"""A message or an answer, in Discord's JSON."""

LAYOUT: Final = 1 << 15
EPHEMERAL: Final = 1 << 6
"""Flags of messages: made of components; shown to one user only."""
SAY, DEFER_MESSAGE, DEFER, UPDATE, FORM = 4, 5, 6, 7, 9
"""Discord's numbers for the ways to answer an interaction."""
ORIGINAL: Final = "@original"
"""Stands for the first answer of an interaction, or the message with the pressed control."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that goes with a message."""

    name: str
    data: bytes = field(repr=False)


def body(
    components: Iterable[Json],
    *,
    pings: Iterable[int] = (),
    roles: Iterable[int] = (),
    ephemeral: bool = False,
) -> Json:
    """Return a message of these components that notifies only these users and roles."""
    allowed: Json = {"parse": [], "users": [f"{user}" for user in pings]}
    called = [f"{role}" for role in roles]
    return {
        "components": [*components],
        "flags": LAYOUT | (EPHEMERAL if ephemeral else 0),
        "allowed_mentions": allowed | ({"roles": called} if called else {}),
    }


class Rest:
    """Requests by the bot's token, and by the tokens of interactions.

    Only the former count among the fifty a second that Discord takes from a bot.
    """

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    # --- by the bot's token --------------------------------------------------------------------

    async def post(self, channel: int, message: Json, uploads: Sequence[Upload] = ()) -> Json:
        """Post a message, and return it as Discord keeps it."""
        route = Route("POST", "/channels/{channel_id}/messages", channel_id=channel)
        return await self._by_bot(route, message, uploads)

    async def edit(
        self, channel: int, message: int, changes: Json, uploads: Sequence[Upload] = ()
    ) -> Json:
        """Edit a message; files that the changes do not mention are kept."""
        path = "/channels/{channel_id}/messages/{message_id}"
        route = Route("PATCH", path, channel_id=channel, message_id=message)
        return await self._by_bot(route, changes, uploads)

    async def delete(self, channel: int, message: int) -> None:
        path = "/channels/{channel_id}/messages/{message_id}"
        route = Route("DELETE", path, channel_id=channel, message_id=message)
        await self._client.http.request(route)

    async def private_channel(self, user: int) -> int:
        """Return the channel of the messages between a user and the bot."""
        route, asked = Route("POST", "/users/@me/channels"), {"recipient_id": f"{user}"}
        told: Json = await self._client.http.request(route, json=asked)
        return int(told["id"])

    async def member(self, guild: int, user: int) -> Json:
        """Return a member of a server, with names."""
        path = "/guilds/{guild_id}/members/{member_id}"
        route = Route("GET", path, guild_id=guild, member_id=user)
        told: Json = await self._client.http.request(route)
        return told

    async def make_role(self, guild: int, role: Json) -> Json:
        """Make a role, and return it as Discord keeps it."""
        route = Route("POST", "/guilds/{guild_id}/roles", guild_id=guild)
        made: Json = await self._client.http.request(route, json=role)
        return made

    async def give_role(self, guild: int, user: int, role: int) -> None:
        await self._client.http.request(_role_of("PUT", guild, user, role))

    async def take_role(self, guild: int, user: int, role: int) -> None:
        await self._client.http.request(_role_of("DELETE", guild, user, role))

    async def events(self, guild: int) -> list[Json]:
        """Return the events of a server."""
        route = Route("GET", _EVENTS, guild_id=guild)
        told: list[Json] = await self._client.http.request(route)
        return told

    async def make_event(self, guild: int, event: Json) -> Json:
        """Make an event, and return it as Discord keeps it."""
        made: Json = await self._client.http.request(
            Route("POST", _EVENTS, guild_id=guild), json=event
        )
        return made

    async def edit_event(self, guild: int, event: int, changes: Json) -> None:
        route = Route("PATCH", _EVENT, guild_id=guild, event_id=event)
        await self._client.http.request(route, json=changes)

    async def delete_event(self, guild: int, event: int) -> None:
        await self._client.http.request(Route("DELETE", _EVENT, guild_id=guild, event_id=event))

    async def _by_bot(self, route: Route, message: Json, uploads: Sequence[Upload]) -> Json:
        if not uploads:
            plain: Json = await self._client.http.request(route, json=message)
            return plain
        files = _files(uploads)
        told: Json = await self._client.http.request(
            route, form=_form(_naming(message, uploads), files), files=files
        )
        return told

    # --- by the token of an interaction --------------------------------------------------------

    async def answer(
        self,
        interaction: int,
        token: str,
        kind: int,
        data: Json | None = None,
        uploads: Sequence[Upload] = (),
        *,
        told: bool = False,
    ) -> Json | None:
        """Give an interaction its first answer.

        ``told``: return the message that results, if Discord sends it.
        """
        path = "/interactions/{webhook_id}/{webhook_token}/callback"
        route = Route("POST", path, webhook_id=interaction, webhook_token=token)
        given: Json = {"type": kind}
        if data is not None:
            given["data"] = _naming(data, uploads)
        answered: Json | None = await self._by_token(
            route, given, uploads, {"with_response": "true"} if told else None
        )
        if not told or not answered:
            return None
        resource: Json = answered.get("resource") or {}
        return resource.get("message")

    async def edit_answer(
        self, token: str, changes: Json, uploads: Sequence[Upload] = (), *, message: str = ORIGINAL
    ) -> Json:
        """Edit the first answer of an interaction, or the message with the pressed control."""
        route = self._of_answer("PATCH", token, message)
        told: Json = await self._by_token(route, _naming(changes, uploads), uploads)
        return told

    async def follow_up(self, token: str, message: Json, uploads: Sequence[Upload] = ()) -> Json:
        """Send a further answer to an interaction."""
        path = "/webhooks/{webhook_id}/{webhook_token}"
        app = self._client.application_id
        route = Route("POST", path, webhook_id=app, webhook_token=token)
        named = _naming(message, uploads)
        told: Json = await self._by_token(route, named, uploads, {"wait": "true"})
        return told

    async def take_back(self, token: str, *, message: str = ORIGINAL) -> None:
        """Delete the first answer of an interaction, or a further one."""
        await self._by_token(self._of_answer("DELETE", token, message), None, ())

    def _of_answer(self, method: str, token: str, message: str) -> Route:
        # discord.py would escape the @ as part of a value
        path = f"/webhooks/{{webhook_id}}/{{webhook_token}}/messages/{message}"
        app = self._client.application_id
        return Route(method, path, webhook_id=app, webhook_token=token)

    async def _by_token(
        self,
        route: Route,
        given: Json | None,
        uploads: Sequence[Upload],
        params: dict[str, str] | None = None,
    ) -> Any:
        adapter = async_context.get()
        if not uploads:
            return await adapter.request(route, session=self._session, payload=given, params=params)
        files = _files(uploads)
        form = _form(given or {}, files)
        return await adapter.request(
            route, session=self._session, multipart=form, files=files, params=params
        )

    @property
    def _session(self) -> aiohttp.ClientSession:
        session: aiohttp.ClientSession = getattr(self._client.http, _SESSION)
        return session


_EVENTS: Final = "/guilds/{guild_id}/scheduled-events"
_EVENT: Final = f"{_EVENTS}/{{event_id}}"
_SESSION: Final = "_HTTPClient__session"
"""discord.py's connection pool for all of its requests, which it keeps private."""


def _role_of(method: str, guild: int, user: int, role: int) -> Route:
    path = "/guilds/{guild_id}/members/{user_id}/roles/{role_id}"
    return Route(method, path, guild_id=guild, user_id=user, role_id=role)


def _naming(message: Json, uploads: Sequence[Upload]) -> Json:
    """Return the message with a list of the files that are sent with it, in place of any other.

    Without files its list stays as it is.
    """
    if not uploads:
        return message
    named = [{"id": number, "filename": it.name} for number, it in enumerate(uploads)]
    return {**message, "attachments": named}


def _files(uploads: Sequence[Upload]) -> list[discord.File]:
    return [discord.File(io.BytesIO(it.data), it.name) for it in uploads]


def _form(message: Json, files: Sequence[discord.File]) -> list[dict[str, Any]]:
    """Return the parts of a request with files: the message first, and each file by its number."""
    text = json.dumps(message, separators=(",", ":"))
    parts = [
        {
            "name": f"files[{number}]",
            "value": file.fp,
            "filename": file.filename,
            "content_type": "application/octet-stream",
        }
        for number, file in enumerate(files)
    ]
    return [{"name": "payload_json", "value": text, "content_type": "application/json"}, *parts]
