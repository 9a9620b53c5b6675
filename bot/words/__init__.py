"""Every sentence of the bot, in every language: the words of the game and its own on top."""

from bot.words.catalogue import LANGUAGES, catalogue
from bot.words.voice import Voice
from players.words import Catalogue, CatalogueError

__all__ = ["LANGUAGES", "Catalogue", "CatalogueError", "Voice", "catalogue"]
