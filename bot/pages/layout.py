"""What all pages share: the voice, the names of seats, and a `Layout` to fill."""

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
    """A message: what it shows, whom it pings when it is new, and its files."""

    view: ui.LayoutView
    mentions: tuple[int, ...] = ()
    """The users that a new message pings."""
    files: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    """Names and contents."""

    def __post_init__(self) -> None:
        # the client hears of presses itself, and discord.py would hold on to a view that listens,
        # with a task of its own for each private answer
        self.view.stop()


def seat_name(shown: TableView, say: Catalogue, seat: int) -> str:
    """A seat in public: a mention, which needs no stored name, or a computer's name."""
    return f"{_emoji(shown, seat)} {_who(shown, say, seat)}"


def _emoji(shown: TableView, seat: int) -> str:
    """The colour of a seat: that of its character, or else that of its place."""
    if shown.colours:
        return COLOURS[shown.colours[seat]]
    if shown.view is None and "little_help" in shown.options.boxes:
        return COLOURS.get(shown.chairs[seat].colour, NO_COLOUR)
    return SEATS[seat]


def _who(shown: TableView, say: Catalogue, seat: int) -> str:
    chair = shown.chairs[seat]
    if chair.computer:
        return f"{say(f'computer-{chair.name}')} 🤖"
    user = shown.people.get(seat)
    return f"<@{user}>" if user else say("seat-empty", number=seat + 1)


def plain_seat_name(shown: TableView, say: Catalogue, plain: PlainName, seat: int) -> str:
    """A seat where mentions are not shown, as on a button."""
    fallback = say("seat-number", number=seat + 1)
    chair = shown.chairs[seat]
    user = shown.people.get(seat)
    name = say(f"computer-{chair.name}") if chair.computer else plain(user or 0, fallback)
    return f"{_emoji(shown, seat)} {name}"


def open_voice(shown: TableView, say: Catalogue) -> Voice:
    """The voice for texts."""
    return Voice(say, lambda seat: seat_name(shown, say, seat))


def label_voice(shown: TableView, say: Catalogue, plain: PlainName) -> Voice:
    """The voice for labels."""
    return Voice(say, lambda seat: plain_seat_name(shown, say, plain, seat))


class Layout:
    """A LayoutView of one container, filled from the top."""

    def __init__(self, colour: int) -> None:
        self.view: Final = ui.LayoutView(timeout=None)
        self._box: Final[ui.Container[Any]] = ui.Container(accent_colour=colour)
        self._room = LAYOUT_TEXT
        self.view.add_item(self._box)

    def text(self, *lines: str) -> Layout:
        """A paragraph; text beyond Discord's limit is cut off with an ellipsis."""
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
        """A file that is sent with the message."""
        self._box.add_item(ui.File(f"attachment://{name}"))
        return self


def services(shown: TableView, say: Catalogue) -> list[Control]:
    """The buttons that every page of a game has for everybody."""
    return [
        button(Press(shown.table, "hand"), say("button-hand"), Style.primary, emoji="🃏"),
        button(Press(shown.table, "rules"), say("button-rules"), emoji="📖"),
        button(Press(shown.table, "log"), say("button-log"), emoji="📜"),
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
    """The last lines of a story; a round of draws is one line, and the title is none."""
    lines: list[str] = []
    for drawing, run in groupby(story, _is_somebodys_draw):
        group = [event for event in run if not isinstance(event, LegBegan)]
        if drawing and len(group) > 1:
            lines.append(f"{voice.icon(group[0])} {_all_drew(voice, group)}")
        else:
            lines += [f"{voice.icon(event)} {voice.event(event)}" for event in group]
    return lines[-most:]


def _is_somebodys_draw(event: Event) -> bool:
    """A draw of which only the count is known; one's own draws name the cards."""
    return isinstance(event, Drew) and event.cards is None


def _all_drew(voice: Voice, draws: list[Event]) -> str:
    counts = [(event.seat, event.count) for event in draws if isinstance(event, Drew)]
    return voice.say(
        "story-drew",
        drawn=", ".join(f"{voice.seat(seat)} +{count}" for seat, count in counts),
    )


def timestamp(at: float) -> str:
    """A time that Discord counts down to for each reader."""
    return f"<t:{round(at)}:R>"
