"""The gateway: sessions, what they hear, and all that can happen to their connections."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from typing import Any, Final, Literal

from aiohttp import WSMsgType, web
from yarl import URL

from tests.e2e.wire import payloads
from tests.e2e.wire.sessions import Connection, Session
from tests.e2e.wire.world import Guild, World

Json = dict[str, Any]

HEARTBEAT: Final = 41.25
"""Seconds between two heartbeats, as Discord asks for them."""
A_DAY: Final = 1000
"""Sessions of all shards that may begin in a day; RESUME does not count."""
PAUSE: Final = 5.0
"""Seconds that Discord wants between two of one bucket."""
TRIP: Final = 0.2
"""Seconds: discord.py misses a heartbeat that is answered before it has noted that it sent it."""
BEAT, IDENTIFY, RESUME = 1, 2, 6
RECONNECT, MEMBERS, INVALID, HELLO, BEATEN = range(7, 12)
WRONG_TOKEN, WRONG_SHARD, TOO_FEW_SHARDS = 4004, 4010, 4011
ENDING: Final = (1000, 1001)
"""A client that closes with one of these does not want to come back to its session."""
REMEMBERED: Final = 120.0
"""Seconds for which a session without a connection is kept, while others begin."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn in the life of a session."""

    what: Literal["identified", "resumed", "gone"]
    shard: int
    entrance: int
    at: float = field(default_factory=time.monotonic)


class Identifies:
    """The limits of identifying; tests set them."""

    def __init__(self) -> None:
        self.max_concurrency = 1
        """Number of buckets; a shard's bucket is its number modulo this."""
        self.pause = 0.0
        """Seconds between two of one bucket. Discord has `PAUSE`; most tests need not wait."""
        self.early = 0
        """Number of attempts that were too early."""
        self._taken = 0
        self._last: Final[dict[int, float]] = {}

    @property
    def told(self) -> Json:
        """The limits as ``/gateway/bot`` returns them."""
        limits = {"total": A_DAY, "remaining": A_DAY - self._taken, "reset_after": 86_400_000}
        return limits | {"max_concurrency": self.max_concurrency}

    def is_due(self, shard: int) -> bool:
        """Count an attempt, and return whether its session may begin now."""
        self._taken += 1
        now, bucket = time.monotonic(), shard % self.max_concurrency
        if now - self._last.get(bucket, -inf) < self.pause:
            self.early += 1
            return False
        self._last[bucket] = now
        return True


