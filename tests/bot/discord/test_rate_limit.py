"""Limits for each user, so that one cannot keep the bot busy for all others."""

import pytest

from bot.discord.rate_limit import HOUR, NOTICE_EVERY, OPENINGS, HourlyLimit, UserRateLimit
from tests.bot.conftest import Clock

# --- clicks --------------------------------------------------------------------------------


def test_a_burst_passes_and_then_a_steady_rate(clock: Clock) -> None:
    limit = UserRateLimit(clock, burst=3, a_second=1)
    assert [limit.allows(1) for _ in range(4)] == [True, True, True, False]
    assert limit.allows(2)
    clock.now += 2
    assert [limit.allows(1) for _ in range(3)] == [True, True, False]


def test_a_clock_that_is_put_back_takes_no_clicks_away(clock: Clock) -> None:
    limit = UserRateLimit(clock, burst=2)
    assert limit.allows(1)
    clock.now -= 1000
    assert limit.allows(1)


def test_a_fast_user_gets_one_notice_in_ten_seconds(clock: Clock) -> None:
    limit = UserRateLimit(clock, burst=1, a_second=0)
    assert [limit.tells(1) for _ in range(4)] == [True, False, False, False]
    assert limit.tells(2)
    clock.now += NOTICE_EVERY
    assert [limit.tells(1) for _ in range(2)] == [True, False]
    clock.now -= 1000
    assert limit.tells(1)


# --- tables in an hour ---------------------------------------------------------------------


@pytest.fixture
def openings(clock: Clock) -> HourlyLimit:
    return HourlyLimit(clock, OPENINGS)


def test_an_opening_counts_for_an_hour(clock: Clock, openings: HourlyLimit) -> None:
    begin = clock.now
    for minute in range(OPENINGS):
        clock.now = begin + 60.0 * minute
        assert openings.take(1) is None
    assert openings.take(1) == begin + HOUR
    assert openings.take(2) is None
    clock.now = begin + HOUR
    assert openings.take(1) is None
    assert openings.take(1) == begin + HOUR + 60


def test_a_table_that_was_not_opened_does_not_count(openings: HourlyLimit) -> None:
    for _ in range(3 * OPENINGS):
        assert openings.take(1) is None
        openings.give_back(1)
    openings.give_back(7)


def test_a_clock_that_is_put_back_delays_no_opening(clock: Clock, openings: HourlyLimit) -> None:
    for _ in range(OPENINGS):
        openings.take(1)
    clock.now -= 10 * HOUR
    assert openings.take(1) is None
