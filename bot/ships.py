"""Decorated ships: two colours, an emblem that may have to be earned, and a name.

A name is untrusted text that is shown amid the bot's own markdown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final
from unicodedata import category, normalize

from bot.discord.look_alikes import in_latin
from bot.discord.names import plain_name
from bot.results.standing import Standing

COLOURS: Final[dict[str, str]] = {
    "white": "#fffaf0",
    "gold": "#ffda5e",
    "pink": "#f6abc2",
    "azure": "#3397da",
    "green": "#258860",
    "red": "#a42a3a",
    "indigo": "#222674",
    "ink": "#0f121a",
}
"""From the lightest to the darkest, so that colour-blind eyes and grey prints tell them apart."""
EMBLEMS: Final = (
    "compass",
    "star",
    "moon",
    "sun",
    "heart",
    "anchor",
    "lightning",
    "key",
    "whale",
    "cat",
    "laurel",
    "summit",
    "plaster",
)
"""Emblems are told apart by their shapes; the last ones are earned."""


@dataclass(frozen=True, slots=True)
class Livery:
    """The look of a ship."""

    balloon: str = "gold"
    stripes: str = "red"
    emblem: str = EMBLEMS[0]

    @classmethod
    def of(cls, balloon: str, stripes: str, emblem: str) -> Livery:
        """Return this livery; unknown parts become those of a plain ship."""
        return cls(
            balloon if balloon in COLOURS else PLAIN.balloon,
            stripes if stripes in COLOURS else PLAIN.stripes,
            emblem if emblem in EMBLEMS else PLAIN.emblem,
        )


PLAIN: Final = Livery()
"""The livery of computers, and of people who have chosen none."""


@dataclass(frozen=True, slots=True)
class Ship:
    """A person's ship, at every table."""

    name: str = field(default="", repr=False)
    """Clean, and without markdown; "" for none."""
    livery: Livery = PLAIN


PLAIN_SHIP: Final = Ship()


@dataclass(frozen=True, slots=True)
class Feat:
    """A figure over all finished games, and the value that earns an emblem."""

    reached: Callable[[Standing], int]
    least: int


EARNED: Final[Mapping[str, Feat]] = {
    "laurel": Feat(lambda ever: ever.games, 10),
    "summit": Feat(lambda ever: ever.farthest, 9),
    "plaster": Feat(lambda ever: ever.largest_crash, 5),
}


def earned(ever: Standing) -> tuple[str, ...]:
    """Return the emblems that a person with this standing may choose from."""
    closed = {it for it, feat in EARNED.items() if feat.reached(ever) < feat.least}
    return tuple([it for it in EMBLEMS if it not in closed])


NAME_WIDTH: Final = 24
"""Columns of a name; wide characters take two."""
MAX_TYPED: Final = 60
"""Characters that can be typed: an emoji may take many."""
MAX_UNWANTED: Final = 400
"""Characters of a server's list of words that it does not want."""
_MARKUP: Final = re.compile(r"[*_~`|\\<>\[\]#/:@\uff20]+")
"""Without these there is no markdown, no mention and no link."""
_ALIKE: Final = str.maketrans("0134578@$!|€", "oieastbasiie")
"""Characters that stand in for letters, and those letters."""
_BETWEEN: Final = re.compile(r"[,;\n]")


def ship_name(typed: str) -> str:
    """Return the typed name, clean and on one line; "" if it has no letter, figure or symbol."""
    bare = _MARKUP.sub(" ", plain_name(typed, "", widest=4 * NAME_WIDTH))
    return plain_name(bare, "", widest=NAME_WIDTH) if any(_letters(bare)) else ""


def words_of(listed: str) -> tuple[str, ...]:
    """Return the words of a list, in the form in which names are compared."""
    return tuple(dict.fromkeys(filter(None, map(_folded, _BETWEEN.split(listed)))))


def is_unwanted(name: str, words: Iterable[str]) -> bool:
    """Return whether a name contains one of these words, even spaced out or in disguise."""
    folded, seen = _folded(name), _skeleton(name)
    return any(word in folded or _listed(word) in seen for word in words)


@lru_cache(maxsize=10_000)
def _listed(word: str) -> str:
    """Return the skeleton of a word on a list; names are not cached."""
    return _skeleton(word)


def _skeleton(text: str) -> str:
    """Return what a text looks like, whatever the alphabets of its letters."""
    latin = in_latin(normalize("NFKD", in_latin(text)))
    return _folded(latin).replace("l", "i")  # a capital I looks like a small L


def _folded(text: str) -> str:
    """Return letters and figures only, without case, accents and the commonest disguises."""
    return "".join(_letters(normalize("NFKD", text.casefold().translate(_ALIKE)).casefold()))


def _letters(text: str) -> Iterator[str]:
    return (char for char in text if category(char)[0] in "LNS")
