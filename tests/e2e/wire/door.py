"""The way of every request: kept, perhaps broken on purpose, judged, counted, carried out."""

from __future__ import annotations

import json
import traceback
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

from aiohttp import web

from tests.e2e.wire import application, channels, emojis, guilds, interactions
from tests.e2e.wire.asked import BY_BOT, Asked, Reply, read_body
from tests.e2e.wire.faults import Fault
from tests.e2e.wire.messages import CDN
from tests.e2e.wire.refusals import Refusal, refused
from tests.e2e.wire.sessions import entrance_of, reset
from tests.host.judge import judge

if TYPE_CHECKING:
    from tests.e2e.wire.server import Discord

Handler = Callable[["Discord", Asked], Awaitable[Reply]]

API: Final = "/api/v10"
FROM_DISCORD: Final = {"Via": "1.1 google"}
"""An answer that lacks this comes from somebody on the way, who has shut us out."""
UNAVAILABLE: Final = 503

_CHANNEL: Final = r"/channels/{channel:\d+}"
_MESSAGE: Final = _CHANNEL + r"/messages/{message:\d+}"
_WEBHOOK: Final = r"/webhooks/{application:\d+}/{token:[^/]+}"
_ANSWER: Final = _WEBHOOK + "/messages/{message:[^/]+}"
_EVENTS: Final = r"/guilds/{guild:\d+}/scheduled-events"
_EVENT: Final = _EVENTS + r"/{event:\d+}"
_ROLES: Final = r"/guilds/{guild:\d+}/roles"
_ROLE: Final = r"/guilds/{guild:\d+}/members/{user:\d+}/roles/{role:\d+}"
_APPLICATION: Final = r"/applications/{application:\d+}"

ROUTES: Final[tuple[tuple[str, str, Handler], ...]] = (
    ("GET", "/users/@me", application.myself),
    ("GET", "/users/@me/guilds", application.my_guilds),
    ("POST", "/users/@me/channels", channels.open_private),
    ("GET", "/oauth2/applications/@me", application.my_application),
    ("GET", "/gateway/bot", application.gateway),
    ("GET", _APPLICATION + "/commands", application.commands),
    ("PUT", _APPLICATION + "/commands", application.register),
    ("GET", _APPLICATION + r"/guilds/{guild:\d+}/commands", application.commands),
    ("PUT", _APPLICATION + r"/guilds/{guild:\d+}/commands", application.register),
    ("GET", _APPLICATION + "/emojis", emojis.listed),
    ("POST", _APPLICATION + "/emojis", emojis.create),
    ("DELETE", _APPLICATION + r"/emojis/{emoji:\d+}", emojis.delete),
    ("GET", r"/guilds/{guild:\d+}/members/{user:\d+}", application.member),
    ("GET", _EVENTS, guilds.events),
    ("POST", _EVENTS, guilds.make_event),
    ("PATCH", _EVENT, guilds.change_event),
    ("DELETE", _EVENT, guilds.delete_event),
    ("POST", _ROLES, guilds.make_role),
    ("PUT", _ROLE, guilds.give_role),
    ("DELETE", _ROLE, guilds.take_role),
    ("GET", _CHANNEL, channels.channel),
    ("PATCH", _CHANNEL, channels.change_channel),
    ("POST", _CHANNEL + "/threads", channels.open_thread),
    ("POST", _CHANNEL + "/messages", channels.post),
    ("GET", _MESSAGE, channels.message),
    ("PATCH", _MESSAGE, channels.edit),
    ("DELETE", _MESSAGE, channels.delete),
    ("POST", r"/interactions/{interaction:\d+}/{token:[^/]+}/callback", interactions.answer),
    ("POST", _WEBHOOK, interactions.follow),
    ("GET", _ANSWER, interactions.answered),
    ("PATCH", _ANSWER, interactions.change),
    ("DELETE", _ANSWER, interactions.take_back),
)


def routes(discord: Discord) -> list[web.RouteDef]:
    """All that can be asked; what cannot is a violation."""
    door = _Door(discord)
    known = [web.route(method, API + path, door.way_to(it)) for method, path, it in ROUTES]
    return [
        *known,
        web.get(CDN + "{path:.+}", door.file),
        web.route("*", API + "/{rest:.*}", door.way_to(_unknown)),
    ]


async def _unknown(discord: Discord, asked: Asked) -> Reply:
    discord.violations.append(f"{asked.method} {asked.path}: nothing is known of such a request")
    raise Refusal(404, 0, "404: Not Found", [])


