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


def what_next(layout: Layout, shown: TableView, say: Catalogue) -> None:
    """Add what a person can do after a first flight."""
    if shown.stage != "over" or not shown.is_first_flight:
        return
    layout.text(f"{icon('learn')} {say('learn-next')}")
    with_cards = Press(shown.table, "learn", WITH_CARDS)
    layout.buttons(
        [
            button(with_cards, say("button-learn-cards"), Style.success, emoji=icon("learn")),
            button(Press(shown.table, "new"), say("button-new"), emoji=icon("seat")),
            named_button(shown.table, "rules", say),
        ]
    )


def offer(say: Catalogue, table: str) -> Content:
    """Return the question to a person who sits down for the first time."""
    layout = Layout(PLAY_COLOUR).text(f"{icon('tip')} {say('tips-offer')}")
    please = tips_please(table, say, "button-tips-teach", Style.success)
    return layout.buttons([please, named_button(table, "learn", say)]).content()


def tips_please(table: str, say: Catalogue, label: str, style: Style = Style.secondary) -> Control:
    """Return the button that turns tips on."""
    return button(Press(table, "tips", "on"), say(label), style, emoji=icon("tip"))


def no_tips(table: str, say: Catalogue) -> Control:
    """Return the button that turns tips off."""
    return button(Press(table, "tips", "off"), say("button-tips-off"), emoji=icon("no_tips"))
