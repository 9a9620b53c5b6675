"""The circuit breaker: after a ban no requests for a while, then a probe, then all."""

import asyncio
import logging

import discord
import pytest

from bot.discord import circuit_breaker
from bot.discord.circuit_breaker import COUNTED, CircuitBreaker
from bot.discord.limits import EDIT_TIMEOUT, REFUSALS_COUNTED_FOR, REFUSALS_IN_A_ROW, SHUT_OUT
from tests.bot.discord.refusing import banned, broken, cut, refused

BLOCKED = KeyError("retry_after")
"""discord.py's exception for a refusal that does not say how long to wait."""
MANY = 40
"""Refusals in some minutes before a pause: fewer than in earnest."""


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

    def passes(self, fault: Exception, times: int = 1) -> bool:
        """Make requests that fail, and return whether each fault reached the caller."""
        return all(self.asks(fault) is fault for _ in range(times))

    @property
    def waits(self) -> float:
        """Seconds that the next request has to wait."""
        ended = self.asks()
        return ended.retry_after if isinstance(ended, discord.RateLimited) else 0.0


def _end(fault: Exception | None) -> None:
    if fault is not None:
        raise fault


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Line:
    monkeypatch.setattr(circuit_breaker, "REFUSALS", MANY)
    return Line()


@pytest.fixture
def paused(line: Line) -> Line:
    """A line whose pause has just ended."""
    line.asks(banned())
    line.now += SHUT_OUT
    return line


@pytest.mark.parametrize("fault", [banned(), BLOCKED], ids=["by Cloudflare", "by Discord"])
def test_one_ban_pauses_all_requests(line: Line, fault: Exception) -> None:
    ended = line.asks(fault)
    assert isinstance(ended, discord.RateLimited)
    assert ended.retry_after == SHUT_OUT
    line.now += SHUT_OUT - 1
    assert line.waits == 1


def test_a_refusal_with_a_discord_code_is_no_ban(line: Line) -> None:
    assert line.passes(refused(30046, 429, via=False))
    assert line.waits == 0


@pytest.mark.parametrize("status", COUNTED)
def test_a_run_of_refusals_pauses_all_requests(line: Line, status: int) -> None:
    assert line.passes(refused(0, status), REFUSALS_IN_A_ROW - 1)
    assert isinstance(line.asks(refused(0, status)), discord.RateLimited)
    assert line.waits == SHUT_OUT


def test_a_successful_request_and_a_pause_end_a_run(line: Line) -> None:
    assert line.passes(refused(0, 403), REFUSALS_IN_A_ROW - 1)
    assert line.asks() is None
    line.now += REFUSALS_COUNTED_FOR
    assert not line.passes(refused(0, 403), REFUSALS_IN_A_ROW)
    line.now += SHUT_OUT
    assert line.passes(refused(0, 403), MANY - REFUSALS_IN_A_ROW - 1)


@pytest.mark.parametrize("code", [50001, 50013])
def test_only_very_many_missing_permissions_pause_requests(line: Line, code: int) -> None:
    for _ in range(2):  # old ones do not count
        assert line.passes(refused(code, 403), MANY - 1)
        line.now += REFUSALS_COUNTED_FOR
    assert line.passes(refused(code, 403), MANY - 1)
    line.now += REFUSALS_COUNTED_FOR - 100
    assert isinstance(line.asks(refused(code, 403)), discord.RateLimited)
    assert line.waits == 100


@pytest.mark.parametrize(
    "fault", [refused(10008, 404), refused(50035), broken(), cut(), TimeoutError(), KeyError("id")]
)
def test_errors_that_discord_does_not_count_pause_nothing(line: Line, fault: Exception) -> None:
    assert line.passes(fault, 2 * MANY)
    assert line.waits == 0


def test_after_a_pause_one_request_tries_before_the_others(paused: Line) -> None:
    with paused.breaker.request():
        assert paused.waits == EDIT_TIMEOUT
    assert paused.waits == 0


@pytest.mark.parametrize(
    ("fault", "waits"),
    [(banned(), SHUT_OUT), (cut(), EDIT_TIMEOUT), (refused(50013, 403), 0)],
    ids=["banned again", "no answer", "forbidden"],
)
def test_the_probe_decides_whether_requests_are_sent_again(
    paused: Line, fault: Exception, waits: float
) -> None:
    paused.asks(fault)
    assert paused.waits == waits
    paused.now += waits
    assert paused.waits == 0


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
    assert caplog.messages == ["we are shut out (429, 0): no board is painted for 60 s"]
