"""The catalogues as they are written, of the game and of the bot together."""

from pathlib import Path

import bot.words
from tests.players.words import reading
from tests.players.words.reading import GAME, Said

FOLDERS = (GAME, Path(bot.words.__file__).parent)


def sentences(language: str) -> dict[str, Said]:
    """Every message by its key, and every term by its key behind a dash."""
    return reading.sentences(language, *FOLDERS)


def arguments(language: str, key: str) -> set[str]:
    """Return the arguments of a message and of the messages that it refers to."""
    said = sentences(language)[key]
    return said.arguments.union(*[arguments(language, other) for other in said.messages])
