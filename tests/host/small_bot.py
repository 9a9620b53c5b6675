"""A small bot to test the simulation with: it does briefly what the real bot does."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import discord
from discord import app_commands, ui
from discord.ext import commands


class Press(ui.Button[Any]):
    """A button whose custom_id says what it does."""

    def __init__(self, action: str) -> None:
        super().__init__(label=action.title(), custom_id=f"c:t1:0:{action}")
        self.action = action

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await getattr(interaction.client, f"on_{self.action}_pressed")(interaction)


class Board(ui.LayoutView):
    """A public message of Components V2."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(timeout=None)
        container: ui.Container[Any] = ui.Container(ui.TextDisplay("# The board"))
        container.add_item(ui.TextDisplay("\n".join(lines) or "nobody yet"))
        container.add_item(ui.ActionRow(*map(Press, ("join", "hand", "later", "wrong"))))
        self.add_item(container)


class Small(commands.Bot):
    """A bot that stores the names of players in a file."""

    def __init__(self, database: Path) -> None:
        super().__init__(
            "!",
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.database = database
        self.lock = asyncio.Lock()
        group = app_commands.Group(name="celestia", description="A board game")
        group.command(name="new", description="Open a table")(_new)
        group.command(name="speak", description="Which language is it?")(_speak)
        self.tree.add_command(group)

    async def setup_hook(self) -> None:
        self.add_view(Board([]))
        await self.tree.sync()

    @property
    def joined(self) -> list[str]:
        return self.database.read_text().split() if self.database.exists() else []

    async def on_join_pressed(self, interaction: discord.Interaction) -> None:
        async with self.lock:
            if str(interaction.id) in self.joined:
                return
            await asyncio.sleep(0)
            names = [*self.joined, str(interaction.id), interaction.user.display_name]
            self.database.write_text(" ".join(names))
        lines = [name for name in self.joined if not name.isdigit()]
        await interaction.response.edit_message(view=Board(lines))

    async def on_hand_pressed(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message("the compass", ephemeral=True)

    async def on_later_pressed(self, interaction: discord.Interaction) -> None:
        assert interaction.message is not None
        await interaction.response.defer()
        speak: Callable[[str], Any] = interaction.message.channel.send
        loop = asyncio.get_running_loop()
        loop.call_later(2, lambda: loop.create_task(speak("two seconds later")))

    async def on_wrong_pressed(self, interaction: discord.Interaction) -> None:
        raise RuntimeError("as wrong as can be")


@app_commands.guild_only()
async def _new(interaction: discord.Interaction) -> None:
    await interaction.response.send_message(view=Board([]))


async def _speak(interaction: discord.Interaction) -> None:
    words = f"{interaction.locale} in {interaction.guild_locale}"
    await interaction.response.send_message(words, ephemeral=True)