class Gateway:
    """Where clients connect to. Tests break it by its verbs and settings."""

    def __init__(self, world: World, token: str, changed: Callable[[], Awaitable[None]]) -> None:
        self.shards = 1
        """As many as Discord asks for; with fewer nobody is let in."""
        self.identifies: Final = Identifies()
        self.heartbeat = HEARTBEAT
        self.resumes = True
        """A lost session can be taken up again."""
        self.refuses: int | None = None
        """IDENTIFY is answered with this close code."""
        self.down = False
        """Connections are refused."""
        self.slams: int | None = None
        """Connections are closed with this code before a word is said."""
        self.turned_away = 0
        """Number of connections that were refused or closed so."""
        self.door: Final = asyncio.Event()
        """Connections are let in only while this is set."""
        self.door.set()
        self.address = ""
        """Where clients connect to; known when the server listens."""
        self.identified = 0
        """Number of sessions that have begun."""
        self.resumed = 0
        self.sessions: Final[dict[str, Session]] = {}
        self.turns: Final[list[Turn]] = []
        """All that happened to sessions, the oldest first."""
        self._world = world
        self._token = token
        self._changed = changed
        self._connections: set[Connection] = set()

    def address_at(self, entrance: int) -> str:
        """The same for those who come in by this port."""
        return str(URL(self.address).with_port(entrance))

    # --- what tests do ---------------------------------------------------------------------

    @property
    def connections(self) -> int:
        """Number of connected sessions."""
        return sum(session.connected for session in self.sessions.values())

    def by(self, entrance: int) -> list[int]:
        """The shards of which somebody hears who came in here."""
        sessions = self.sessions.values()
        return sorted(it.shard[0] for it in sessions if it.connected and it.entrance == entrance)

    async def tell(self, event: str, data: Json, guild: Guild | None = None) -> None:
        """An event for all who may hear it."""
        for session in [*self.sessions.values()]:
            if session.hears(event, guild.id if guild else None):
                await session.tell(event, data)

    async def close(self, code: int = 4000) -> None:
        """Close every connection in an orderly way."""
        for connection in [*self._connections]:
            await connection.close(code)

    def reset(self) -> None:
        """Every connection breaks (TCP reset)."""
        for connection in [*self._connections]:
            connection.reset()

    def dies(self) -> None:
        """Nothing comes through every connection any more, though each seems to stand."""
        for connection in self._connections:
            connection.dead = True

    async def ask_to_reconnect(self) -> None:
        """Op 7: the client is to come back with its session."""
        await self._send({"op": RECONNECT, "d": None})

    async def invalidate(self, *, resumable: bool = False) -> None:
        """Op 9: the session is over, and with it all that it would still have heard."""
        if not resumable:
            self.sessions.clear()
        await self._send({"op": INVALID, "d": resumable})

    async def _send(self, payload: Json) -> None:
        for connection in [*self._connections]:
            await connection.send(payload)

    # --- what clients do -------------------------------------------------------------------

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """A client connects."""
        await self.door.wait()
        if self.down:
            await self._turned_away()
            return web.Response(status=503)
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        if self.slams is not None:
            await self._turned_away()
            await socket.close(code=self.slams)
            return socket
        connection = Connection(request, socket)
        self._connections.add(connection)
        try:
            await connection.send({"op": HELLO, "d": {"heartbeat_interval": self.heartbeat * 1000}})
            await self._listen(connection, socket)
        except ConnectionError:
            pass
        finally:
            self._connections.discard(connection)
            await self._gone(connection, socket.close_code)
        return socket

    async def _turned_away(self) -> None:
        self.turned_away += 1
        await self._changed()

    async def _listen(self, connection: Connection, socket: web.WebSocketResponse) -> None:
        answers = {
            BEAT: self._beat,
            IDENTIFY: self._identify,
            RESUME: self._resume,
            MEMBERS: self._members,
        }
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                payload = json.loads(message.data)
                if payload["op"] in answers:
                    # a client that has left waits for no answer, but may have said that it leaves
                    with suppress(ConnectionError):
                        await answers[payload["op"]](connection, payload["d"])
                    await self._changed()

    async def _gone(self, connection: Connection, code: int | None) -> None:
        session = self._of(connection)
        if session is not None:
            self._note("gone", session)
            session.lost()
            if connection.left and code in ENDING:
                self.sessions.pop(session.id, None)
        await self._changed()

    def _of(self, connection: Connection) -> Session | None:
        return next((it for it in self.sessions.values() if it.connection is connection), None)

    async def _beat(self, connection: Connection, last: int | None) -> None:
        session = self._of(connection)
        if session is not None and last is not None:
            session.received(last)
        await asyncio.sleep(TRIP)
        await connection.send({"op": BEATEN})

    async def _identify(self, connection: Connection, data: Json) -> None:
        shard, shards = data.get("shard") or (0, 1)
        refusal = self._refusal(data["token"], shard, shards)
        if refusal is not None:
            await connection.close(refusal)
            return
        if not self.identifies.is_due(shard):
            await connection.send({"op": INVALID, "d": False})
            return
        self._forget()
        session = Session((shard, shards), data["intents"])
        session.connection = connection
        self.sessions[session.id] = session
        await self._welcome(session, connection.entrance)
        self.identified += 1
        self._note("identified", session)

    def _refusal(self, token: str, shard: int, shards: int) -> int | None:
        """With which code somebody is sent away who identifies so; None: with none."""
        if self.refuses is not None:
            return self.refuses
        if token != self._token:
            return WRONG_TOKEN
        if not 0 <= shard < shards:
            return WRONG_SHARD
        return TOO_FEW_SHARDS if shards < self.shards else None

    def _forget(self) -> None:
        """Drop the sessions that nobody came back to."""
        oldest = time.monotonic() - REMEMBERED
        for old in [*self.sessions.values()]:
            if not old.connected and old.gone_at < oldest:
                del self.sessions[old.id]

    def _note(self, what: Literal["identified", "resumed", "gone"], session: Session) -> None:
        if session.entrance is not None:
            self.turns.append(Turn(what, session.shard[0], session.entrance))

    async def _welcome(self, session: Session, entrance: int) -> None:
        """Send a new session READY and its guilds."""
        world = self._world
        mine = [it for it in world.guilds.values() if it.has_bot and session.hears("GUILD_", it.id)]
        ready: Json = {
            "v": 10,
            "user": payloads.myself(world.bot),
            "guilds": [{"id": str(it.id), "unavailable": True} for it in mine],
            "session_id": session.id,
            "resume_gateway_url": self.address_at(entrance),
            "shard": list(session.shard),
            "application": {"id": str(world.bot.id), "flags": 0},
        }
        await session.tell("READY", ready)
        for guild in mine:
            if guild.available:
                await session.tell("GUILD_CREATE", payloads.guild(guild, world))

    async def _resume(self, connection: Connection, data: Json) -> None:
        session = self.sessions.get(data["session_id"])
        if session is None or not self.resumes or data["token"] != self._token:
            self.sessions.pop(data["session_id"], None)
            await connection.send({"op": INVALID, "d": False})
            return
        await session.resume(connection, data["seq"])
        self.resumed += 1
        self._note("resumed", session)

    async def _members(self, connection: Connection, data: Json) -> None:
        """A request for the members of a guild is answered with the bot alone."""
        session = self._of(connection)
        if session is not None:
            chunk = {"guild_id": data["guild_id"], "members": [payloads.member(self._world.bot)]}
            chunk |= {"chunk_index": 0, "chunk_count": 1, "nonce": data.get("nonce")}
            await session.tell("GUILD_MEMBERS_CHUNK", chunk)
