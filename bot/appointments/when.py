"""Reads the words in which people name a time: ``friday 19:30``, ``in 2 h``, ``demain 20h``.

Each word of time becomes a code, filling words fall away, and a few patterns read the rest:
``vendredi prochain à 19h30`` is ``next w4 19 h 30`` for them. A time that could mean two things is
asked for again, not guessed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Any, Final
from zoneinfo import ZoneInfo

from babel.dates import get_day_names, get_month_names

from bot.tables.refusals import Refused
from bot.words import catalogue

LONGEST: Final = 40
"""Characters of the words."""
SOONEST: Final = 5
"""Minutes from now; sooner, a table can as well be opened at once."""
LATEST: Final = 60
"""Days from now."""

_WORDS: Final = {
    "today": "d0",
    "tonight": "d0 pm",
    "tomorrow": "d1",
    "after-tomorrow": "d2",
    "in": "in",
    "minutes": "min",
    "hours": "h",
    "days": "day",
    "weeks": "week",
    "one": "1",
    "half": "half",
    "am": "am",
    "pm": "pm",
    "noon": "12 : 00",
    "midnight": "24 : 00",
    "next": "next",
    "at": "at",
    "filling": "",
}
"""The codes of each list of words, by the end of its name in the catalogues."""
_UNKNOWN: Final = "?"
_SHORTEST: Final = 3
"""Letters from which on the beginning of a name means a day or a month."""
_PIECE: Final = re.compile(
    r"(\d+|[^\W\d_]+|[:/]|(?<!\w)\.|(?<=\d)\.|(?<=\d)-(?=\d))|(?<=[^\W\d_])[-.]|[\s,'’]|(.)"
)
_HALF_HOUR: Final = re.compile(r"\b(?:1 )?half(?: 1)? h\b|(?<= h) (?:1 )?half\b")
_IN: Final = re.compile(
    r"in(?: (\d+) week)?(?: (\d+) day)?(?: (\d+) h(?: (\d+)$)?)?(?: (\d+) min)?", re.ASCII
)
_CLOCK: Final = re.compile(
    r"\b(?P<hour>\d{1,2})(?: : (?P<minute>\d\d)| h(?: (?P<rest>\d\d)(?! \.? ?m\d))?)"
    r"|\b(?P<dotted>\d{1,2}) \. (?P<after_dot>\d\d)$",
    re.ASCII,
)
_BARE: Final = re.compile(
    r"(?:(?P<day>.*) )?(?P<hour>\d{1,2})|(?P<first>\d{1,2}) (?P<day_after>[dw]\d)", re.ASCII
)
_OFFSET: Final = re.compile(r"d(\d)|in (\d+) (day|week)", re.ASCII)
_WEEKDAY: Final = re.compile(r"w(\d)", re.ASCII)
_DATE: Final = re.compile(
    r"(?:w(?P<weekday>\d) )?(?:(?P<day>\d{1,2})(?: \.)? m(?P<month>\d+)"
    r"|m(?P<month_before>\d+) (?P<day_after>\d{1,2})"
    r"|(?P<first>\d{1,2}) (?P<sign>[./]) (?P<second>\d{1,2})(?: [./])?)(?: (?P<year>\d{4}))?"
    r"|(?P<iso>\d{4} - \d{1,2} - \d{1,2})",
    re.ASCII,
)
_NOON: Final = 12


def read_when(text: str, language: str, now: float, zone: ZoneInfo | None) -> float:
    """Return the time that these words name in this zone, in seconds of the epoch.

    Raises `Refused` with what to say instead. The zone may be None if the words need none.
    """
    codes = _coded(text, language)
    ahead = _IN.fullmatch(codes)
    if ahead is not None and any(ahead.groups()):
        weeks, days, hours, rest, minutes = [int(it or 0) for it in ahead.groups()]
        at = now + 60 * (60 * (24 * (7 * weeks + days) + hours) + rest + minutes)
    else:
        at = _on_the_clock(codes.split(), language, now, zone)
    if at <= now:
        raise Refused("when_past")
    if at < now + 60 * SOONEST:
        raise Refused("when_soon", minutes=SOONEST)
    if at > now + 86_400 * LATEST:
        raise Refused("when_far", days=LATEST)
    return at


def again(at: float, zone: ZoneInfo) -> float:
    """Return the same time on the clock a week later; an hour that is left out there is passed."""
    return (datetime.fromtimestamp(at, zone) + timedelta(days=7)).timestamp()


# --- words ---------------------------------------------------------------------------------


def _coded(text: str, language: str) -> str:
    """Return the codes of this text; raise `Refused` where a word means nothing."""
    known = _known(language)
    pieces = [*_pieces(text)]
    codes: list[str] = []
    while pieces:
        for length in range(min(len(pieces), 4), 0, -1):
            code = known.get(" ".join(pieces[:length]))
            if code is not None:
                break
        else:
            length, code = 1, _of_one(pieces[0], known)
        codes += code.split()
        del pieces[:length]
    if _UNKNOWN in codes or not codes:
        raise Refused("when_unknown")
    return " ".join(_HALF_HOUR.sub(" 30 min", " ".join(codes)).split())


def _of_one(piece: str, known: dict[str, str]) -> str:
    """Return the code of a piece: a number and a sign mean themselves."""
    if not piece.isalpha():
        return piece
    begun = {code for word, code in known.items() if word.startswith(piece) and code[:1] in "wm"}
    return begun.pop() if len(begun) == 1 and len(piece) >= _SHORTEST else _UNKNOWN


def _pieces(text: str) -> Iterator[str]:
    """Yield words without accents, numbers and signs."""
    plain = unicodedata.normalize("NFKD", text.casefold()[:LONGEST])
    bare = "".join([sign for sign in plain if not unicodedata.combining(sign)])
    for found in _PIECE.finditer(bare):
        if found[1] or found[2]:
            yield found[1] or _UNKNOWN


@lru_cache(maxsize=8)
def _known(language: str) -> dict[str, str]:
    """Return the code of each word and phrase of time in a language, without accents."""
    say = catalogue(language)
    known: dict[str, str] = {}
    for prefix, names in (("m", get_month_names), ("w", get_day_names)):
        for width in ("abbreviated", "wide"):
            named: Any = names(width, locale=language)
            known |= {_plain(name): f"{prefix}{number}" for number, name in named.items()}
    for name, code in _WORDS.items():
        known |= {_plain(word): code for word in say(f"time-{name}").split(",")}
    return known


def _plain(words: str) -> str:
    return " ".join(piece for piece in _pieces(words) if piece.isalnum())


# --- the clock and the day -----------------------------------------------------------------


def _on_the_clock(codes: Sequence[str], language: str, now: float, zone: ZoneInfo | None) -> float:
    halves = [it for it in codes if it in ("am", "pm")]
    is_next = "next" in codes
    rest = " ".join(it for it in codes if it not in ("am", "pm", "next", "at"))
    clock = _CLOCK.search(rest)
    is_bare = clock is None
    if clock is not None:
        hour, minute = (
            _numbers(clock, "hour", "dotted"),
            _numbers(clock, "minute", "rest", "after_dot"),
        )
        day = " ".join((rest[: clock.start()] + rest[clock.end() :]).split())
    else:
        bare = _BARE.fullmatch(rest)
        if bare is None:
            raise Refused("when_unknown")
        hour, minute = _numbers(bare, "hour", "first"), 0
        day = bare["day"] or bare["day_after"] or ""
    if halves and hour <= _NOON:
        hour = hour % _NOON + _NOON * (halves[-1] == "pm")
    if zone is None:
        raise Refused("zone_unknown")
    try:
        at = _moment(day, hour, minute, language, datetime.fromtimestamp(now, zone), is_next)
    except (OverflowError, ValueError):  # the 31st of February, or 25:00
        raise Refused("when_unknown") from None
    if is_bare and not halves and hour <= _NOON:
        raise Refused("when_which_half", early=f"{hour}:00", late=f"{(hour + 12) % 24}:00")
    return at


def _numbers(found: re.Match[str], *names: str) -> int:
    return next((int(found[name]) for name in names if found[name]), 0)


def _moment(
    named: str, hour: int, minute: int, language: str, now: datetime, is_next: bool
) -> float:
    """Return when the clock shows this time on the named day; without a day, when it does next."""
    late = timedelta(days=hour // 24)  # midnight ends a day
    if hour > 24 or (hour == 24 and minute):
        raise ValueError
    clock = time(hour % 24, minute)
    today = now.date()

    def on(day: date) -> datetime:
        return datetime.combine(day + late, clock, now.tzinfo)

    weekday = _WEEKDAY.fullmatch(named)
    if not named:
        at = on(today) if on(today) > now else on(today + timedelta(days=1))
    elif weekday is not None:
        at = on(today + timedelta(days=(int(weekday[1]) - today.weekday()) % 7))
        if at <= now or (is_next and at.date() == today):
            at = on(at.date() - late + timedelta(days=7))
    elif (offset := _OFFSET.fullmatch(named)) is not None:
        weeks = 7 if offset[3] == "week" else 1
        at = on(today + timedelta(days=int(offset[1] or offset[2]) * weeks))
    else:
        at = on(_date(named, language, today))
    if at.astimezone(UTC).astimezone(now.tzinfo).replace(tzinfo=None) != at.replace(tzinfo=None):
        raise Refused("when_skipped", time=f"{at:%H:%M}")
    return at.timestamp()


def _date(named: str, language: str, today: date) -> date:
    """Return the date that is named; without a year, the next one."""
    found = _DATE.fullmatch(named)
    if found is None:
        raise Refused("when_unknown")
    if found["iso"]:
        return date.fromisoformat("-".join(it.zfill(2) for it in found["iso"].split(" - ")))
    if found["first"]:
        day, month = int(found["first"]), int(found["second"])
        is_clear = found["sign"] == "." or catalogue(language)("time-day-first") == "yes"
        if not is_clear and day <= 12 and month <= 12 and day != month:
            raise Refused("when_which_day")
        if not is_clear and month > 12:
            day, month = month, day
    else:
        day, month = _numbers(found, "day", "day_after"), _numbers(found, "month", "month_before")
    year = int(found["year"] or today.year)
    dated = date(year, month, day)
    if dated < today and not found["year"]:
        dated = date(year + 1, month, day)
    if found["weekday"] and int(found["weekday"]) != dated.weekday():
        raise Refused("when_other_weekday")
    return dated
