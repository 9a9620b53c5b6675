"""The sentences of a language by their keys, read from the ``.ftl`` files of its folder."""

from __future__ import annotations

import logging
from functools import cache
from importlib.resources import files
from typing import ClassVar, Final

from fluent.runtime import FluentBundle, FluentResource

LANGUAGES: Final = ("en", "fr")
"""The languages that have a folder here; the first is spoken where there is no other."""

_PACKAGE: Final = "bot.words"
_log = logging.getLogger(__name__)


class CatalogueError(LookupError):
    """A key without a sentence, or a sentence that lacks a value."""

    def __init__(self, language: str, key: str, *faults: object) -> None:
        super().__init__(f"{language}, {key}: {'; '.join(map(str, faults))}")


class Catalogue:
    """What can be said in one language.

    A fault in a catalogue never reaches a reader: it is logged once, and English is spoken, or at
    worst the key.

    >>> words("fr")("face-fog")
    'brouillard'
    """

    strict: ClassVar[bool] = False
    """Raise a `WordsError` instead of getting by; for tests."""

    def __init__(
        self, language: str, bundle: FluentBundle, fallback: Catalogue | None = None
    ) -> None:
        self.language: Final = language
        self._bundle = bundle
        self._fallback = fallback
        self._plain: dict[str, str] = {}
        """Sentences that came out without any value."""
        self._faulty: set[str] = set()

    def __call__(self, key: str, /, **values: object) -> str:
        """The sentence of this key, with these values in it."""
        if key in self._plain:
            return self._plain[key]
        try:
            said = self._said(key, values)
        except CatalogueError as fault:
            return self._get_by(key, values, fault)
        if not values:
            self._plain[key] = said
        return said

    def __contains__(self, key: object) -> bool:
        """Is there a sentence of this key?"""
        return isinstance(key, str) and self._bundle.has_message(key)

    def _said(self, key: str, values: dict[str, object]) -> str:
        pattern = self._bundle.get_message(key).value if key in self else None
        if pattern is None:
            raise CatalogueError(self.language, key, "no such sentence")
        said, faults = self._bundle.format_pattern(pattern, values)
        if faults:
            raise CatalogueError(self.language, key, *faults)
        return str(said)

    def _get_by(self, key: str, values: dict[str, object], fault: CatalogueError) -> str:
        if self.strict:
            raise fault
        if key not in self._faulty:
            self._faulty.add(key)
            _log.error("a sentence could not be said: %s", fault)
        return self._fallback(key, **values) if self._fallback else key


def catalogue(language: str) -> Catalogue:
    """The words of this language or of its plain form (``en-GB``: ``en``); or else English."""
    plain = language.replace("_", "-").partition("-")[0].lower()
    return _words(plain if plain in LANGUAGES else LANGUAGES[0])


@cache
def _words(language: str) -> Catalogue:
    # names and mentions stand in the sentences, and Discord takes isolating marks for text
    bundle = FluentBundle([language], use_isolating=False)
    for file in sorted(files(_PACKAGE).joinpath(language).iterdir(), key=lambda file: file.name):
        if file.name.endswith(".ftl"):
            bundle.add_resource(FluentResource(file.read_text("utf-8")))
    return Catalogue(language, bundle, None if language == LANGUAGES[0] else _words(LANGUAGES[0]))
