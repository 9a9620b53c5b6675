"""The sentences of a language by their keys, read from the ``.ftl`` files of its folders.

A language is a folder with the tag that Discord has for it (``fr``, ``pt-BR``), or with the plain
language that serves several of its tags (``en``). Adding the folder adds the language.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import ClassVar, Final

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.resolver import Message

ENGLISH: Final = "en"
"""The fallback for a missing language or sentence."""
FOLDER: Final = files("players.words")
"""The sentences of the game; a program adds folders of its own."""

_FILE: Final = ".ftl"
_ENTRY: Final = re.compile(r"^(?P<name>-?[a-zA-Z][\w-]*) *=", re.ASCII | re.MULTILINE)
"""The start of a message or term; its further lines are indented."""
_log = logging.getLogger(__name__)


MAX_CACHED: Final = 1_500
"""Sentences in each half of a language's cache, of about a kilobyte each. Most have names or
numbers in them that do not come again soon."""


class CatalogueError(LookupError):
    """A key without a sentence, or a sentence that lacks a value."""

    def __init__(self, language: str, key: str, *faults: object) -> None:
        super().__init__(f"{language}, {key}: {'; '.join(map(str, faults))}")


class Catalogue:
    """The sentences of one language.

    A fault in a catalogue never reaches a reader: it is logged once, and English is used instead,
    or at worst the key.

    >>> catalogue("fr")("face-fog")
    'brouillard'
    """

    strict: ClassVar[bool] = False
    """Raise a `CatalogueError` instead of falling back to English; for tests."""

    def __init__(
        self, language: str, bundle: FluentBundle, fallback: Catalogue | None = None
    ) -> None:
        self.language: Final = language
        self._bundle = bundle
        self._fallback = fallback
        self._recent: dict[tuple[object, ...], str] = {}
        """A cache of sentences by their keys and values."""
        self._former: dict[tuple[object, ...], str] = {}
        """Its other half: the sentences said before the recent ones; those not said again go."""
        self._faulty: set[str] = set()

    def __call__(self, key: str, /, **values: object) -> str:
        """Return the sentence of this key with these values."""
        sentence = (key, *values.items())
        said = self._recent.get(sentence)
        if said is not None:
            return said
        said = self._former.get(sentence)
        if said is None:
            try:
                said = self._said(key, values)
            except CatalogueError as fault:
                return self._get_by(key, values, fault)
        if len(self._recent) >= MAX_CACHED:
            self._former, self._recent = self._recent, {}
        self._recent[sentence] = said
        return said

    def __contains__(self, key: object) -> bool:
        """Return whether there is a sentence of this key."""
        return isinstance(key, str) and self._bundle.has_message(key)

    def _said(self, key: str, values: dict[str, object]) -> str:
        try:
            pattern = self._bundle.get_message(key).value
        except LookupError:
            pattern = None
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


@cache
def languages(*folders: Traversable) -> tuple[str, ...]:
    """Return the languages that all of these folders have, English first."""
    found = [{each.name for each in folder.iterdir() if _has_words(each)} for folder in folders]
    return (ENGLISH, *sorted(set[str].intersection(*found) - {ENGLISH}))


def match(tag: str, spoken: Sequence[str]) -> str | None:
    """Return the best of these languages for a reader of this tag (``pt-BR``, ``fr_CA.UTF-8``).

    The whole tag comes first, then shorter forms of it. Siblings do not match: ``zh-CN`` is not for
    readers of ``zh-TW``.
    """
    by_tag = {language.lower(): language for language in spoken}
    wanted = tag.partition(".")[0].replace("_", "-").lower()
    while wanted and wanted not in by_tag:
        wanted = wanted.rpartition("-")[0]
    return by_tag.get(wanted)


def best(tag: str, spoken: Sequence[str]) -> str:
    """Return the same, or English if there is none."""
    return match(tag, spoken) or ENGLISH


def catalogue(tag: str, *more: Traversable) -> Catalogue:
    """Return the sentences of the game for a reader of this tag, and those of ``more`` folders."""
    folders = (FOLDER, *more)
    return _read(best(tag, languages(*folders)), folders)


class LazyBundle(FluentBundle):
    """Parses each sentence when it is first said: parsing all of them takes most of a start."""

    def __init__(self, language: str) -> None:
        # no isolating marks: the sentences hold mentions, and Discord shows the marks as text
        super().__init__([language], use_isolating=False)
        self._sources: dict[str, str] = {}
        """The source of each message and, with a dash before its name, of each term."""

    def add(self, text: str) -> None:
        """Add the entries of a file; of two with one name the first counts."""
        starts = [*_ENTRY.finditer(text)]
        ends = [*(start.start() for start in starts[1:]), len(text)]
        for start, end in zip(starts, ends, strict=True):
            self._sources.setdefault(start["name"], text[start.start() : end])

    def has_message(self, message_id: str) -> bool:
        return message_id in self._sources and not message_id.startswith("-")

    def _lookup(self, entry_id: str, term: bool = False) -> Message:
        name = f"-{entry_id}" if term else entry_id
        if name not in self._compiled and name in self._sources:
            self.add_resource(FluentResource(self._sources[name]))
        return super()._lookup(entry_id, term)


@cache
def _read(language: str, folders: tuple[Traversable, ...]) -> Catalogue:
    bundle = LazyBundle(language)
    for folder in folders:
        for file in sorted(folder.joinpath(language).iterdir(), key=lambda file: file.name):
            if file.name.endswith(_FILE):
                bundle.add(file.read_text("utf-8"))
    return Catalogue(language, bundle, None if language == ENGLISH else _read(ENGLISH, folders))


def _has_words(folder: Traversable) -> bool:
    return folder.is_dir() and any(file.name.endswith(_FILE) for file in folder.iterdir())
