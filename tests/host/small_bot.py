"""A small bot to test the simulation with: it does briefly what the real bot does."""

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import discord
from discord import app_commands, ui
from discord.ext import commands




class Press(
    ui.DynamicItem[ui.Button[Any]], template=r"c:(?P<table>\w+):(?P<moment>\d+):(?P<action>\w+)"
):
    """A stateless button: its custom_id says what it does."""

    def __init__(self, action: str, moment: int = 0, label: str | None = None) -> None:
        custom_id = f"c:t1:{moment}:{action}"
        super().__init__(ui.Button(label=label or action.title(), custom_id=custom_id))
        self.action = action

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(match["action"], int(match["moment"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await getattr(interaction.client, f"on_{self.action}_pressed")(interaction)


class Board(ui.LayoutView):
    """A public message of Components V2."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(timeout=None)
        container: ui.Container[Any] = ui.Container(ui.TextDisplay("# The board"))
        container.add_item(ui.TextDisplay("\n".join(lines) or "nobody yet"))
        buttons: ui.ActionRow[Any] = ui.ActionRow()
        for action in ("join", "hand", "later", "wrong"):
            buttons.add_item(Press(action))
        container.add_item(buttons)
        container.add_item(ui.ActionRow(Choice()))
        self.add_item(container)


class Choice(ui.Select[Any]):
    """A select that answers with the choice."""

    def __init__(self) -> None:
        options = [discord.SelectOption(label=name, value=name[0]) for name in ("Red", "Green")]
        super().__init__(custom_id="colour", placeholder="Colour", options=options)

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"chose {self.values}", ephemeral=True)


class Small(commands.Bot):
    """A bot that stores the names of players in a file."""

    def __init__(self, database: Path) -> None:
        super().__init__(
            "!",
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.database = database
        self.board: discord.Message | None = None
        self.lock = asyncio.Lock()
        group = app_commands.Group(name="celestia", description="A board game")
        group.command(name="new", description="Open a table")(_new)
        group.command(name="speak", description="Which language is it?")(_speak)
        self.tree.add_command(group)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Press)
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
        board = interaction.message
        speak: Callable[[str], Any] = board.channel.send
        loop = asyncio.get_running_loop()
        loop.call_later(2, lambda: loop.create_task(speak("two seconds later")))
        loop.call_later(60, lambda: loop.create_task(board.edit(view=Board(["a minute later"]))))

    async def on_wrong_pressed(self, interaction: discord.Interaction) -> None:
        raise RuntimeError("as wrong as can be")


@app_commands.guild_only()
async def _new(interaction: discord.Interaction) -> None:
    await interaction.response.send_message(view=Board([]))


async def _speak(interaction: discord.Interaction) -> None:
    words = f"{interaction.locale} in {interaction.guild_locale}"
    await interaction.response.send_message(words, ephemeral=True)
