"""Gives Discord the names and descriptions of commands in every language we speak."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands

from bot.words.catalogue import LANGUAGES, catalogue

_KEY: Final = "key"
_TOLD_ALREADY: Final = LANGUAGES[0]
"""The language that the commands are declared in."""


def text(key: str) -> app_commands.locale_str:
    """The words of this key, in each reader's language."""
    return app_commands.locale_str(catalogue(_TOLD_ALREADY)(key), key=key)


class Translator(app_commands.Translator):
    """Looks up in our catalogues what `text` declared."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContext[Any, Any],
    ) -> str | None:
        key = string.extras.get(_KEY)
        language = locale.value.partition("-")[0]
        if key is None or language == _TOLD_ALREADY or language not in LANGUAGES:
            return None
        return catalogue(language)(key)
