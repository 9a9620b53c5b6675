"""How people are named: a display name is a stranger's text in the middle of ours.

`plain_name` is for places that show no markdown, such as labels and the names of threads; all other
text mentions people instead. A plain name is at most `WIDEST` columns wide, fits on one line, runs
in the direction of its letters, and pings nobody.
"""

import re
from collections import OrderedDict
from collections.abc import Iterator
from typing import Final
from unicodedata import category, east_asian_width, normalize

from bot.discord.incoming import Person

WIDEST: Final = 32
"""Columns of a name; wide characters take two."""
LONGEST: Final = 64
"""UTF-16 units of a plain name, which is how Discord counts; an emoji may take many."""
CUT: Final = "…"
"""Ends a name that was too wide."""
_NOBODY: Final = "?"

_READ: Final = 400
"""How many characters are read: names that do not come from Discord may be endless."""
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
"""These two ping everybody, so they get another @."""
_OTHER_AT: Final = "\uff20"
"""The wide @, which looks alike and pings nobody."""
_NOT_OURS: Final = re.compile(f"[^{CUT}{_OTHER_AT}]+")
"""All that is normalised; our own two characters stay, so that cleaning twice changes nothing."""


def plain_name(text: str, fallback: str = _NOBODY, *, widest: int = WIDEST) -> str:
    """The name for places without markdown; the fallback if none of it is visible."""
    return _cut(_clean(text), widest) or fallback


def width(text: str) -> int:
    """How many columns a text takes."""
    return sum(map(_columns, _clusters(text)))


def _clean(text: str) -> str:
    """One line of visible characters, with no more marks and joiners than a name needs."""
    # before normalising, so that nothing unseen separates letters, and after it for its results
    once = _visible(text[:_READ])
    normal = _NOT_OURS.sub(lambda part: normalize("NFKC", part[0]), once)
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
    """A joiner stands between two emoji; anywhere else it is an unseen character."""
    pictorial = category(last) == "So" or last == _COLOURFUL or _is_tone(last)
    return pictorial and bool(following) and category(following) == "So"


def _follows(char: str, last: str) -> bool:
    """The character is shown as one with the last, though it is no mark."""
    return last == _JOINER or (_is_tone(char) and category(last) == "So")


def _is_mark(char: str) -> bool:
    return category(char) in {"Mn", "Me", "Mc"}


def _is_tone(char: str) -> bool:
    return "\U0001f3fb" <= char <= "\U0001f3ff"


def _is_flag_letter(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _clusters(text: str) -> Iterator[str]:
    """What a reader takes for one character: a letter with its marks, a joined emoji, a flag."""
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
    """The last known names of people, in memory only: nothing about them is stored.

    A nickname belongs to its server and is shown nowhere else.
    """

    def __init__(self, room: int = 10_000) -> None:
        self._room: Final = room
        """How many names are remembered; the least recently used goes first."""
        self._names: OrderedDict[tuple[int, int], tuple[str, str | None]] = OrderedDict()
        """The name as Discord gave it, and its plain form once somebody has asked for it."""

    def __len__(self) -> int:
        return len(self._names)

    def saw(self, user: Person, guild: int) -> None:
        """Remember a user's name, and how they are called in this server."""
        self._keep(0, user.id, user.name)
        if guild:
            self._keep(guild, user.id, user.nickname or user.name)

    def of(self, user_id: int, fallback: str, guild: int = 0) -> str:
        """The plain name of a user in this server, or else their global one."""
        for key in ((guild, user_id), (0, user_id)):
            plain = self._plain(key)
            if plain:
                self._names.move_to_end(key)
                return plain
        return fallback

    def _plain(self, key: tuple[int, int]) -> str:
        told, plain = self._names.get(key, ("", ""))
        if plain is None:
            plain = plain_name(told, "")
            self._names[key] = told, plain
        return plain

    def forget(self, user_id: int) -> None:
        """Forget every name of this user."""
        for key in [key for key in self._names if key[1] == user_id]:
            del self._names[key]

    def _keep(self, guild: int, user_id: int, name: str) -> None:
        known = self._names.get((guild, user_id))
        if known is None or known[0] != name:  # a known name may have its plain form already
            self._names[guild, user_id] = name, None
        self._names.move_to_end((guild, user_id))
        while len(self._names) > self._room:
            self._names.popitem(last=False)
