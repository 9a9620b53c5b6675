"""Boards while Discord cannot be reached: patient retries, few requests, one line in the log."""

import asyncio

import pytest

from bot.board import boards, requests
from bot.board.boards import Waiting
from bot.discord import circuit_breaker
from bot.discord.limits import NONCE
from tests.bot.board.channels import HANGS, FakeChannels
from tests.bot.discord.refusing import banned, broken, cut, refused
from tests.bot.store.changes import change, leg


def nonces(channels: FakeChannels) -> list[str]:
    return [request.sent["nonce"] for request in channels.requests if request.kind == "send"]


@pytest.mark.parametrize(
    "fault",
    [broken(), cut(), OSError(), TimeoutError(), refused(0, 429), refused(0, 502)],
    ids=repr,
)
async def test_unreachable_boards_are_retried_with_growing_pauses(
    channels: FakeChannels, fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "RETRY_DELAYS", (0.011, 0.012))
    channels.faults = [fault] * 3
    pauses = list[float]()
    loop = asyncio.get_running_loop()
    call_later = loop.call_later

    def noted(delay: float, *args: object) -> asyncio.TimerHandle:
        pauses.append(delay)
        return call_later(delay, *args)  # pyright: ignore[reportArgumentType] - as it came

    monkeypatch.setattr(loop, "call_later", noted)
    await channels.change()
    await channels.until(4)
    assert [it for it in pauses if it in (0.011, 0.012)] == [0.011, 0.012, 0.012]
    assert (channels.blocked, channels.events.unblocked) == ({}, ["blue"])
    assert await channels.store.unpainted() == []


async def test_viewing_a_board_does_not_retry_it_early(channels: FakeChannels) -> None:
    channels.faults = [broken()]
    await channels.change()
    await channels.until(1)
    channels.boards.try_again("blue")
    await channels.calm()
    assert channels.kinds() == ["send"]


async def test_the_log_says_when_boards_wait_and_when_none_does(
    channels: FakeChannels, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "bot.board.boards")
    monkeypatch.setattr(boards, "RETRY_DELAYS", (0.01,))
    channels.faults = [broken()] * 20
    for name in "abcde":
        await channels.store.commit(change(name, paint=(leg(1),)))
        channels.boards.deliver(name)
    await channels.until(25)
    assert [record.levelname for record in caplog.records] == ["WARNING", "INFO"]
    assert not channels.boards.retrying


async def test_a_bot_that_is_shut_out_requests_nothing_for_a_while(
    channels: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(circuit_breaker, "SHUT_OUT", 0.8)
    channels.faults = [banned()]
    for _ in range(4):
        await channels.change()
        await channels.calm()
    assert isinstance(channels.boards.of("blue").state, Waiting)
    assert (channels.blocked, len(channels.requests)) == ({"blue": "unreachable"}, 1)
    await channels.until(2)
    assert channels.shown() == "4.txt"
    assert (channels.blocked, await channels.store.unpainted()) == ({}, [])


async def test_a_post_that_is_retried_has_the_same_nonce_whatever_changes(
    channels: FakeChannels,
) -> None:
    channels.faults = [cut(), broken()]
    for _ in range(3):  # silent commands, for all that anybody sees
        channels.hurry()
        await channels.change()
        await channels.calm()
    assert channels.kinds() == ["send", "send", "send", "edit"]  # it may be posted as it was
    (nonce,) = {*nonces(channels)}
    assert 0 < len(nonce) <= NONCE


async def test_a_page_that_is_reposted_or_restored_has_another_nonce(
    channels: FakeChannels,
) -> None:
    for reposts in (0, 1, 2):
        channels.reposts = reposts
        await channels.change()
        await channels.calm()
    await channels.messages.record(channels.boards.of("blue").posts, leg(1), 0, None)
    channels.generation += 1
    await channels.change()
    await channels.calm()
    assert len({*nonces(channels)}) == len(nonces(channels)) == 4


async def test_a_request_that_hangs_is_given_up_and_retried(
    channels: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "EDIT_TIMEOUT", 0.05)
    monkeypatch.setattr(boards, "RETRY_DELAYS", (0.01,))
    channels.faults = [HANGS]
    await channels.change()
    await channels.until(3)
    assert channels.kinds() == ["send", "send", "edit"]
    assert channels.timed_out == 1
    assert await channels.store.unpainted() == []
