"""Keys of the bot that are put together from a name, beside those of the game."""

from collections.abc import Iterable

from bot.pages.rules import TOPICS
from bot.tables.table import TABLE_EVENTS
from tests.players.words import families
from tests.players.words.families import CARDS, SPECIALS

__all__ = ["CARDS", "FAMILIES", "FILES", "SPECIALS", "keys"]

TITLES = {topic.name for topic in TOPICS}

FAMILIES: dict[str, Iterable[str]] = {
    "event-{}": TABLE_EVENTS,
    # house rules that are not as usual, as the lobby tells them, and what helps those who play
    "{}-on": (
        *("mooring_keeps_dice", "instructor_for_all", "late_ejection", "help_stays"),
        *("reroll_none", "odds"),
    ),
    "{}-off": ("blue_takes_help", "power_cards", "spyglasses"),
    "help_penalty-{}": ("4",),
    "rules-{}": TITLES,
    "rules-{}-text": TITLES,
}

FILES = (*families.FILES, "rules")
"""The files whose keys are all of one of the families."""


def keys() -> set[str]:
    """The keys of the game and of the bot."""
    return families.keys() | families.keys(FAMILIES)
