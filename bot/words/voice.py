"""The voice of the game for Discord: with icons, and labels that fit their buttons."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.discord.limits import BUTTON_LABEL
from bot.words import emoji
from engine import Event, Move, View
from engine.box import UPGRADED
from engine.moves import Pay
from players import words

CUT: Final = "…"
"""Ends a label that was cut."""
_UNITS: Final = "utf-16-le"


class Voice(words.Voice):
    """Describes a game for Discord.

    For labels, which are plain text, ``seat`` must give plain names.
    """

    def move(self, move: Move, view: View | None = None) -> str:
        """Return a label that fits a button; with a view it names the target of a roll."""
        label = super().move(move, view)
        if len(label) > BUTTON_LABEL and isinstance(move, Pay):
            label = self.say("move-pay", cards=self._short_things(move.cards))
        return _fitting(emoji.plain(label))

    def dice(self, names: Iterable[str]) -> str:
        """Return the faces of dice, with icons."""
        shown = [f"{emoji.icon(name)} {self.face(name)}" for name in names]
        return self.counted(shown or [self.face("none")])

    def icon(self, thing: str | Event | Move) -> str:
        """Return the icon of a name, an event or a move."""
        return emoji.icon(thing)

    def _short_things(self, names: Iterable[str]) -> str:
        return self.counted(
            self.say(f"card-{name}-short") if name in UPGRADED else self.thing(name)
            for name in names
        )


def _fitting(label: str) -> str:
    """Return as much of a label as fits; Discord counts UTF-16 units."""
    units = label.encode(_UNITS)
    room = 2 * BUTTON_LABEL
    if len(units) <= room:
        return label
    return units[: room - 2 * len(CUT)].decode(_UNITS, "ignore") + CUT
