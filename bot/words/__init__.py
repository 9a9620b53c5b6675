"""The sentences of the bot in every language, on top of the words of the game."""

from bot.words.catalogue import LANGUAGES, catalogue
from bot.words.voice import Voice
from players.words import Catalogue, CatalogueError

__all__ = ["LANGUAGES", "Catalogue", "CatalogueError", "Voice", "catalogue"]
