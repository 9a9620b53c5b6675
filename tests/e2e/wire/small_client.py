"""A bot of a few lines on discord.py, as a process with fixed shards; it answers every command.

python -m tests.e2e.wire.small_client 0,3 4       # its shards, and how many there are
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys

import discord


class SmallClient(discord.AutoShardedClient):
    """It says who it is."""

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do not wait: whoever starts it minds Discord's buckets."""

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        try:
            await interaction.response.send_message(f"{os.getpid()}", ephemeral=True)
        except discord.HTTPException:
            print("somebody else has answered", flush=True)


async def main(shards: list[int], of: int) -> None:
    client = SmallClient(
        intents=discord.Intents(guilds=True), shard_ids=shards, shard_count=of, max_messages=None
    )
    closing: list[asyncio.Task[None]] = []
    asyncio.get_running_loop().add_signal_handler(
        signal.SIGTERM, lambda: closing.append(asyncio.create_task(client.close()))
    )
    async with client:
        await client.start(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    asyncio.run(main([int(it) for it in sys.argv[1].split(",")], int(sys.argv[2])))
