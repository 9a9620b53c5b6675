"""The tutorial: the first flight, the second one, and the switch of the tips."""

from __future__ import annotations

from bot.discord.controls import Control, Press, Style, button
from bot.pages.layout import PLAY_COLOUR, Content, Layout, named_button
from bot.pages.views import TableView
from bot.words import Catalogue
from bot.words.emoji import icon
from players.roster import EASY

PILOTS = (EASY, EASY)
"""The computers that fly with a beginner."""
WITH_CARDS = "power_cards"
"""The argument of the button of the second flight."""


def next_flight(shown: TableView, say: Catalogue) -> list[Control]:
    """Return the button that begins a second flight after a first one."""
    if not _was_first_flight(shown):
        return []
    press = Press(shown.table, "learn", WITH_CARDS)
    return [button(press, say("button-learn-cards"), Style.success, emoji=icon("learn"))]


def offer(say: Catalogue, table: str) -> Content:
    """Return the question to a person who sits down for the first time."""
    layout = Layout(PLAY_COLOUR).text(f"{icon('hint')} {say('tips-offer')}")
    please = tips_please(table, say, "button-tips-teach", Style.success)
    return layout.buttons([please, named_button(table, "learn", say)]).content()


def tips_please(table: str, say: Catalogue, label: str, style: Style = Style.secondary) -> Control:
    """Return the button that turns tips on."""
    return button(Press(table, "tips", "on"), say(label), style, emoji=icon("hint"))


def no_tips(table: str, say: Catalogue) -> Control:
    """Return the button that turns tips off."""
    return button(Press(table, "tips", "off"), say("button-tips-off"), emoji=icon("no_tips"))


def _was_first_flight(shown: TableView) -> bool:
    """Return whether one person finished a beginners' game with two easy computers, untimed."""
    computers = tuple([chair.computer for chair in shown.chairs if chair.computer])
    alone = computers == PILOTS and len(shown.chairs) == len(PILOTS) + 1
    beginners = shown.options.variant == "beginner" and shown.pace == "none"
    return shown.stage == "over" and alone and beginners
