"""Every sentence for people, in every language: catalogues of Project Fluent and a voice."""

from bot.words.catalogue import LANGUAGES, Words, WordsError, words
from bot.words.voice import Voice

__all__ = ["LANGUAGES", "Voice", "Words", "WordsError", "words"]
