"""Words of time in both languages, and sentences for what is none."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.appointments.when import again, read_when
from bot.tables.refusals import Refused

PARIS = ZoneInfo("Europe/Paris")
NOW = datetime(2026, 11, 28, 18, 0, tzinfo=PARIS)
"""A Saturday."""

ENGLISH = {
    "20:00": "11-28 20:00",
    "17:00": "11-29 17:00",
    "8pm": "11-28 20:00",
    "8.30 pm": "11-28 20:30",
    "20h": "11-28 20:00",
    "20": "11-28 20:00",
    "tonight 8": "11-28 20:00",
    "Tonight at 8:30": "11-28 20:30",
    "tonight at midnight": "11-29 00:00",
    "24:00": "11-29 00:00",
    "noon": "11-29 12:00",
    "12pm tomorrow": "11-29 12:00",
    "tomorrow 20:00": "11-29 20:00",
    "tomorrow evening at 8": "11-29 20:00",
    "tomorrow in the morning, 9:15": "11-29 09:15",
    "day after tomorrow 19:00": "11-30 19:00",
    "friday 19:30": "12-04 19:30",
    "20:00 Friday": "12-04 20:00",
    "fri. 8 pm": "12-04 20:00",
    "thurs 20:00": "12-03 20:00",
    "friday midnight": "12-05 00:00",
    "saturday 8pm": "11-28 20:00",
    "saturday 5pm": "12-05 17:00",
    "next saturday 8pm": "12-05 20:00",
    "5 dec 20:00": "12-05 20:00",
    "20:00 on december 5th": "12-05 20:00",
    "sat 5 dec 20:00": "12-05 20:00",
    "1.12. 20:00": "12-01 20:00",
    "25/12 20:00": "12-25 20:00",
    "12/25 8 pm": "12-25 20:00",
    "2026-12-01 20:00": "12-01 20:00",
    "5 january 2027 20:00": "01-05 20:00",
    "in 2 h": "11-28 20:00",
    "in an hour and a half": "11-28 19:30",
    "in half an hour": "11-28 18:30",
    "in 90 min": "11-28 19:30",
    "in 1 h 30": "11-28 19:30",
    "in 1 day 2 hours": "11-29 20:00",
    "in 2 days at 20:00": "11-30 20:00",
    "in a week": "12-05 18:00",
}
FRENCH = {
    "20h": "11-28 20:00",
    "20 h 30": "11-28 20:30",
    "ce soir à 8h": "11-28 20:00",
    "ce soir 20h": "11-28 20:00",
    "demain 20h": "11-29 20:00",
    "demain à 20h30": "11-29 20:30",
    "demain matin 9h": "11-29 09:00",
    "après-demain 20h": "11-30 20:00",
    "apres demain 20h": "11-30 20:00",
    "vendredi 19:30": "12-04 19:30",
    "ven. 20h": "12-04 20:00",
    "jeudi soir 8h": "12-03 20:00",
    "samedi prochain 20h": "12-05 20:00",
    "le 5 décembre à 20h": "12-05 20:00",
    "1er déc. 21h": "12-01 21:00",
    "20h 15 décembre": "12-15 20:00",
    "5/12 20h": "12-05 20:00",
    "midi": "11-29 12:00",
    "minuit": "11-29 00:00",
    "dans 2 h": "11-28 20:00",
    "dans une heure et demie": "11-28 19:30",
    "dans une demi-heure": "11-28 18:30",
    "d’ici 3 heures": "11-28 21:00",
    "dans 15 jours à 20h": "12-13 20:00",
}
RUBBISH = (
    *(
        "",
        " ",
        "banana",
        "soon",
        "later",
        "now",
        "yesterday",
        "never",
        "at",
        "in",
        "in h",
        "h",
        ":",
    ),
    *("25:00", "20:61", "20:00:00", "20:00 20:00", "friday", "may", "31 feb 20:00", "0 dec 20:00"),
    *(
        "2026-13-01 20:00",
        "in -2 h",
        "in 1.5 h",
        "🎲 20:00",
        "<@1> 20:00",
        "99 99",
        "'; --",
        "8 8 8",
    ),
    *("in 99999999999 weeks", "friday monday 20:00", "w4 20:00", "d1 20:00"),
)


def at(text: str, language: str = "en", now: datetime = NOW) -> datetime:
    return datetime.fromtimestamp(read_when(text, language, now.timestamp(), PARIS), PARIS)


def refusal(text: str, language: str = "en", zone: ZoneInfo | None = PARIS) -> str:
    with pytest.raises(Refused) as refused:
        read_when(text, language, NOW.timestamp(), zone)
    return refused.value.code


@pytest.mark.parametrize(
    ("language", "text", "then"),
    [
        *[("en", *it) for it in ENGLISH.items()],
        *[("fr", *it) for it in FRENCH.items()],
    ],
)
def test_a_time_is_read_as_people_say_it(language: str, text: str, then: str) -> None:
    assert f"{at(text, language):%m-%d %H:%M}" == then


@pytest.mark.parametrize("text", RUBBISH)
def test_what_is_no_time_is_told_so(text: str) -> None:
    assert refusal(text) in {"when_unknown", "when_far"}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("8", "when_which_half"),
        ("friday 8", "when_which_half"),
        ("5/12 20:00", "when_which_day"),
        ("friday 5 dec 20:00", "when_other_weekday"),
        ("today 17:00", "when_past"),
        ("in 0 h", "when_past"),
        ("in 2 min", "when_soon"),
        ("18:03", "when_soon"),
        ("in 9 weeks", "when_far"),
        ("1 november 20:00", "when_far"),
    ],
)
def test_what_is_unclear_or_impossible_is_asked_for_again(text: str, code: str) -> None:
    assert refusal(text) == code


def test_only_a_time_on_the_clock_needs_a_zone() -> None:
    assert refusal("20:00", zone=None) == "zone_unknown"
    assert refusal("banana", zone=None) == "when_unknown"
    assert read_when("in 2 h", "en", NOW.timestamp(), None) == NOW.timestamp() + 7200


def test_an_hour_that_summer_time_leaves_out_is_refused() -> None:
    night = datetime(2027, 3, 26, 18, 0, tzinfo=PARIS)
    with pytest.raises(Refused, match="when_skipped"):
        at("sunday 2:30", now=night)
    assert f"{at('sunday 3:30', now=night):%H:%M %Z}" == "03:30 CEST"


def test_a_week_later_the_clock_shows_the_same_time_in_summer_and_winter() -> None:
    before = datetime(2026, 10, 21, 20, 0, tzinfo=PARIS)
    after = datetime.fromtimestamp(again(before.timestamp(), PARIS), PARIS)
    assert f"{after:%d %H:%M %Z}" == "28 20:00 CET"
    assert after.timestamp() - before.timestamp() == 7 * 86_400 + 3600
