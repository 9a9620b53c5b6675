"""Gives Discord the names and descriptions of commands in every language of the bot."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands

from bot.words.catalogue import LANGUAGES, catalogue

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
