"""Names of ships: untrusted text that is shown amid the bot's own markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final
from unicodedata import category, normalize

from bot.discord.names import plain_name

WIDEST: Final = 24
"""Columns of a name; wide characters take two."""
TYPED: Final = 60
"""Characters that can be typed: an emoji may take many."""
UNWANTED: Final = 400
"""Characters of a server's list of words that it does not want."""
_MARKUP: Final = re.compile(r"[*_~`|\\<>\[\]#/:@\uff20]+")
"""Without these there is no markdown, no mention and no link."""
_ALIKE: Final = str.maketrans("0134578@$!|€", "oieastbasiie")
"""Characters that stand in for letters, and those letters."""
_BETWEEN: Final = re.compile(r"[,;\n]")


def ship_name(typed: str) -> str:
    """Return the typed name, clean and on one line; "" if it has no letter, figure or symbol."""
    bare = _MARKUP.sub(" ", plain_name(typed, "", widest=4 * WIDEST))
    return plain_name(bare, "", widest=WIDEST) if any(_letters(bare)) else ""


def words_of(listed: str) -> tuple[str, ...]:
    """Return the words of a list, in the form in which names are compared."""
    return tuple(dict.fromkeys(filter(None, map(_folded, _BETWEEN.split(listed)))))


def is_unwanted(name: str, words: Iterable[str]) -> bool:
    """Return whether a name contains one of these words, even spaced out or in disguise."""
    folded = _folded(name)
    return any(word in folded for word in words)


def _folded(text: str) -> str:
    """Return letters and figures only, without case, accents and the commonest disguises."""
    return "".join(_letters(normalize("NFKD", text.casefold().translate(_ALIKE)).casefold()))


def _letters(text: str) -> Iterator[str]:
    return (char for char in text if category(char)[0] in "LNS")
