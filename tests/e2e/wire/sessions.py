"""A client's connection to the gateway, and the session that may outlive it."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
import time
import zlib
from typing import Any, Final

from aiohttp import web

from tests.e2e.wire.world import new_id

Json = dict[str, Any]

EVENT: Final = 0

GUILDS, GUILD_MESSAGES = 1 << 0, 1 << 9
INTENTS: Final = {
    "GUILD_": GUILDS,
    "CHANNEL_": GUILDS,
    "THREAD_": GUILDS,
    "MESSAGE_": GUILD_MESSAGES,
}
"""Intent that a client needs for events with this prefix."""


def entrance_of(request: web.Request) -> int:
    """Return the port of the request: every process of a bot may have one of its own."""
    assert request.transport is not None
    return int(request.transport.get_extra_info("sockname")[1])


def reset(request: web.BaseRequest) -> None:
    """Break the connection of a request: TCP reset, and everything on its way is lost."""
    if request.transport is not None:
        connection = request.transport.get_extra_info("socket")
        if connection is not None:
            at_once = struct.pack("ii", 1, 0)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, at_once)
        request.transport.abort()


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
        self.entrance: Final = entrance_of(request)

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
    """A client's session on one shard; while its connection is gone, events are kept for it."""

    def __init__(self, shard: tuple[int, int], intents: int) -> None:
        self.id: Final = f"session-{new_id()}"
        self.shard: Final = shard
        self.connection: Connection | None = None
        self.gone_at = 0.0
        """When it lost its connection; it can be taken up again for a while."""
        self._intents = intents
        self._events: list[Json] = []
        self._forgotten = 0
        """Number of its first events that were received and are not kept."""
        self._sent = 0
        self._sending = asyncio.Lock()

    @property
    def connected(self) -> bool:
        return self.connection is not None and not self.connection.closed

    @property
    def entrance(self) -> int | None:
        """By which its client is connected; None: it is not."""
        return self.connection.entrance if self.connection is not None else None

    def lost(self) -> None:
        """Its connection is gone."""
        self.connection, self.gone_at = None, time.monotonic()

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
