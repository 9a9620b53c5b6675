"""How a ship may be called: it is a stranger's text in the middle of ours, markdown included."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final
from unicodedata import category, normalize

from bot.discord.names import plain_name

WIDEST: Final = 24
"""Columns of a name; wide characters take two."""
TYPED: Final = 60
"""So much can be typed: an emoji may take many characters."""
UNWANTED: Final = 400
"""Characters of a server's list of words that it does not want."""
_MARKUP: Final = re.compile(r"[*_~`|\\<>\[\]#/:@\uff20]+")
"""Without these there is no markdown, no mention and no link."""
_ALIKE: Final = str.maketrans("0134578@$!|€", "oieastbasiie")
"""Signs that are put for letters."""
_BETWEEN: Final = re.compile(r"[,;\n]")


def ship_name(typed: str) -> str:
    """The name that was meant, clean and on one line; "" if it has no letter, figure or symbol."""
    bare = _MARKUP.sub(" ", plain_name(typed, "", widest=4 * WIDEST))
    return plain_name(bare, "", widest=WIDEST) if any(_letters(bare)) else ""


def words_of(listed: str) -> tuple[str, ...]:
    """The words of a list, as they are compared."""
    return tuple(dict.fromkeys(filter(None, map(_folded, _BETWEEN.split(listed)))))


def is_unwanted(name: str, words: Iterable[str]) -> bool:
    """Does a name hold one of these words, be it in the middle, spaced out or in disguise?"""
    folded = _folded(name)
    return any(word in folded for word in words)


def _folded(text: str) -> str:
    """The letters and figures alone, without case, accents and the commonest disguises."""
    return "".join(_letters(normalize("NFKD", text.casefold().translate(_ALIKE)).casefold()))


def _letters(text: str) -> Iterator[str]:
    return (char for char in text if category(char)[0] in "LNS")
