"""The lobby: who sits down, and what will be played."""

from __future__ import annotations

from typing import Final

from bot.board.responses import Reply
from bot.client import Celestia
from bot.hosting.command import Command
from bot.pages.lobby import CHOICES, boxes_line
from cogs.click import Click
from cogs.cog import CelestiaCog, choice, chosen
from cogs.which_table import here, of_channel
from engine.box import CHARACTERS
from engine.options import BOXES

EVERYTHING: Final = "all"
BASE: Final = "base"
RANDOM: Final = "lot"
"""In place of a character: whichever comes."""

COMPUTERS: Final = ("add_computer", "remove_computer")
COMPUTER_CHOICES: Final = [choice(f"button-{name}", name) for name in COMPUTERS]
COLOUR_CHOICES: Final = [
    choice("character-lot", RANDOM),
    *[choice(f"character-{colour}", colour) for colour in CHARACTERS],
]
BOX_KEYS: Final = {
    "boxes-base": BASE,
    **{f"box-{box}": box for box in BOXES},
    "boxes-all": EVERYTHING,
}
"""The words of each choice of boxes, and what it stands for."""
BOX_SETTINGS: Final = {
    f"boxes={BASE}": "boxes=",
    **{f"boxes={box}": f"box={box}" for box in BOXES},
    f"boxes={EVERYTHING}": f"boxes={','.join(BOXES)}",
}
"""What the choices of a setting mean. A command names one box, which joins the others or leaves
them; a select names all that are chosen."""


class Lobby(CelestiaCog):
    """All that can be done before the cards are dealt. The board shows it at once."""

    def __init__(self, bot: Celestia) -> None:
        super().__init__(bot)
        self.slash("join", self.join, at=of_channel)
        self.slash("leave", self.leave, at=here)
        self.slash("start", self.start, at=here)
        self.slash(
            "computer",
            self.computer,
            group="table",
            at=here,
            choices={"what": COMPUTER_CHOICES},
        )
        self.slash(
            "character",
            self.character,
            group="table",
            at=here,
            choices={"character": COLOUR_CHOICES},
        )
        self.slash(
            "option", self.option, group="table", at=here, suggest={"setting": self.settings}
        )
        self.button("join", self.join)
        self.button("leave", self.leave)
        self.button("start", self.start)
        for name in COMPUTERS:
            self.button(name, self.computer_pressed)
        self.button("colour", self.character_pressed)
        self.button("boxes", self.boxes_pressed)
        self.button("setting", self.setting_pressed)

    async def join(self, click: Click) -> None:
        """Sit down. The id of the click has a hand in the deal."""
        await click.do(Command("join", f"{click.interaction.id}"))

    async def leave(self, click: Click) -> None:
        """Get up."""
        await click.do(Command("leave"))

    async def start(self, click: Click) -> Reply:
        """Deal the cards, and show one's own."""
        state = await click.do(Command("start"))
        return click.hand(state, click.say("started"), in_place=False)

    async def computer(self, click: Click, what: str = COMPUTERS[0]) -> None:
        """Have a computer sit down or get up."""
        await click.do(Command(chosen(COMPUTER_CHOICES, what)))

    async def computer_pressed(self, click: Click) -> None:
        """The same by its button."""
        if click.press is not None:
            await self.computer(click, click.press.action)

    async def character(self, click: Click, character: str) -> None:
        """Choose a character, or leave it to chance."""
        await click.do(Command("colour", character.removeprefix(RANDOM)))

    async def character_pressed(self, click: Click) -> None:
        """The same by its select."""
        await self.character(click, "".join(click.values))

    async def option(self, click: Click, setting: str) -> Reply | None:
        """Change what will be played. As no select shows the boxes, the answer names them."""
        words = BOX_SETTINGS.get(setting, setting)
        state = await click.do(Command("setting", words))
        if not words.startswith("box"):
            return None
        return click.note(f"✅ {click.say('done')}", boxes_line(state.table.options, click.say))

    async def setting_pressed(self, click: Click) -> None:
        """Change it by a select."""
        await click.do(Command("setting", "".join(click.values)))

    async def boxes_pressed(self, click: Click) -> None:
        """Play with the boxes that are chosen, and no others."""
        await click.do(Command("setting", f"boxes={','.join(click.values)}"))

    async def settings(self, click: Click) -> list[tuple[str, str]]:
        """Every setting with each of its values."""
        say = click.say
        named = [
            (say(f"setting-{name}", value=say(key)), f"{name}={value}")
            for group in CHOICES.values()
            for name, value, key in group
        ]
        boxes = say("lobby-boxes")
        named += [(f"{boxes} {say(key)}", f"boxes={value}") for key, value in BOX_KEYS.items()]
        return named


async def setup(bot: Celestia) -> None:
    """Declare the commands and buttons of the lobby."""
    await bot.add_cog(Lobby(bot))
