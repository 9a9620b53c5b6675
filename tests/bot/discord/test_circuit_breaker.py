"""The circuit breaker: after a ban no requests for a while, then a probe, then all."""

import asyncio
import logging

import discord
import pytest

from bot.discord.circuit_breaker import COUNTED, CircuitBreaker
from bot.discord.limits import (
    EDIT_TIMEOUT,
    REFUSALS,
    REFUSALS_COUNTED_FOR,
    REFUSALS_IN_A_ROW,
    SHUT_OUT,
)
from tests.bot.discord.refusing import banned, broken, cut, refused

BLOCKED = KeyError("retry_after")
"""discord.py's exception for a refusal that does not say how long to wait."""


class Line:
    """Requests through a circuit breaker, at any time."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.breaker = CircuitBreaker(lambda: self.now)

    def asks(self, fault: Exception | None = None) -> Exception | None:
        """Make a request that ends like this, and return how it ended for the caller."""
        try:
            with self.breaker.request():
                _end(fault)
        except Exception as ended:
            return ended
        return None

    @property
    def waits(self) -> float:
        """Seconds that the next request has to wait."""
        ended = self.asks()
        return ended.retry_after if isinstance(ended, discord.RateLimited) else 0.0


def _end(fault: Exception | None) -> None:
    if fault is not None:
        raise fault


@pytest.fixture
def line() -> Line:
    return Line()


@pytest.mark.parametrize("fault", [banned(), BLOCKED], ids=["by Cloudflare", "by Discord"])
def test_one_ban_pauses_all_requests(line: Line, fault: Exception) -> None:
    ended = line.asks(fault)
    assert isinstance(ended, discord.RateLimited)
    assert ended.retry_after == SHUT_OUT
    line.now += SHUT_OUT - 1
    assert line.waits == 1


def test_a_refusal_with_a_discord_code_is_no_ban(line: Line) -> None:
    fault = refused(30046, 429, via=False)
    assert line.asks(fault) is fault
    assert line.waits == 0


@pytest.mark.parametrize("status", COUNTED)
def test_a_run_of_refusals_pauses_all_requests(line: Line, status: int) -> None:
    fault = refused(0, status)
    assert all(line.asks(fault) is fault for _ in range(REFUSALS_IN_A_ROW - 1))
    assert isinstance(line.asks(fault), discord.RateLimited)
    assert line.waits == SHUT_OUT


def test_a_successful_request_ends_a_run(line: Line) -> None:
    for _ in range(3):
        for _ in range(REFUSALS_IN_A_ROW - 1):
            line.asks(refused(0, 403))
        assert line.asks() is None


@pytest.mark.parametrize("code", [50001, 50013])
def test_missing_permissions_in_one_place_pause_nothing(line: Line, code: int) -> None:
    fault = refused(code, 403)
    assert all(line.asks(fault) is fault for _ in range(REFUSALS - 1))
    assert line.waits == 0


def test_very_many_missing_permissions_pause_all_requests(line: Line) -> None:
    for _ in range(REFUSALS - 1):
        line.asks(refused(50001, 403))
    line.now += REFUSALS_COUNTED_FOR - 100
    assert isinstance(line.asks(refused(50001, 403)), discord.RateLimited)
    assert line.waits == 100


def test_old_refusals_do_not_count(line: Line) -> None:
    for _ in range(2):
        for _ in range(REFUSALS - 1):
            line.asks(refused(50001, 403))
        line.now += REFUSALS_COUNTED_FOR
    assert line.waits == 0


@pytest.mark.parametrize(
    "fault", [refused(10008, 404), refused(50035), broken(), cut(), TimeoutError(), KeyError("id")]
)
def test_errors_that_discord_does_not_count_pause_nothing(line: Line, fault: Exception) -> None:
    assert all(line.asks(fault) is fault for _ in range(REFUSALS_IN_A_ROW * 2))
    assert line.waits == 0


def test_after_a_pause_one_request_tries_before_the_others(line: Line) -> None:
    line.asks(banned())
    line.now += SHUT_OUT
    with line.breaker.request():
        assert line.waits == EDIT_TIMEOUT
    assert line.waits == 0


def test_the_trial_request_may_be_shut_out_again(line: Line) -> None:
    line.asks(banned())
    line.now += SHUT_OUT
    line.asks(banned())
    assert line.waits == SHUT_OUT


def test_a_run_ends_with_the_pause_that_it_caused(line: Line) -> None:
    fault = refused(0, 403)
    for _ in range(REFUSALS_IN_A_ROW):
        line.asks(fault)
    line.now += SHUT_OUT
    assert all(line.asks(fault) is fault for _ in range(REFUSALS_IN_A_ROW - 1))


def test_a_trial_request_without_an_answer_is_followed_by_another(line: Line) -> None:
    line.asks(banned())
    line.now += SHUT_OUT
    line.asks(cut())
    assert line.waits == EDIT_TIMEOUT
    line.now += EDIT_TIMEOUT
    assert line.waits == 0


def test_a_forbidden_trial_request_ends_the_pause_too(line: Line) -> None:
    line.asks(banned())
    line.now += SHUT_OUT
    forbidden = refused(50013, 403)
    assert line.asks(forbidden) is forbidden
    assert line.waits == 0


def test_requests_from_before_do_not_end_a_pause(line: Line) -> None:
    with line.breaker.request():
        line.asks(banned())
    assert line.waits == SHUT_OUT


async def test_requests_refused_together_are_logged_once(
    line: Line, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)

    async def asks() -> None:
        with line.breaker.request():
            await asyncio.sleep(0)
            raise banned()

    ended = await asyncio.gather(*[asks() for _ in range(9)], return_exceptions=True)
    assert all(isinstance(it, discord.RateLimited) for it in ended)
    (record,) = caplog.records
    assert record.getMessage() == "we are shut out (429, 0): no board is painted for 60 s"
