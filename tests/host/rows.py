"""Access to the stored rows in either kind of database."""

from __future__ import annotations

from typing import cast

from bot.store.sql.session import Session
from bot.store.sql.transfer import pages
from bot.store.store import Store
from tests.host.ground import Room


def store_of(room: Room) -> Store:
    return cast("Store", room.bot.store)


async def everything(room: Room) -> str:
    """Return all values in the database as text."""

    async def read(db: Session) -> str:
        return "\n".join([f"{table}: {rows}" async for table, rows in pages(db)])

    return await store_of(room).read_whole(read)


async def spoil(room: Room, *lines: str) -> None:
    """Write into the database behind the bot's back."""
    for line in lines:
        await store_of(room)._write(line)
