"""The bots that the bot is measured against: two that only acknowledge a click, and *mini*.

``bare`` receives interactions as the bot does and acknowledges them. ``items`` uses discord.py's
way for buttons that outlive a restart: one item for all of them, found by its custom_id on the
board that was clicked. *mini* does the least that loses no click: one line in a database, in a
commit that all clicks of the moment share, by the bot's own writer; and one answer that carries a
board as large as the bot's, always the same.

``python -m bench.load.yardsticks KIND`` runs one, with the token in ``DISCORD_TOKEN``.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import sqlite3
import sys
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import discord
from discord import ui
from discord.http import MultipartParameters
from discord.webhook.async_ import async_context

from bot.store.sqlite.connection import Connection

BARE, ITEMS, MINI = "bare", "items", "mini"
BOARDS: Final = "boards.json"
"""The file with *mini*'s answer for each message, in its folder."""
UPDATE: Final = 7
_ANYTHING: Final = re.compile(r"celestia:.*")
_TABLE: Final = """
    CREATE TABLE log (seq INTEGER PRIMARY KEY, place TEXT, click INTEGER, words TEXT)
"""


class Lean(discord.Client):
    """A client as lean as the bot: the same intents, no caches, no views."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
        )


class Bare(Lean):
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer()


class Acknowledge(ui.DynamicItem[ui.Button[Any]], template=_ANYTHING):
    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Acknowledge:
        assert isinstance(item, ui.Button)
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer()


class Items(Lean):
    async def setup_hook(self) -> None:
        self.add_dynamic_items(Acknowledge)


class Mini(Lean):
    """A lean client with a database."""

    async def setup_hook(self) -> None:
        told = json.loads(await asyncio.to_thread(Path(BOARDS).read_text, "utf-8"))
        self._drawn: dict[int, Any] = {
            int(key): told["drawn"][of] for key, of in told["of"].items()
        }
        self._database = Connection(Path("mini.db").absolute())
        await self._database.open()
        await self._database.run(_prepare)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        message = interaction.message
        assert message is not None
        words = str((interaction.data or {}).get("custom_id"))
        await self._database.write(
            partial(_log, f"{interaction.channel_id}", interaction.id, words)
        )
        body: Any = {"type": UPDATE, "data": self._drawn[message.id]}
        await async_context.get().create_interaction_response(
            interaction.id,
            interaction.token,
            session=interaction._session,  # pyright: ignore[reportPrivateUsage] - as discord.py does
            params=MultipartParameters(payload=body, multipart=None, files=None),
        )


def _prepare(db: sqlite3.Connection) -> None:
    """Set the database up as the bot does: each commit waits for the disk."""
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute(_TABLE)


def _log(place: str, click: int, words: str, db: sqlite3.Connection) -> None:
    known = "INSERT INTO log (place, click, words) VALUES (?, ?, ?)"
    db.execute(known, (place, click, words))


KINDS: Final[dict[str, type[Lean]]] = {BARE: Bare, ITEMS: Items, MINI: Mini}


def main(kind: str) -> None:
    """Run it, on the quicker event loop where that is installed, as the bot does."""
    quicker = import_module("uvloop").new_event_loop if find_spec("uvloop") else None
    with asyncio.Runner(loop_factory=quicker) as runner:
        runner.run(KINDS[kind]().start(os.environ["DISCORD_TOKEN"]))


if __name__ == "__main__":
    main(sys.argv[1])
