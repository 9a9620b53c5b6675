"""What all pictures have in common: a voice, the seats' names, and a sheet to put things on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final

import discord
from discord import ui

from bot.discord.controls import Control, Press, Style, button
from bot.discord.limits import LAYOUT_TEXT, OPTION_DESCRIPTION, OPTION_LABEL, ROW_BUTTONS
from bot.pages.views import TableView
from bot.words import Catalogue, Voice
from bot.words.emoji import COLOURS, NO_COLOUR, SEATS
from engine import Event
from engine.events import Drew, LegBegan

LOBBY_COLOUR: Final = 0x4C7DF0
PLAY_COLOUR: Final = 0x2BA8A0
ASK_COLOUR: Final = 0xE8A33D
CRASH_COLOUR: Final = 0xC0392B
END_COLOUR: Final = 0xD4AF37
PAST_COLOUR: Final = 0x7F8C8D


PlainName = Callable[[int, str], str]
"""The name of a user for places that show no mentions, or the given one."""


@dataclass(frozen=True, slots=True)
class Content:
    """A message: what it shows, who is called by it when it is new, and a file beside it."""

    view: ui.LayoutView
    mentions: tuple[int, ...] = ()
    """The users that a new message pings."""
    files: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    """Names and contents."""

    def __post_init__(self) -> None:
        # presses reach us without it: a view that still listened would be kept by discord.py,
        # with a task of its own for each private answer
        self.view.stop()


def seat_name(scene: TableView, say: Catalogue, seat: int) -> str:
    """A seat in the open: a mention, which needs no stored name, or a computer's name."""
    return f"{_sign(scene, seat)} {_who(scene, say, seat)}"


def _sign(scene: TableView, seat: int) -> str:
    """The colour of a seat: that of its character, or else that of its place."""
    if scene.colours:
        return COLOURS[scene.colours[seat]]
    if scene.view is None and "little_help" in scene.options.boxes:
        return COLOURS.get(scene.chairs[seat].colour, NO_COLOUR)
    return SEATS[seat]


def _who(scene: TableView, say: Catalogue, seat: int) -> str:
    chair = scene.chairs[seat]
    if chair.computer:
        return f"{say(f'computer-{chair.name}')} 🤖"
    user = scene.people.get(seat)
    return f"<@{user}>" if user else say("seat-empty", number=seat + 1)


def plain_seat_name(scene: TableView, say: Catalogue, plain: PlainName, seat: int) -> str:
    """A seat where no mention is shown, as on a button."""
    fallback = say("seat-number", number=seat + 1)
    chair = scene.chairs[seat]
    user = scene.people.get(seat)
    name = say(f"computer-{chair.name}") if chair.computer else plain(user or 0, fallback)
    return f"{_sign(scene, seat)} {name}"


def open_voice(scene: TableView, say: Catalogue) -> Voice:
    """The voice for texts."""
    return Voice(say, lambda seat: seat_name(scene, say, seat))


def label_voice(scene: TableView, say: Catalogue, plain: PlainName) -> Voice:
    """The voice for labels."""
    return Voice(say, lambda seat: plain_seat_name(scene, say, plain, seat))


class Layout:
    """A LayoutView of one container, filled from the top."""

    def __init__(self, colour: int) -> None:
        self.view: Final = ui.LayoutView(timeout=None)
        self._box: Final[ui.Container[Any]] = ui.Container(accent_colour=colour)
        self._room = LAYOUT_TEXT
        self.view.add_item(self._box)

    def text(self, *lines: str) -> Layout:
        """A paragraph; what does not fit any more is cut off with a mark."""
        words = "\n".join(line for line in lines if line)
        if len(words) > self._room:
            words = words[: self._room - 1] + "…" if self._room else ""
        if words:
            self._room -= len(words)
            self._box.add_item(ui.TextDisplay(words))
        return self

    def line(self) -> Layout:
        """A rule between two parts."""
        self._box.add_item(ui.Separator())
        return self

    def buttons(self, controls: Sequence[Control]) -> Layout:
        """Buttons, in as many rows as they need."""
        for start in range(0, len(controls), ROW_BUTTONS):
            row: ui.ActionRow[Any] = ui.ActionRow()
            for control in controls[start : start + ROW_BUTTONS]:
                row.add_item(control)
            self._box.add_item(row)
        return self

    def choice(self, control: Control) -> Layout:
        """A select, on a row of its own."""
        row: ui.ActionRow[Any] = ui.ActionRow()
        row.add_item(control)
        self._box.add_item(row)
        return self

    def file(self, name: str) -> Layout:
        """A file that is sent along."""
        self._box.add_item(ui.File(f"attachment://{name}"))
        return self


def services(scene: TableView, say: Catalogue) -> list[Control]:
    """The buttons that every page of a game has for everybody."""
    return [
        button(Press(scene.table, "hand"), say("button-hand"), Style.primary, emoji="🃏"),
        button(Press(scene.table, "rules"), say("button-rules"), emoji="📖"),
        button(Press(scene.table, "log"), say("button-log"), emoji="📜"),
    ]


def option(
    label: str, value: str, about: str = "", *, chosen: bool = False
) -> discord.SelectOption:
    """One line of a select, cut to what Discord takes."""
    return discord.SelectOption(
        label=label[:OPTION_LABEL],
        value=value,
        description=about[:OPTION_DESCRIPTION] or None,
        default=chosen,
    )


def told(voice: Voice, story: Iterable[Event], most: int) -> list[str]:
    """The last lines of a story; a round of drawing is one line, and the title is no line."""
    lines: list[str] = []
    for drawing, run in groupby(story, _is_somebodys_draw):
        group = [event for event in run if not isinstance(event, LegBegan)]
        if drawing and len(group) > 1:
            lines.append(f"{voice.icon(group[0])} {_all_drew(voice, group)}")
        else:
            lines += [f"{voice.icon(event)} {voice.event(event)}" for event in group]
    return lines[-most:]


def _is_somebodys_draw(event: Event) -> bool:
    """A draw of which no more is known than how many; of one's own, the cards are told."""
    return isinstance(event, Drew) and event.cards is None


def _all_drew(voice: Voice, draws: list[Event]) -> str:
    counts = [(event.seat, event.count) for event in draws if isinstance(event, Drew)]
    return voice.say(
        "story-drew",
        drawn=", ".join(f"{voice.seat(seat)} +{count}" for seat, count in counts),
    )


def timestamp(at: float) -> str:
    """A moment that each reader's Discord counts down to."""
    return f"<t:{round(at)}:R>"
