"""The words of the game in every language: catalogues of Project Fluent, and a voice.

Each language is a folder of ``.ftl`` files, one for each kind of sentence.
"""

from typing import Final

from players.words.catalogue import (
    ENGLISH,
    FOLDER,
    Catalogue,
    CatalogueError,
    best,
    catalogue,
    languages,
)
from players.words.voice import Voice

LANGUAGES: Final = languages(FOLDER)
"""The languages that have a folder here, English first."""

__all__ = [
    "ENGLISH",
    "FOLDER",
    "LANGUAGES",
    "Catalogue",
    "CatalogueError",
    "Voice",
    "best",
    "catalogue",
    "languages",
]
