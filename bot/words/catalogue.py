"""The words of the game and of the bot: for each reader, and for Discord's own lists."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

import discord
from discord import app_commands

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


_KEY: Final = "key"
_DECLARED: Final = LANGUAGES[0]
"""The language in which commands are declared."""


def text(key: str) -> app_commands.locale_str:
    """Return the words of a key, which Discord shows in each reader's language."""
    return app_commands.locale_str(catalogue(_DECLARED)(key), key=key)


def language_choices() -> list[app_commands.Choice[str]]:
    """Return every language by its own name, which is the same for all readers."""
    return [
        app_commands.Choice(name=catalogue(language)("language-name"), value=language)
        for language in LANGUAGES
    ]


class Translator(app_commands.Translator):
    """Looks up the keys that `text` declared."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContext[Any, Any],  # noqa: ARG002 - discord.py passes it
    ) -> str | None:
        key = string.extras.get(_KEY)
        say = catalogue(locale.value)
        return None if key is None or say.language == _DECLARED else say(key)
