"""The words of the game and of the bot, as one catalogue for each language."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Final

from players.words.catalogue import FOLDER, Catalogue, languages
from players.words.catalogue import catalogue as catalogue_of

_BOT_WORDS: Final = files("bot.words")

LANGUAGES: Final = languages(FOLDER, _BOT_WORDS)
"""The languages that have a folder in both places, English first."""
MAX_TAGS: Final = 128
"""Tags whose catalogue is remembered; Discord has some 30, but a tag can be any text."""


@lru_cache(MAX_TAGS)
def catalogue(tag: str) -> Catalogue:
    """Return the words for a reader's language tag; English for an unknown language."""
    return catalogue_of(tag, _BOT_WORDS)
