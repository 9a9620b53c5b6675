"""The lobby: its seats and settings, and the start of the game."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from discord import app_commands

from bot.board.messages import NotBegun
from bot.board.responses import Reply
from bot.client import Celestia
from bot.discord.controls import Press, form, line
from bot.discord.names import WIDEST, plain_name
from bot.hosting.action import Action
from bot.hosting.reader import TableState
from bot.pages.layout import timestamp
from bot.pages.lobby import CHOICES, OR_LEAVE, boxes_line, current, lobby_settings, settings_form
from bot.pages.tutorial import offer
from bot.pages.views import table_view
from bot.store.presets import MOST
from bot.tables.lobby import SEVERAL, in_lobby, number, seated
from bot.tables.refusals import Refused
from bot.words.emoji import icon
from cogs.click import Click
from cogs.cog import CelestiaCog, choice, chosen
from cogs.presets import presets, settings_of, written
from cogs.which_table import here, of_channel
from engine.box import CHARACTERS, SEATS
from engine.deal import LONGEST_WORD, cleaned
from engine.options import BOXES
from players.roster import EASY, LEVELS, STAND_IN

_log = logging.getLogger(__name__)

EVERYTHING: Final = "all"
BASE: Final = "base"
RANDOM: Final = "lot"
"""In place of a character: a random one."""

TALK: Final = 60.0
"""Seconds for which people have talked below a lobby before it is posted again."""

FILLED: Final = ("variant", "pace", "goal", "seats")
"""Fields of the form of settings of which one value is chosen, if any."""
ADD_COMPUTER: Final = "add_computer"
COMPUTERS: Final = (ADD_COMPUTER, "remove_computer")
COMPUTER_CHOICES: Final = [choice(f"button-{name}", name) for name in COMPUTERS]
LEVEL_CHOICES: Final = [choice(f"level-{level}", level) for level in LEVELS]
COLOUR_CHOICES: Final = [
    choice("character-lot", RANDOM),
    *[choice(f"character-{colour}", colour) for colour in CHARACTERS],
]
BOX_KEYS: Final = {
    "boxes-base": BASE,
    **{f"box-{box}": box for box in BOXES},
    "boxes-all": EVERYTHING,
}
"""The value of each choice of boxes by its key."""
BOX_SETTINGS: Final = {
    f"boxes={BASE}": "boxes=",
    **{f"boxes={box}": f"box={box}" for box in BOXES},
    f"boxes={EVERYTHING}": f"boxes={','.join(BOXES)}",
}
"""The action for each choice of boxes in a command: one box is added to the others or removed. A
select names all chosen boxes instead."""


class Lobby(CelestiaCog):
    """The commands and buttons before the deal; the board shows their effect at once."""

    def __init__(self, bot: Celestia) -> None:
        super().__init__(bot)
        self.slash("join", self.join, at=of_channel)
        self.slash("leave", self.leave, at=here)
        self.slash("start", self.start, at=here)
        computers = {"what": COMPUTER_CHOICES, "level": LEVEL_CHOICES}
        self.slash("computer", self.computer, group="table", at=here, choices=computers)
        characters = {"character": COLOUR_CHOICES}
        self.slash("character", self.character, group="table", at=here, choices=characters)
        settings = {"setting": self.settings}
        self.slash("option", self.option, group="table", at=here, suggest=settings)
        self.button("join", self.join_pressed)
        self.button("leave", self.leave)
        self.slash("word", self.word, group="seat", at=here)
        self.button("start", self.start)
        self.button("word", self.word_pressed)
        self.button("word_said", self.word_said)
        for name in COMPUTERS:
            self.button(name, self.computer_pressed)
        self.button("colour", self.character_pressed)
        self.button("boxes", self.boxes_pressed)
        self.button("setting", self.setting_pressed)
        self.button("settings", self.settings_pressed)
        self.button("preset", self.preset_pressed)
        self.button("form", self.form_pressed)
        self.button("filled", self.filled)
        self.button("save", self.save_pressed)
        self.button("saved", self.saved)

    async def join(self, click: Click) -> None:
        """Sit down; a new player is offered tips in private, beside the answer.

        A lobby that talk has pushed away is posted again at the bottom of the channel.
        """
        kept = await self._kept_seats(click)
        state = await click.do(Action("join"))
        if click.user in kept:
            await self.bot.store.invitations.end(click.table, click.user)
        if await self.bot.seating.sat_down(state.table, click.user):
            return
        if click.interaction.is_buried_for(TALK):
            await self.bot.service.repost(click.table, state.stored.channel, None, click.guild)
        if await self.bot.tips.is_to_be_asked(click.user, click.table):
            click.beside = Reply(offer(click.say, click.table))

    async def _kept_seats(self, click: Click) -> Mapping[int, float]:
        """Return the guests for whom seats are kept; refuse if all free ones are, for others."""
        kept = await self.bot.store.invitations.of(click.table)
        others = {guest: until for guest, until in kept.items() if guest != click.user}
        state = await click.look()
        table = state.table
        if table.invited_only and click.user not in kept and state.seat is None:
            raise Refused("for_invited")
        if others and 0 <= table.places - len(table.chairs) <= len(others):
            raise Refused("seats_kept", when=timestamp(min(others.values())))
        return kept

    async def join_pressed(self, click: Click) -> None:
        """Sit down, or get up by the button that does both. A double click counts once."""
        sits = (await click.look()).seat is not None
        both = click.argument == OR_LEAVE
        names = ("leave", "join") if both and sits else ("join", "leave")
        if both and self.bot.service.was_just_done(click.table, click.user, Action(names[1])):
            return
        await (self.join if names[0] == "join" else self.leave)(click)

    async def leave(self, click: Click) -> None:
        """Leave the seat."""
        await click.do(Action("leave"))

    async def start(self, click: Click) -> Reply:
        """Deal the cards, and show the player's own."""
        try:
            state = await click.start(self.bot.boards.announced)
        except NotBegun as fault:
            return click.not_begun(fault)
        return click.hand(state, click.say("started"), in_place=False)

    async def word(self, click: Click, word: app_commands.Range[str, 1, LONGEST_WORD]) -> Reply:
        """Mix the player's word into the deal; the others see it after the end."""
        await click.do(Action("word", cleaned(word)))
        return click.note(f"{icon('word')} {click.say('word-added')}")

    async def word_pressed(self, click: Click) -> Reply:
        """Ask for the word by a form."""
        state, say = await click.look(), click.say
        in_lobby(state.table)
        seated(state.seat)
        press = Press(click.table, "word_said")
        asks = line("word", say("word-label"), say("word-about"), LONGEST_WORD)
        asked = form(press, say("word-title"), asks)
        return replace(click.note(f"{icon('late')} {say('word-late')}"), form=asked)

    async def word_said(self, click: Click) -> Reply:
        """Mix in the word from the form."""
        return await self.word(click, "".join(click.values))

    async def computer(self, click: Click, what: str = ADD_COMPUTER, level: str = STAND_IN) -> None:
        """Add a computer of this level, or remove the last one."""
        what, level = chosen(COMPUTER_CHOICES, what), chosen(LEVEL_CHOICES, level)
        if what == ADD_COMPUTER:
            await self._kept_seats(click)
        await click.do(Action(what, level if what == ADD_COMPUTER else ""))

    async def computer_pressed(self, click: Click) -> None:
        """Add or remove one by a button; those of release 0.2.0 name no level and meant easy."""
        if click.press is not None:
            await self.computer(click, click.press.action, click.argument or EASY)

    async def character(self, click: Click, character: str) -> None:
        """Choose a character, or a random one."""
        await click.do(Action("colour", character.removeprefix(RANDOM)))

    async def character_pressed(self, click: Click) -> Reply | None:
        """Choose it by the select."""
        await self.character(click, "".join(click.values))
        return await self._seen(click)

    async def option(self, click: Click, setting: str) -> Reply | None:
        """Change a setting. The answer names the boxes, which no select shows here."""
        words = BOX_SETTINGS.get(setting, setting)
        state = await click.do(Action("setting", words))
        if not words.startswith("box"):
            return None
        return click.note(
            f"{icon('done')} {click.say('done')}", boxes_line(state.table.options, click.say)
        )

    async def settings_pressed(self, click: Click) -> Reply:
        """Show the settings on a private page."""
        state = await click.look()
        in_lobby(state.table)
        return await self._settings(click, state)

    async def _settings(self, click: Click, state: TableState) -> Reply:
        shown, offered = table_view(state.table), await presets(click)
        return Reply(lobby_settings(shown, click.say, state.seat, offered), in_place=True)

    async def preset_pressed(self, click: Click) -> Reply | None:
        """Change all settings to those of a preset."""
        seated = len((await click.look()).table.chairs)
        settings = await settings_of(click, "".join(click.values))
        if number(settings.get("seats", f"{seated}"), SEATS) < seated:
            del settings["seats"]  # those who sit stay
        await click.do(Action("setting", f"{SEVERAL}={written(settings)}"))
        return await self._seen(click)

    async def form_pressed(self, click: Click) -> Reply:
        """Ask by a form for the settings that most tables change."""
        state = await click.look()
        in_lobby(state.table)
        click.refuse_unless_in_charge(state)
        asked = settings_form(table_view(state.table), click.say)
        return replace(click.note(f"{icon('late')} {click.say('word-late')}"), form=asked)

    async def filled(self, click: Click) -> Reply:
        """Change the settings to those in the form, all or none."""
        now = current(table_view((await click.look()).table))
        fields = {name: ",".join(values) for name, values in click.interaction.fields.items()}
        wanted = now | {name: fields[name] for name in FILLED if fields.get(name)}
        wanted["boxes"] = fields.get("boxes", "")
        await click.do(Action("setting", f"{SEVERAL}={written(wanted)}"))
        return click.note(f"{icon('done')} {click.say('form-done')}")

    async def save_pressed(self, click: Click) -> Reply:
        """Ask for the name of the settings by a form."""
        state, say = await click.look(), click.say
        in_lobby(state.table)
        seated(state.seat)
        known = ", ".join(await self.bot.store.presets.of(click.guild))
        about = say("preset-about", names=known) if known else say("preset-about-none")
        press = Press(click.table, "saved")
        asks = line("name", say("preset-label"), about, WIDEST)
        asked = form(press, say("button-save"), asks)
        return replace(click.note(f"{icon('late')} {say('word-late')}"), form=asked)

    async def saved(self, click: Click) -> Reply:
        """Store the settings under the name from the form."""
        state = await click.look()
        seated(state.seat)
        name = plain_name("".join(click.values), "")
        if not name:
            raise Refused("no_preset_name")
        store = self.bot.store.presets
        if name in await store.of(click.guild) and not click.may_moderate:
            raise Refused("preset_taken", name=name)
        settings = {**current(table_view(state.table))}
        if not await store.save(click.guild, name, written(settings)):
            raise Refused("too_many_presets", most=MOST)
        return click.note(f"{icon('save')} {click.say('preset-saved', name=name)}")

    async def setting_pressed(self, click: Click) -> Reply | None:
        """Change a setting by a select."""
        await click.do(Action("setting", "".join(click.values)))
        return await self._seen(click)

    async def boxes_pressed(self, click: Click) -> Reply | None:
        """Play with exactly the boxes that are chosen."""
        await click.do(Action("setting", f"boxes={','.join(click.values)}"))
        return await self._seen(click)

    async def _seen(self, click: Click) -> Reply | None:
        """Redraw the private page if the change came from there; the lobby redraws itself."""
        return await self.settings_pressed(click) if click.interaction.is_private else None

    async def settings(self, click: Click) -> list[tuple[str, str]]:
        """Return a choice for each value of each setting."""
        say = click.say
        named = [
            (say(f"setting-{name}", value=say(key)), f"{name}={value}")
            for group in CHOICES.values()
            for name, value, key in group
        ]
        boxes = say("lobby-boxes")
        named += [(f"{boxes} {say(key)}", f"boxes={value}") for key, value in BOX_KEYS.items()]
        return named


setup = Lobby.load
