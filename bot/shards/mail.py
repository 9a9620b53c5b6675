"""Mail between the processes of one bot: each message has a kind, and goes to all of them."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from bot.errors import report
from bot.retry import until_store_answers
from bot.store.errors import StoreError
from bot.store.relay import Relay

MAX_WAITING: Final = 2000
"""Messages that wait to be sent; while the database cannot be reached, more are dropped."""
SENT_WITHIN: Final = 3.0
"""Seconds to send the remaining messages when the bot stops."""
Take = Callable[[Any], None]
"""Handles the data of a received message."""

_log = logging.getLogger(__name__)


class Mail:
    """Sends messages to all processes in order, and passes received ones to their handlers."""

    def __init__(self, relay: Relay | None, application: Callable[[], int | None]) -> None:
        """``relay``: None in a bot of one process."""
        self._relay: Final = relay
        self._application: Final = application
        self._handlers: Final[dict[str, Take]] = {}
        self._waiting: Final = asyncio.Queue[str](MAX_WAITING)
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def has_others(self) -> bool:
        """True if there may be other processes."""
        return self._relay is not None

    def on(self, kind: str, take: Take) -> None:
        """Register the handler for received messages of this kind."""
        self._handlers[kind] = take

    def post(self, kind: str, data: Any) -> None:
        """Send a message; one that cannot be sent is logged without its content."""
        # another bot may use the same database server
        told = {"bot": self._application(), "kind": kind, "data": data}
        try:
            self._waiting.put_nowait(json.dumps(told, separators=(",", ":")))
        except asyncio.QueueFull:
            _log.warning("a message to other processes (%s) is dropped: too many wait", kind)

    def start(self) -> None:
        """Begin to send and receive."""
        if self._relay is not None:
            work = {"mail out": self._send(self._relay), "mail in": self._listen(self._relay)}
            self._tasks = [asyncio.create_task(it, name=name) for name, it in work.items()]

    async def close(self) -> None:
        """Send the remaining messages, and stop."""
        if not self._tasks:
            return
        try:
            async with asyncio.timeout(SENT_WITHIN):
                await self._waiting.join()
        except TimeoutError:
            _log.warning("messages to other processes are lost: %s", self._waiting.qsize())
        for task in self._tasks:
            task.cancel()
        await asyncio.wait(self._tasks)

    async def _send(self, relay: Relay) -> None:
        while True:
            text = await self._waiting.get()
            try:
                await relay.send(text)
            except StoreError as fault:
                _log.warning("a message to other processes is not sent: %s", fault.code)
            except Exception as fault:  # the messages after it must be sent
                report("a message to other processes", fault)
            finally:
                self._waiting.task_done()

    async def _listen(self, relay: Relay) -> None:
        """Receive messages for ever; reconnect when the connection is lost."""
        while True:
            listen = partial(relay.listen, self._heard)
            await until_store_answers(listen, "messages of other processes cannot be received")

    def _heard(self, text: str) -> None:
        try:
            told = json.loads(text)
            take = self._handlers.get(told["kind"])
            if take is not None and told["bot"] == self._application():
                take(told["data"])
        except Exception as fault:  # the listener must not end
            report("a message of another process", fault)
