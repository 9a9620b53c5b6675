"""What each user may do so often in an hour, and when there may be another."""

from bot.discord.rate_limit import CAPACITY, HOUR, OPENINGS, HourlyLimit
from tests.bot.discord.test_rate_limit import Clock


def test_so_many_tables_in_an_hour_and_then_one_for_each_that_is_old() -> None:
    clock = Clock()
    openings = HourlyLimit(clock, OPENINGS)
    for minute in range(OPENINGS):
        clock.time = 60.0 * minute
        assert openings.take(1) is None
    assert openings.take(1) == HOUR
    clock.time = HOUR
    assert openings.take(1) is None
    assert openings.take(1) == HOUR + 60


def test_one_user_s_tables_are_not_another_s() -> None:
    openings = HourlyLimit(Clock(), OPENINGS)
    for _ in range(OPENINGS):
        openings.take(1)
    assert openings.take(1) is not None
    assert openings.take(2) is None


def test_a_table_that_was_not_opened_does_not_count() -> None:
    openings = HourlyLimit(Clock(), OPENINGS)
    for _ in range(3 * OPENINGS):
        assert openings.take(1) is None
        openings.give_back(1)
    openings.give_back(7)


def test_a_clock_that_is_put_back_keeps_nobody_waiting() -> None:
    clock = Clock()
    openings = HourlyLimit(clock, OPENINGS)
    for _ in range(OPENINGS):
        openings.take(1)
    clock.time -= 10 * HOUR
    assert openings.take(1) is None


def test_only_so_many_users_who_opened_are_remembered() -> None:
    openings = HourlyLimit(Clock(), OPENINGS)
    for user in range(CAPACITY + 5):
        openings.take(user)
    assert len(openings._at) == CAPACITY
