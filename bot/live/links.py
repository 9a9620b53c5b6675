"""Links to a running table: one for each seat that asks, and one to watch.

A link is a random number of 128 bits behind the ``#`` of an address, so browsers send it to no
server by themselves, and no proxy logs it.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from secrets import token_bytes
from typing import Final

from bot.hosting.reader import TableReader
from bot.store.store import Store
from bot.tables.refusals import Refused
from bot.tables.table import Table

PATH: Final = "table"
"""The folder of the page, below the address of the bot."""
BYTES: Final = 16
_CODE: Final = r"[\w-]{22}"
_SEAT: Final = re.compile(_CODE, re.ASCII)
_WATCH: Final = re.compile(rf"(?P<table>[0-9a-z]{{1,16}})\.(?P<code>{_CODE})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of a page: the user of a seat at a table, or a spectator (None)."""

    table: str
    user: int | None


class LiveLinks:
    """Makes links, and finds the readers of links that are opened."""

    def __init__(self, address: str, store: Store, tables: TableReader) -> None:
        self._address: Final = f"{address}/{PATH}/"
        self._store: Final = store
        self._tables: Final = tables

    async def to_seat(self, table: str, user: int) -> str:
        """Return a new link to the seat of a user; the earlier one is void."""
        code = _text(token_bytes(BYTES))
        await self._store.links.issue(table, user, _hash(code))
        return f"{self._address}#{code}"

    def to_watch(self, table: Table) -> str:
        """Return the link by which everybody can watch a game that is played; "" for others."""
        return f"{self._address}#{table.id}.{_watch(table)}" if table.stage == "playing" else ""

    async def guild_of(self, link: str) -> int | None:
        """Return the server of the table to which a link leads; None: to no table."""
        watched = _WATCH.fullmatch(link)
        if watched is not None:
            return await self._store.guild_of(watched["table"])
        return await self._store.links.guild_of(_hash(link)) if _SEAT.fullmatch(link) else None

    async def open(self, link: str, browser: str) -> Reader:
        """Return the reader of a link in the browser with this key, or raise `Refused`."""
        watched = _WATCH.fullmatch(link)
        if watched is not None:
            return await self._spectator(*watched.groups())
        found = None
        if _SEAT.fullmatch(link):
            key = _hash(browser)
            found = await self._store.links.open(_hash(link), key)
            if found is not None and not compare_digest(f"{found.browser}", key):
                raise Refused("link_taken")
        if found is None:
            raise Refused("link_unknown")
        return Reader(found.table, found.user)

    async def _spectator(self, name: str, code: str) -> Reader:
        try:
            table = (await self._tables.peek(name)).table
        except Refused:
            raise Refused("link_unknown") from None
        if not compare_digest(_watch(table), code):
            raise Refused("link_unknown")
        return Reader(name, None)


def _watch(table: Table) -> str:
    """Return the code for spectators: it cannot be guessed, and tells nothing about the secret."""
    return _text(sha256(f"watch {table.secret}".encode()).digest()[:BYTES])


def _text(code: bytes) -> str:
    return urlsafe_b64encode(code).decode().rstrip("=")


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()
