"""Bots that acknowledge every click and do nothing else: what discord.py itself can do.

``bare`` hears of interactions as ours does. ``items`` is what discord.py offers for buttons that
outlive a restart: one item for all of them, found by its custom_id on the board that was clicked.
"""

from __future__ import annotations

import os
import re
import sys
from typing import Any, Final

import discord
from discord import ui

BARE, ITEMS, MINI = "bare", "items", "mini"
"""The last is a module of its own."""
BOARDS: Final = "boards.json"
"""What *mini* answers to clicks on each message, in its folder."""

_ANYTHING: Final = re.compile(r"celestia:.*")


class Nodding(discord.Client):
    """As lean as ours: the same intents, no caches, nothing that listens."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
        )


class Bare(Nodding):
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer()


class Nod(ui.DynamicItem[ui.Button[Any]], template=_ANYTHING):
    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Nod:
        assert isinstance(item, ui.Button)
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer()


class Items(Nodding):
    async def setup_hook(self) -> None:
        self.add_dynamic_items(Nod)


KINDS: Final = {BARE: Bare, ITEMS: Items}

if __name__ == "__main__":
    KINDS[sys.argv[1]]().run(os.environ["DISCORD_TOKEN"])
