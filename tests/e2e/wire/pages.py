"""Readers of pages on the wire: they connect again whenever the bot is gone, as the page does."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Any, Final

import aiohttp

from bot.live.commands import Command
from tests.client.page import Json, Page, link_in
from tests.e2e.wire.people import Person

AGAIN_AFTER: Final = 0.05
"""Seconds until a lost page connects again."""
ALIVE_EVERY: Final = 2.0
"""Seconds between two pings; one that is not answered within as long means a lost connection."""
WITHIN: Final = 120.0


class Reader(Page):
    """A page in a browser of its own."""

    def __init__(self, site: str, link: str, language: str = "en", origin: str = "") -> None:
        """``site``: the process that it reaches. ``origin``: the address that it was given."""
        super().__init__(link, language=language)
        self._site: Final = site
        self._origin: Final = origin or site
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._pending: Final[dict[str, Json]] = {}
        self._changed: Final = asyncio.Event()
        self._work: asyncio.Task[None] | None = None
        self.connections = 0
        """Number of connections over which the bot has sent the whole table."""
        self.commands: Final[list[Json]] = []
        """All that was done on it, in order."""
        self.came: Final[list[float]] = []
        """When each text came."""

    @classmethod
    async def of(cls, site: str, person: Person, **more: Any) -> Reader:
        """Return the page of a person's seat, with a new link."""
        hand = await (await person.presses(action="hand")).says()
        shown = await (await person.presses(action="browser", on=hand)).says()
        return await cls(site, link_in(shown.payload), **more).begins()

    async def begins(self) -> Reader:
        """Connect, and wait for the table."""
        self._work = asyncio.create_task(self._live())
        await self.until(lambda: bool(self.connections or self.refused))
        return self

    async def ends(self) -> None:
        assert self._work is not None
        self._work.cancel()
        await asyncio.wait({self._work})

    async def until(self, holds: Callable[[], bool], within: float = WITHIN) -> None:
        """Wait until this holds."""
        assert self._work is not None
        async with asyncio.timeout(within):
            while not holds():
                self._changed.clear()
                waiting = asyncio.ensure_future(self._changed.wait())
                await asyncio.wait({waiting, self._work}, return_when=asyncio.FIRST_COMPLETED)
                waiting.cancel()
                if self._work.done():
                    self._work.result()
                    assert holds(), self.refused
                    return

    async def _live(self) -> None:
        async with aiohttp.ClientSession(self._site, headers={"Origin": self._origin}) as session:
            while not (self.refused and self.over):
                with suppress(aiohttp.ClientError, TimeoutError, ConnectionError):
                    async with session.ws_connect("/table/socket", max_msg_size=0) as socket:
                        await self._connected(socket)
                self._socket = None
                await asyncio.sleep(AGAIN_AFTER)

    async def _connected(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        await socket.send_str(self.hello)
        waits = False
        while True:
            try:
                message = await socket.receive(timeout=ALIVE_EVERY)
            except TimeoutError:
                if waits:
                    return
                await socket.send_str("ping")
                waits = True
                continue
            if message.type is not aiohttp.WSMsgType.TEXT:
                return
            waits = False
            self.came.append(time.monotonic())
            self.send(message.data)
            if self._socket is None and self.frame and not self.refused:
                self._socket = socket
                self.connections += 1
                for command in [*self._pending.values()]:
                    await socket.send_json(command)
            self._changed.set()

    async def acts(self, do: str, values: Sequence[str]) -> Json:
        """Carry out a command, also over a restart of the bot; return its answer."""
        command = {**self.command(do, *values)}
        self.commands.append(command)
        self._pending[command["id"]] = command
        if self._socket is not None:
            with suppress(ConnectionError, aiohttp.ClientError):
                await self._socket.send_json(command)
        await self.until(lambda: command["id"] in self.done)
        del self._pending[command["id"]]
        return self.done[command["id"]]

    async def answers(self, rng: Random) -> Json:
        """Give one of the answers that it offers."""
        move = rng.choice(self.moves)
        return await self.acts(move["do"], [move["value"]])

    @property
    def is_over(self) -> bool:
        return bool(self.facts.get("scores"))

    def numbers(self, table: str, user: int) -> dict[int, str]:
        """Return the refusals of its commands, "" for none, by their numbers in the log."""
        return {
            Command.model_validate_json(json.dumps(it)).number(table, user): self.done[
                it["id"]
            ].get("refused", "")
            for it in self.commands
        }
