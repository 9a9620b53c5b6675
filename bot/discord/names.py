"""Names of people: untrusted text that is shown amid the bot's own.

`plain_name` is for places that show no markdown, such as labels and the names of threads; all other
text mentions people instead. A plain name is at most `WIDEST` columns wide, fits on one line, runs
in the direction of its letters, and pings nobody.
"""

import re
from collections.abc import Iterator
from typing import Final
from unicodedata import category, east_asian_width, normalize

from bot.discord.incoming import Person
from bot.lru import Lru

WIDEST: Final = 32
"""Columns of a name; wide characters take two."""
LONGEST: Final = 64
"""UTF-16 units of a plain name, which is how Discord counts; an emoji may take many."""
CUT: Final = "…"
"""Ends a name that was too wide."""
_NAMELESS: Final = "?"

_READ: Final = 400
"""Characters of a name that are read; texts that do not come from Discord have no limit."""
_MARKS: Final = 3
"""Combining marks on one letter: enough for any script, too few to climb into the next line."""
_JOINED: Final = 3
"""Joiners in one emoji: a family of four has three."""

_BLANK: Final = frozenset("\u2800")
"""Looks blank, though Unicode calls it a symbol."""
_UNSEEN: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0"
    + "".join(map(chr, (*range(0xFE00, 0xFE0E), *range(0xE0100, 0xE01F0))))
)
"""Letters and marks that show nothing."""
_UNWANTED: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
"""Control, direction and other format characters, and code points without a character."""
_JOINER: Final = "\u200d"
_COLOURFUL: Final = "\ufe0f"
"""Asks for the coloured, wide form of the symbol before it."""

_EVERYONE: Final = re.compile(r"@(?=everyone|here)", re.IGNORECASE)
"""These two notify a whole server, so they get another @."""
_OTHER_AT: Final = "\uff20"
"""The wide @, which looks alike and pings nobody."""
_NORMALISED: Final = re.compile(f"[^{CUT}{_OTHER_AT}]+")
"""Characters to normalise: all but the two that cleaning puts in, so that it is idempotent."""


def plain_name(text: str, fallback: str = _NAMELESS, *, widest: int = WIDEST) -> str:
    """Return the name for places without markdown; the fallback if none of it is visible."""
    return _cut(_clean(text), widest) or fallback


def width(text: str) -> int:
    """Return the number of columns of a text."""
    return sum(map(_columns, _clusters(text)))


def _clean(text: str) -> str:
    """Return one line of visible characters, with as many marks and joiners as a name needs."""
    # before normalising, so that nothing unseen separates letters, and after it for its results
    once = _visible(text[:_READ])
    normal = _NORMALISED.sub(lambda part: normalize("NFKC", part[0]), once)
    words = " ".join(_visible(normal).split())
    seen = any(category(char)[0] in "LNPS" for char in words)
    return _EVERYONE.sub(_OTHER_AT, words) if seen else ""


def _visible(text: str) -> str:
    kept: list[str] = []
    marks = joints = 0
    for at, char in enumerate(text):
        last = kept[-1] if kept else " "
        if char.isspace() or char in _BLANK:
            char, marks, joints = " ", 0, 0
        elif char == _JOINER and joints < _JOINED and _joins(last, text[at + 1 : at + 2]):
            joints += 1
        elif category(char) in _UNWANTED or char in _UNSEEN:
            continue
        elif _is_mark(char):
            marks += 1
            if marks > _MARKS or last == " ":
                continue
        elif not _follows(char, last):
            marks = joints = 0
        kept.append(char)
    return "".join(kept)


def _joins(last: str, following: str) -> bool:
    """Return whether a joiner stands between two emoji; elsewhere it is an invisible character."""
    pictorial = category(last) == "So" or last == _COLOURFUL or _is_tone(last)
    return pictorial and bool(following) and category(following) == "So"


def _follows(char: str, last: str) -> bool:
    """Return whether a character that is no mark merges with the last one."""
    return last == _JOINER or (_is_tone(char) and category(last) == "So")


def _is_mark(char: str) -> bool:
    return category(char) in {"Mn", "Me", "Mc"}


def _is_tone(char: str) -> bool:
    return "\U0001f3fb" <= char <= "\U0001f3ff"


def _is_flag_letter(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _clusters(text: str) -> Iterator[str]:
    """Yield the grapheme clusters: a letter with its marks, a joined emoji, a flag."""
    cluster = ""
    for char in text:
        flag = len(cluster) == 1 and _is_flag_letter(cluster) and _is_flag_letter(char)
        attached = _is_mark(char) or char == _JOINER or flag
        if cluster and not attached and not _follows(char, cluster[-1]):
            yield cluster
            cluster = ""
        cluster += char
    if cluster:
        yield cluster


def _columns(cluster: str) -> int:
    wide = any(east_asian_width(char) in "WF" for char in cluster)
    pair = len(cluster) == 2 and _is_flag_letter(cluster[1])
    base = 2 if wide or pair or _COLOURFUL in cluster else 1
    return base + sum(category(char) == "Mc" for char in cluster)


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def _cut(text: str, widest: int) -> str:
    if width(text) <= widest and _units(text) <= LONGEST:
        return text
    kept = ""
    for cluster in _clusters(text):
        longer = kept + cluster
        if width(longer + CUT) > widest or _units(longer + CUT) > LONGEST:
            break
        kept = longer
    return kept.rstrip() + CUT


class Names:
    """The last known names of people, in memory only. Names that were used longest ago go first.

    A nickname belongs to its server and is shown nowhere else.
    """

    def __init__(self, capacity: int = 10_000) -> None:
        self._names: Final = Lru[tuple[int, int], tuple[str, str | None]](capacity)
        """By server and user: the name from Discord, and its plain form once that was needed."""

    def __len__(self) -> int:
        return len(self._names)

    def saw(self, user: Person, guild: int) -> None:
        """Remember a user's name, and their nickname in this server."""
        self._keep(0, user.id, user.name)
        if guild:
            self._keep(guild, user.id, user.nickname or user.name)

    def of(self, user_id: int, fallback: str, guild: int = 0) -> str:
        """Return the plain name of a user in this server, or else their global one."""
        for key in ((guild, user_id), (0, user_id)):
            plain = self._plain(key)
            if plain:
                return plain
        return fallback

    def _plain(self, key: tuple[int, int]) -> str:
        told, plain = self._names.get(key) or ("", "")
        if plain is None:
            plain = plain_name(told, "")
            self._names[key] = told, plain
        return plain

    def forget(self, user_id: int) -> None:
        """Delete every name of a user."""
        for key in [key for key in self._names if key[1] == user_id]:
            self._names.pop(key)

    def _keep(self, guild: int, user_id: int, name: str) -> None:
        known = self._names.get((guild, user_id))
        if known is None or known[0] != name:  # a known name may have its plain form already
            self._names[guild, user_id] = name, None
