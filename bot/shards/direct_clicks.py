"""Forwards clicks in direct messages to the process that owns the table.

Discord sends all direct messages over its first shard, but their tables are spread over all shards.
The process with the first shard forwards such a click, and the owner of the table answers it.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from bot.direct import is_direct
from bot.discord.incoming import guild_of
from bot.errors import report
from bot.retry import until_store_answers
from bot.store.errors import StoreError
from bot.store.leases import Share
from bot.store.relay import Relay

_log = logging.getLogger(__name__)


class DirectClicks:
    """Sends interactions to the processes that own their tables, and receives those of others."""

    def __init__(
        self,
        relay: Relay | None,
        share: Callable[[], Share],
        application: Callable[[], int | None],
        hear: Callable[[Any], None],
    ) -> None:
        """``relay``: None in a bot of one process. ``hear`` answers an interaction here."""
        self._relay: Final = relay
        self._share: Final = share
        self._application: Final = application
        self._hear: Final = hear
        self._sending: Final[set[asyncio.Task[None]]] = set()
        """References to running tasks, which asyncio does not keep."""
        self._listening: asyncio.Task[None] | None = None

    def passes_on(self, data: Any) -> bool:
        """Pass an interaction on if it belongs to another process; return whether it does."""
        guild = guild_of(data)
        if self._relay is None or not is_direct(guild) or self._share().has(guild):
            return False
        task = asyncio.get_running_loop().create_task(self._send(self._relay, data))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)
        return True

    def start(self) -> None:
        """Begin to receive interactions from other processes."""
        if self._relay is not None:
            listening = self._listen(self._relay)
            self._listening = asyncio.create_task(listening, name="direct clicks")

    async def close(self) -> None:
        """Stop receiving, and finish sending."""
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.wait({self._listening})
        if self._sending:
            await asyncio.wait(self._sending)

    async def _listen(self, relay: Relay) -> None:
        """Receive interactions for ever; reconnect when the connection is lost."""
        while True:
            listen = partial(relay.listen, self._heard)
            await until_store_answers(listen, "clicks of other processes cannot be heard")

    async def _send(self, relay: Relay, data: Any) -> None:
        try:
            await relay.send(json.dumps(data, separators=(",", ":")))
        except StoreError as fault:
            _log.warning("interaction %s is not passed on: %s", data["id"], fault.code)

    def _heard(self, text: str) -> None:
        try:
            data = json.loads(text)
            # another bot may use the same server
            is_ours = int(data["application_id"]) == self._application()
            if is_ours and self._share().has(guild_of(data)):
                self._hear(data)
        except Exception as fault:  # the listener must not end
            report("a click that was passed on", fault)
