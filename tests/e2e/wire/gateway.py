"""The gateway: sessions, what they hear, and all that can happen to their connections."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import Awaitable, Callable
from typing import Any, Final

from aiohttp import WSMsgType, web

from tests.e2e.wire import payloads
from tests.e2e.wire.broken import reset
from tests.e2e.wire.world import Guild, World, new_id

Json = dict[str, Any]

HEARTBEAT: Final = 41.25
"""Seconds between two heartbeats, as Discord asks for them."""
EVENT, BEAT, IDENTIFY, RESUME = 0, 1, 2, 6
RECONNECT, MEMBERS, INVALID, HELLO, BEATEN = range(7, 12)
WRONG_TOKEN, WRONG_SHARD = 4004, 4010
ENDING: Final = (1000, 1001)
"""A client that closes with one of these does not want to come back to its session."""

GUILDS, GUILD_MESSAGES = 1 << 0, 1 << 9
INTENTS: Final = {
    "GUILD_": GUILDS,
    "CHANNEL_": GUILDS,
    "THREAD_": GUILDS,
    "MESSAGE_": GUILD_MESSAGES,
}
"""What a client must have asked for to hear of events whose names begin so."""


class Connection:
    """A websocket, compressed from its first byte to its last if the client wants that."""

    def __init__(self, request: web.Request, socket: web.WebSocketResponse) -> None:
        self._request = request
        self._socket = socket
        packed = request.query.get("compress") == "zlib-stream"
        self._packer = zlib.compressobj() if packed else None
        self.left = True
        """It ends, or will end, by the client's own will."""
        self.dead = False
        """Nothing that is sent arrives any more, and nobody has noticed."""

    @property
    def closed(self) -> bool:
        return self._socket.closed

    async def send(self, payload: Json) -> None:
        if self.dead:
            return
        text = json.dumps(payload)
        if self._packer is None:
            await self._socket.send_str(text)
            return
        data = self._packer.compress(text.encode()) + self._packer.flush(zlib.Z_SYNC_FLUSH)
        await self._socket.send_bytes(data)

    async def close(self, code: int) -> None:
        self.left = False
        await self._socket.close(code=code)

    def reset(self) -> None:
        reset(self._request)


class Session:
    """What one client hears of one shard. Events wait for it while its connection is gone."""

    def __init__(self, shard: tuple[int, int], intents: int) -> None:
        self.id: Final = f"session-{new_id()}"
        self.shard: Final = shard
        self.connection: Connection | None = None
        self._intents = intents
        self._events: list[Json] = []
        self._forgotten = 0
        """So many of its first events were received, and need not be told again."""
        self._sent = 0
        self._sending = asyncio.Lock()

    @property
    def connected(self) -> bool:
        return self.connection is not None and not self.connection.closed

    def hears(self, event: str, guild: int | None) -> bool:
        needed = next((bit for name, bit in INTENTS.items() if event.startswith(name)), 0)
        shard = (guild >> 22) % self.shard[1] if guild is not None else 0
        return shard == self.shard[0] and needed & self._intents == needed

    async def tell(self, event: str, data: Json) -> None:
        number = self._forgotten + len(self._events) + 1
        self._events.append({"op": EVENT, "t": event, "s": number, "d": data})
        await self._send_on()

    async def _send_on(self) -> None:
        """Send what was not sent yet, in its order; what cannot be sent waits."""
        async with self._sending:
            while self.connected and self._sent < self._forgotten + len(self._events):
                assert self.connection is not None
                event = self._events[self._sent - self._forgotten]
                try:
                    await self.connection.send(event)
                except ConnectionError:
                    return
                self._sent += 1

    def received(self, number: int) -> None:
        """The client has all events up to this one."""
        done = min(number, self._sent) - self._forgotten
        if done > 0:
            del self._events[:done]
            self._forgotten += done

    async def resume(self, connection: Connection, number: int) -> None:
        """Tell once more all that came after this event."""
        async with self._sending:
            self.connection = connection
            self._sent = max(number, self._forgotten)
        await self.tell("RESUMED", {})


class Gateway:
    """Where clients connect to. Tests break it by its verbs and settings."""

    def __init__(self, world: World, token: str, changed: Callable[[], Awaitable[None]]) -> None:
        self.shards = 1
        self.heartbeat = HEARTBEAT
        self.acknowledges = True
        """Heartbeats are answered."""
        self.resumes = True
        """A lost session can be taken up again."""
        self.refuses: int | None = None
        """IDENTIFY is answered with this close code."""
        self.down = False
        """Nobody who connects is let in."""
        self.slams: int | None = None
        """Connections are closed with this code before a word is said."""
        self.turned_away = 0
        """So many were not let in, or sent away so."""
        self.door: Final = asyncio.Event()
        """Connections are let in only while this is set."""
        self.door.set()
        self.address = ""
        """Where clients come back to; known when the server listens."""
        self.identified = 0
        """So many sessions have begun."""
        self.resumed = 0
        self.sessions: Final[dict[str, Session]] = {}
        self._world = world
        self._token = token
        self._changed = changed
        self._connections: set[Connection] = set()

    # --- what tests do ---------------------------------------------------------------------

    @property
    def connections(self) -> int:
        """So many sessions hear at once what is told."""
        return sum(session.connected for session in self.sessions.values())

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
                    await answers[payload["op"]](connection, payload["d"])
                    await self._changed()

    async def _gone(self, connection: Connection, code: int | None) -> None:
        session = self._of(connection)
        if session is not None:
            session.connection = None
            if connection.left and code in ENDING:
                self.sessions.pop(session.id, None)
        await self._changed()

    def _of(self, connection: Connection) -> Session | None:
        return next((it for it in self.sessions.values() if it.connection is connection), None)

    async def _beat(self, connection: Connection, last: int | None) -> None:
        session = self._of(connection)
        if session is not None and last is not None:
            session.received(last)
        if self.acknowledges:
            await connection.send({"op": BEATEN})

    async def _identify(self, connection: Connection, data: Json) -> None:
        shard, shards = data.get("shard") or (0, 1)
        wrong = WRONG_TOKEN if data["token"] != self._token else None
        refusal = self.refuses or wrong or (WRONG_SHARD if shards != self.shards else None)
        if refusal is not None:
            await connection.close(refusal)
            return
        for old in [*self.sessions.values()]:
            if old.shard[0] == shard and not old.connected:
                del self.sessions[old.id]
        session = Session((shard, shards), data["intents"])
        session.connection = connection
        self.sessions[session.id] = session
        await self._welcome(session)
        self.identified += 1

    async def _welcome(self, session: Session) -> None:
        """What a new session hears first: who it is, and its guilds one by one."""
        world = self._world
        mine = [it for it in world.guilds.values() if it.has_bot and session.hears("GUILD_", it.id)]
        ready: Json = {
            "v": 10,
            "user": payloads.myself(world.bot),
            "guilds": [{"id": str(it.id), "unavailable": True} for it in mine],
            "session_id": session.id,
            "resume_gateway_url": self.address,
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

    async def _members(self, connection: Connection, data: Json) -> None:
        """A request for the members of a guild is answered with the bot alone."""
        session = self._of(connection)
        if session is not None:
            chunk = {"guild_id": data["guild_id"], "members": [payloads.member(self._world.bot)]}
            chunk |= {"chunk_index": 0, "chunk_count": 1, "nonce": data.get("nonce")}
            await session.tell("GUILD_MEMBERS_CHUNK", chunk)
