"""*mini*, the yardstick: the least that a bot of buttons can do for a click, and lose none.

Each click is one line in a database, in a commit that all who come meanwhile share, by the bot's
own writer; and one answer that carries a board, as large as ours, which is always the same.
"""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import discord
from discord.http import MultipartParameters
from discord.webhook.async_ import async_context

from bench.load.nodding import BOARDS, Nodding
from bot.store.sqlite.connection import Connection
from bot.store.sqlite.writer import Writer

UPDATE: Final = 7
_TABLE: Final = """
    CREATE TABLE log (seq INTEGER PRIMARY KEY, place TEXT, click INTEGER, words TEXT)
"""


class Mini(Nodding):
    """As lean as those that only nod, and a database."""

    async def setup_hook(self) -> None:
        told = json.loads(await asyncio.to_thread(Path(BOARDS).read_text, "utf-8"))
        self._drawn: dict[int, Any] = {
            int(key): told["drawn"][of] for key, of in told["of"].items()
        }
        connection = Connection(Path("mini.db").absolute())
        await connection.open()
        await connection.run(_prepare)
        self._writer = Writer(connection)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        message = interaction.message
        assert message is not None
        words = str((interaction.data or {}).get("custom_id"))
        await self._writer.write(partial(_log, f"{interaction.channel_id}", interaction.id, words))
        body: Any = {"type": UPDATE, "data": self._drawn[message.id]}
        await async_context.get().create_interaction_response(
            interaction.id,
            interaction.token,
            session=interaction._session,  # pyright: ignore[reportPrivateUsage] - as discord.py does
            params=MultipartParameters(payload=body, multipart=None, files=None),
        )


def _prepare(db: sqlite3.Connection) -> None:
    """As ours is: each commit waits for the disk."""
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute(_TABLE)


def _log(place: str, click: int, words: str, db: sqlite3.Connection) -> None:
    known = "INSERT INTO log (place, click, words) VALUES (?, ?, ?)"
    db.execute(known, (place, click, words))


def main() -> None:
    """Run it, on the quicker event loop where that can be had, as ours does."""
    quicker = import_module("uvloop").new_event_loop if find_spec("uvloop") else None
    with asyncio.Runner(loop_factory=quicker) as runner:
        runner.run(Mini().start(os.environ["DISCORD_TOKEN"]))


if __name__ == "__main__":
    main()
