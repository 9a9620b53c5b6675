"""Messages between processes over PostgreSQL: LISTEN and NOTIFY.

A notification holds less than 8,000 bytes, so a message is compressed and sent in parts, in one
transaction. They arrive together and in order.
"""

from __future__ import annotations

import asyncio
import logging
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from secrets import token_hex
from typing import Any, Final

from bot.lru import Lru
from bot.store.postgres.connections import Connections, transaction
from bot.store.postgres.driver import Connection

CHANNEL: Final = "celestia_relay"
PART: Final = 7_000
"""Characters of one part."""
INCOMPLETE: Final = 100
"""Messages of which some parts have come."""
CHECK_INTERVAL: Final = 15.0
"""Seconds between two checks of whether the server is still there."""
_NOTIFY: Final = "SELECT pg_notify($1, $2)"

_log = logging.getLogger(__name__)


class PostgresRelay:
    """Sends messages to all processes, and receives them."""

    def __init__(self, connections: Connections) -> None:
        self._connections: Final = connections
        self._process: Final = token_hex(8)
        self._numbers: Final = count()

    async def send(self, text: str) -> None:
        """Send a message; raises a `StoreError`."""
        packed = b64encode(zlib.compress(text.encode())).decode()
        parts = [packed[at : at + PART] for at in range(0, len(packed), PART)]
        name = f"{self._process}-{next(self._numbers)}"
        async with self._connections.lend() as db, transaction(db):
            for number, part in enumerate(parts):
                await db.execute(_NOTIFY, CHANNEL, f"{name} {number} {len(parts)} {part}")

    async def listen(self, hear: Callable[[str], None]) -> None:
        """Receive messages until the connection is lost; may raise a `StoreError`."""
        async with self._connections.patient() as db:
            await db.add_listener(CHANNEL, _Parts(hear).came)
            await _lasts(db)


async def _lasts(db: Connection) -> None:
    """Return once the connection is lost; an idle one may not notice that by itself."""
    lost = asyncio.Event()

    def note(_: Connection) -> None:
        lost.set()

    db.add_termination_listener(note)
    while not lost.is_set():
        with suppress(TimeoutError):
            await asyncio.wait_for(lost.wait(), CHECK_INTERVAL)
        if not lost.is_set():
            await db.execute("SELECT 1", timeout=CHECK_INTERVAL)


class _Parts:
    """Assembles messages from their parts."""

    def __init__(self, hear: Callable[[str], None]) -> None:
        self._hear: Final = hear
        self._known: Final = Lru[str, dict[int, str]](INCOMPLETE)

    def came(self, _: Any, __: Any, ___: Any, payload: str) -> None:
        """Take a notification; asyncpg calls this with the connection, its process and channel."""
        try:
            text = self._whole(payload)
        except (ValueError, zlib.error):
            _log.warning("a message of another process cannot be read")
        else:
            if text is not None:
                self._hear(text)

    def _whole(self, payload: str) -> str | None:
        """Return the message that this part completes."""
        name, number, whole, part = payload.split(" ", 3)
        known = self._known.get(name) or {}
        known[int(number)] = part
        self._known[name] = known
        if len(known) < int(whole):
            return None
        self._known.pop(name)
        packed = "".join(known[number] for number in sorted(known))
        return zlib.decompress(b64decode(packed)).decode()
