"""Nobody can keep the bot busy for everybody else."""

from bot.discord.rate_limit import CAPACITY, NOTICE_EVERY, UserRateLimit


class Clock:
    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


def test_a_burst_passes_and_then_a_steady_rate() -> None:
    clock = Clock()
    limit = UserRateLimit(clock, burst=3, a_second=1)
    assert [limit.allows(1) for _ in range(4)] == [True, True, True, False]
    clock.time += 2
    assert [limit.allows(1) for _ in range(3)] == [True, True, False]


def test_one_user_does_not_slow_down_another() -> None:
    limit = UserRateLimit(Clock(), burst=1)
    assert limit.allows(1)
    assert not limit.allows(1)
    assert limit.allows(2)


def test_a_clock_that_is_put_back_takes_no_clicks_away() -> None:
    clock = Clock()
    limit = UserRateLimit(clock, burst=2)
    assert limit.allows(1)
    clock.time -= 1000
    assert limit.allows(1)


def test_only_so_many_users_are_remembered() -> None:
    limit = UserRateLimit(Clock(), burst=1)
    for user in range(CAPACITY + 5):
        limit.allows(user)
    assert len(limit._left) == CAPACITY
    assert limit.allows(0)


def test_who_is_too_fast_is_told_once_in_ten_seconds() -> None:
    clock = Clock()
    limit = UserRateLimit(clock, burst=1, a_second=0)
    limit.allows(1)
    assert [limit.tells(1) for _ in range(4)] == [True, False, False, False]
    assert limit.tells(2)
    clock.time += NOTICE_EVERY
    assert [limit.tells(1) for _ in range(2)] == [True, False]
    clock.time -= 1000
    assert limit.tells(1)


def test_only_so_many_users_are_remembered_as_told() -> None:
    limit = UserRateLimit(Clock(), burst=1)
    for user in range(CAPACITY + 5):
        limit.tells(user)
    assert len(limit._notified) == CAPACITY
