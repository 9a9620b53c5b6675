"""Nobody can keep the bot busy for everybody else."""

from bot.discord.rate_limit import ROOM, UserRateLimit


class Clock:
    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


def test_a_burst_passes_and_then_the_stream_is_held_to_its_pace() -> None:
    clock = Clock()
    turnstile = UserRateLimit(clock, burst=3, a_second=1)
    assert [turnstile.allows(1) for _ in range(4)] == [True, True, True, False]
    clock.time += 2
    assert [turnstile.allows(1) for _ in range(3)] == [True, True, False]


def test_one_user_does_not_hold_up_another() -> None:
    turnstile = UserRateLimit(Clock(), burst=1)
    assert turnstile.allows(1)
    assert not turnstile.allows(1)
    assert turnstile.allows(2)


def test_a_clock_that_is_put_back_takes_nothing_away() -> None:
    clock = Clock()
    turnstile = UserRateLimit(clock, burst=2)
    assert turnstile.allows(1)
    clock.time -= 1000
    assert turnstile.allows(1)


def test_only_so_many_users_are_remembered() -> None:
    turnstile = UserRateLimit(Clock(), burst=1)
    for user in range(ROOM + 5):
        turnstile.allows(user)
    assert len(turnstile._left) == ROOM
    assert turnstile.allows(0)