class _Door:
    """Takes requests in."""

    def __init__(self, discord: Discord) -> None:
        self._discord = discord

    def way_to(self, handler: Handler) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def serve(request: web.Request) -> web.StreamResponse:
            asked = Asked(
                request.method,
                request.path.removeprefix(API),
                dict(request.query),
                dict(request.match_info),
                entrance_of(request),
            )
            self._discord.requests.append(asked)
            await self._discord.begins(asked)
            try:
                return await self._serve(handler, asked, request)
            finally:
                asked.lost = asked.lost or request.transport is None  # the bot has given it up
                self._discord.traffic.leaves(asked)
                await self._discord.ends(asked)

        return serve

    async def file(self, request: web.Request) -> web.StreamResponse:
        data = self._discord.world.files.get(request.match_info["path"])
        return web.Response(status=404) if data is None else web.Response(body=data)

    async def _serve(
        self, handler: Handler, asked: Asked, request: web.Request
    ) -> web.StreamResponse:
        await read_body(asked, request)
        self._discord.traffic.enters(asked, request, self._discord.interactions)
        await self._discord.lags()
        fault = self._discord.hit(asked)
        await self._discord.changed()  # of a body that came late nobody was told when it began
        if fault is not None and not fault.after:
            await fault.hold_up()
            if request.transport is None:  # the bot has given it up before it got through
                asked.lost = True
                return web.Response()
            if fault.drop or fault.status is not None:
                return _broken(fault, asked, request)
        if self._discord.down:
            asked.status = UNAVAILABLE
            return web.Response(status=UNAVAILABLE)
        response = await self._carry_out(handler, asked, request)
        if fault is not None and fault.after:
            await self._discord.ends(asked)
            await fault.hold_up()
            return _lost(fault, asked, request, response)
        return response

    async def _carry_out(
        self, handler: Handler, asked: Asked, request: web.Request
    ) -> web.StreamResponse:
        headers, refusal = self._discord.allowances.take(asked)
        headers = FROM_DISCORD | (headers if self._discord.limited else {})
        if refusal is not None and self._discord.limited:
            return _answer(asked, 429, refusal, headers)
        try:
            self._admit(asked, request)
            status, payload = await handler(self._discord, asked)
        except Refusal as refusal:
            asked.code = refusal.code
            status, payload = refusal.status, refusal.payload
        except Exception:  # the fake itself is at fault: the test has to fail, and to say why
            self._discord.breakdowns.append(traceback.format_exc())
            status, payload = 500, {"message": "the wire broke", "code": 0}
        return _answer(asked, status, payload, headers)

    def _admit(self, asked: Asked, request: web.Request) -> None:
        """The bot may ask this, and it asks for something that Discord understands."""
        signed = request.headers.get("Authorization") == f"Bot {self._discord.token}"
        if asked.way == BY_BOT and not signed:
            raise refused("unauthorized")
        if self._discord.judged and (wrong := judge(asked.method, asked.path, asked.json)):
            asks = f"{asked.method} {asked.path}"
            self._discord.violations.extend(f"{asks}: {it}" for it in wrong)
            raise refused("invalid_form", wrong)


def _answer(asked: Asked, status: int, payload: Any, headers: dict[str, str]) -> web.StreamResponse:
    asked.status, asked.reply = status, payload
    return _written(status, payload, headers)


def _written(status: int, payload: Any, headers: dict[str, str]) -> web.StreamResponse:
    if payload is None or isinstance(payload, str):
        return web.Response(status=status, text=payload, headers=headers)
    # clients look for exactly this type, without a character set behind it
    kind = {"Content-Type": "application/json"}
    return web.Response(status=status, body=json.dumps(payload).encode(), headers=headers | kind)


def _broken(fault: Fault, asked: Asked, request: web.Request) -> web.StreamResponse:
    """End a request that did not take effect."""
    asked.lost = True
    if fault.drop:
        reset(request)
        return web.Response()
    assert fault.status is not None
    asked.code = fault.code
    return _answer(asked, fault.status, fault.payload, fault.headers)


def _lost(
    fault: Fault, asked: Asked, request: web.Request, due: web.StreamResponse
) -> web.StreamResponse:
    """End a request that took effect, but answer something else, or nothing."""
    if fault.drop:
        asked.lost = True
        reset(request)
        return web.Response()
    if fault.status is None:
        return due
    asked.lost = True
    return _written(fault.status, fault.payload, fault.headers)
