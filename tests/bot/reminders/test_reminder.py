"""When a person is reminded: pings, a digest, quiet hours, and a year of clocks in four zones."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise
from random import Random
from typing import Any, Final
from zoneinfo import ZoneInfo

import pytest

from bot.reminders.reminder import (
    AFTER,
    DAY,
    DIGEST,
    EVERY,
    HOUR,
    MOST,
    NEVER,
    PRIVATE,
    QUIET,
    SOON,
    TOLD,
    WARNED_TOO,
    Wait,
    Wishes,
    told,
)

ZONES: Final = ("Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata")
"""The third changes its clocks by half an hour, in the other half of the year; the last never."""
YEAR: Final = range(365)
BEGINS: Final = datetime(2027, 1, 1, tzinfo=ZoneInfo("UTC")).timestamp()
NOON: Final = BEGINS + 12 * HOUR


def wait(since: float = NOON, lasts: float | None = DAY, table: str = "t", seen: int = 0) -> Wait:
    return Wait(table, since, None if lasts is None else since + lasts, seen)


def wishing(kind: Any = "turn", **values: Any) -> Wishes:
    return Wishes(kind, zone="UTC", **values)


# --- pings ---------------------------------------------------------------------------------------


def test_a_decision_is_told_soon_and_once_more_before_its_time_is_over() -> None:
    (once,) = told([wait()])
    (twice,) = told([once])
    assert wishing().next_at([wait()], ()) == NOON + SOON
    assert wishing().next_at([once], ()) == NOON + 16 * HOUR
    assert wishing().next_at([twice], ()) is None
    assert (once.told, twice.told) == (TOLD, WARNED_TOO)


def test_without_an_end_it_is_told_once() -> None:
    assert wishing().next_at([wait(lasts=None)], ()) == NOON + SOON
    assert wishing().next_at([wait(lasts=None, seen=TOLD)], ()) is None


@pytest.mark.parametrize(("lasts", "at"), [(DAY, 8 * HOUR), (6 * HOUR, 4 * HOUR)])
def test_it_may_wait_for_hours_but_not_past_the_warning(lasts: float, at: float) -> None:
    assert wishing(AFTER, hours=8).next_at([wait(lasts=lasts)], ()) == NOON + at


def test_who_wants_none_gets_none() -> None:
    assert wishing(NEVER).next_at([wait()], ()) is None
    assert wishing(NEVER).to_tell([wait()], (), NOON + DAY) == []


def test_there_are_two_a_day_unless_somebody_asked_for_more() -> None:
    sent = (NOON - 20 * HOUR, NOON - 2 * HOUR)
    assert wishing().next_at([wait()], sent) == NOON + 4 * HOUR
    assert wishing(EVERY).next_at([wait()], sent) == NOON + SOON


def test_only_what_is_due_is_told() -> None:
    early, late = wait(), wait(NOON + HOUR, table="u")
    at = NOON + 2 * SOON
    assert wishing().to_tell([early, late], (), at) == [early]
    assert wishing().to_tell([early, late], (), at + HOUR) == [early, late]


# --- quiet hours ---------------------------------------------------------------------------------


def test_quiet_hours_move_a_ping_to_their_end() -> None:
    quiet = wishing(quiet=(22, 8))
    night = wait(BEGINS + 23 * HOUR)
    assert quiet.next_at([night], ()) == BEGINS + DAY + 8 * HOUR
    assert quiet.next_at([wait()], ()) == NOON + SOON


def test_before_an_end_in_the_night_the_ping_comes_before_the_night() -> None:
    due = wait(BEGINS + 20 * HOUR, lasts=6 * HOUR, seen=TOLD)  # at midnight, two hours earlier
    assert wishing(quiet=(22, 8)).next_at([due], ()) == BEGINS + 22 * HOUR
    all_night = wait(BEGINS + 22.5 * HOUR, lasts=4 * HOUR)
    assert wishing(quiet=(22, 8)).next_at([all_night], ()) is None


# --- digests -------------------------------------------------------------------------------------


def test_a_digest_comes_at_its_hour_with_all_that_waits() -> None:
    daily = wishing(DIGEST, at=18)
    waits = [wait(), wait(NOON + HOUR, table="u", seen=WARNED_TOO)]
    assert daily.next_at(waits, ()) == BEGINS + 18 * HOUR
    assert daily.to_tell(waits, (), BEGINS + 18 * HOUR) == waits
    assert daily.next_at(waits, (BEGINS + 18 * HOUR,)) == BEGINS + DAY + 18 * HOUR
    assert daily.next_at([], ()) is None


def test_a_digest_that_the_bot_missed_comes_late() -> None:
    daily = wishing(DIGEST, at=18)
    assert daily.to_tell([wait()], (), BEGINS + 21 * HOUR) == [wait()]


@pytest.mark.parametrize("zone", ZONES)
def test_a_year_of_digests_comes_at_the_same_hour_of_every_day(zone: str) -> None:
    """Summer time and all: an hour that is skipped begins half an hour or an hour later."""
    for hour in (2, 18):
        wishes, now, sent = Wishes(DIGEST, at=hour, zone=zone), BEGINS, list[float]()
        waits = [wait(BEGINS, lasts=None)]
        while now < BEGINS + len(YEAR) * DAY:
            at = wishes.next_at(waits, sent)
            assert at is not None
            now = max(now, at)
            assert wishes.to_tell(waits, sent, now) == waits
            sent.append(now)
        local = [datetime.fromtimestamp(it, ZoneInfo(zone)) for it in sent]
        assert {(b.date() - a.date()) for a, b in pairwise(local)} == {timedelta(days=1)}
        odd = Counter(it.hour for it in local if (it.hour, it.minute) != (hour, 0))
        assert sum(odd.values()) <= (1 if hour == 2 else 0)


@pytest.mark.parametrize("zone", ZONES)
def test_in_a_year_of_pings_none_is_in_quiet_hours_or_too_many_or_too_late(zone: str) -> None:
    rng = Random(zone)
    for quiet in QUIET:
        wishes, now, sent = Wishes(quiet=quiet, zone=zone), BEGINS, list[float]()
        while now < BEGINS + len(YEAR) * DAY:
            asked = wait(now, lasts=rng.choice((4, 12, 24, 72)) * HOUR)
            answers_at = now + rng.uniform(0, 30 * HOUR)
            while (at := wishes.next_at([asked], sent[-MOST:])) is not None and at < answers_at:
                assert asked.since < at < (asked.ends or 0.0)
                begins, ends = quiet
                hour = datetime.fromtimestamp(at, ZoneInfo(zone)).hour
                night = hour >= begins or hour < ends if begins > ends else begins <= hour < ends
                # the hour at which they begin, before an end in the night
                assert not night or (at % 1800 == 0 and hour == begins)
                sent.append(at)
                (asked,) = told([asked])
            now = max([answers_at, *sent[-1:]])
        assert all(c - a >= DAY for a, c in zip(sent, sent[MOST:], strict=False))
        assert len(sent) > len(YEAR) / 2


# --- wishes as text ------------------------------------------------------------------------------


def test_wishes_are_read_as_they_were_written() -> None:
    for wishes in (
        Wishes(),
        Wishes(AFTER, 4, 7, (22, 8), PRIVATE, "Europe/Paris", "fr"),
        replace(Wishes(), kind=DIGEST),
    ):
        assert Wishes.parse(f"{wishes}") == wishes


@pytest.mark.parametrize(
    "words",
    ["", "kind=often", f"{Wishes()}x=1 hours=3", f"{Wishes()} at=24", f"{Wishes()} zone=../x"],
)
def test_damaged_wishes_are_the_usual_ones(words: str) -> None:
    assert Wishes.parse(words) == Wishes()
