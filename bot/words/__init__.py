"""Every sentence for people, in every language: catalogues of Project Fluent and a voice."""

from bot.words.catalogue import LANGUAGES, Catalogue, CatalogueError, catalogue
from bot.words.voice import Voice

__all__ = ["LANGUAGES", "Catalogue", "CatalogueError", "Voice", "catalogue"]
