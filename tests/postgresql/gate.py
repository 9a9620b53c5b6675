"""A proxy to a server that can withhold answers while connections stay open."""

from __future__ import annotations

import asyncio
import socket
from asyncio import StreamReader, StreamWriter
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

from tests.postgresql.server import PORT, SUPERUSER, Server


class Gate:
    """Passes requests to the server, and answers back while it is allowed to."""

    def __init__(self, server: Server, folder: Path) -> None:
        self._server: Final = _socket(server.folder)
        self._folder: Final = folder
        self.asked = 0
        """Number of messages to the server: trips, since each waits for its answer."""
        self.unanswered = 0
        """Number of messages on connections that are not answered."""
        self._is_shut = False
        self._silent: set[StreamWriter] = set()
        self._open: set[StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._listening = await asyncio.start_unix_server(self._comes, _socket(self._folder))
        return self

    async def __aexit__(self, *_: object) -> None:
        self._listening.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def address(self, database: str) -> str:
        """Return the address of the server through this proxy."""
        return f"postgresql://{SUPERUSER}@/{database}?host={self._folder}"

    def hang(self) -> None:
        """Withhold answers on the open connections; new ones are answered."""
        self._silent |= self._open

    def shut(self) -> None:
        """Withhold all answers, and pass no new requests on."""
        self.hang()
        self._is_shut = True

    def cut(self) -> None:
        """End the open connections, before the other side can have noticed."""
        for it in self._open:
            it.get_extra_info("socket").shutdown(socket.SHUT_RDWR)

    async def _comes(self, asks: StreamReader, hears: StreamWriter) -> None:
        if self._is_shut:
            return  # the connection stays open
        answers, server = await asyncio.open_unix_connection(self._server)
        self._open.add(hears)
        for way in (self._pass_on(asks, server, hears), self._answer(answers, hears)):
            task = asyncio.create_task(way)
            self._tasks.add(task)

    async def _pass_on(self, asks: StreamReader, server: StreamWriter, hears: StreamWriter) -> None:
        with suppress(OSError):
            while asked := await asks.read(65_536):
                self.asked += 1
                self.unanswered += hears in self._silent
                server.write(asked)
        server.close()

    async def _answer(self, answers: StreamReader, hears: StreamWriter) -> None:
        with suppress(OSError):
            while answer := await answers.read(65_536):
                if hears not in self._silent:
                    hears.write(answer)
        if hears not in self._silent:
            hears.close()


def _socket(folder: Path) -> Path:
    return folder / f".s.PGSQL.{PORT}"
