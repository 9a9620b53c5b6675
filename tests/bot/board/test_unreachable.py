"""Boards while Discord cannot be reached: patient retries, few requests, one line in the log."""

import asyncio

import pytest

from bot.board import boards, requests
from bot.discord import circuit_breaker
from bot.discord.limits import NONCE
from tests.bot.board.channels import HANGS, FakeChannels
from tests.bot.discord.refusing import banned, broken, cut, refused
from tests.bot.store.changes import change, leg


@pytest.mark.parametrize(
    "fault",
    [broken(), cut(), OSError(), TimeoutError(), refused(0, 429), refused(0, 502)],
    ids=repr,
)
async def test_unreachable_boards_are_retried_with_growing_pauses(
    channels: FakeChannels, fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "RETRY_DELAYS", (0.05, 0.25))
    channels.faults = [fault] * 3
    begin = asyncio.get_running_loop().time()
    await channels.change()
    await channels.until(1)
    assert channels.blocked == {"blue": "unreachable"}
    await channels.until(4)
    assert asyncio.get_running_loop().time() - begin >= 0.05 + 0.25 + 0.25
    assert (channels.blocked, await channels.store.unpainted()) == ({}, [])


async def test_viewing_a_board_does_not_retry_it_early(
    channels: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "RETRY_DELAYS", (9.0,))
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
    names = [f"t{n}" for n in range(5)]
    channels.faults = [broken()] * 20
    for name in names:
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
    await channels.change()
    await channels.calm()
    for _ in range(3):
        await channels.change()
        await channels.calm()
    assert channels.blocked == {"blue": "unreachable"}
    assert len(channels.requests) == 1
    await channels.until(2)
    assert channels.shown() == "4.txt"
    assert (channels.blocked, await channels.store.unpainted()) == ({}, [])


async def test_a_message_sent_again_has_the_same_nonce(
    channels: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "RETRY_DELAYS", (0.01,))
    channels.faults = [cut(), broken()]
    await channels.change()
    await channels.until(4)
    assert channels.kinds() == [
        "send",
        "send",
        "send",
        "edit",
    ]  # because it may be posted as it was
    nonces = [request.sent["nonce"] for request in channels.requests[:3]]
    assert len(set(nonces)) == 1
    assert 0 < len(nonces[0]) <= NONCE


async def test_a_change_meanwhile_does_not_change_the_nonce(
    channels: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "RETRY_DELAYS", (0.01,))
    channels.faults = [cut(), cut()]
    for _ in range(3):  # silent commands, for all that anybody sees
        await channels.change()
        await channels.calm()
    await channels.until(3)
    assert (
        len({request.sent["nonce"] for request in channels.requests if request.kind == "send"}) == 1
    )


async def test_a_reposted_page_has_another_nonce(channels: FakeChannels) -> None:
    for _ in range(3):
        await channels.change()
        await channels.calm()
        channels.reposts += 1
    sent = [request.sent["nonce"] for request in channels.requests if request.kind == "send"]
    assert len({*sent}) == len(sent) == 3


async def test_a_page_of_a_restored_table_has_another_nonce(channels: FakeChannels) -> None:
    for _ in range(2):
        await channels.change()
        await channels.calm()
        await channels.messages.record(channels.boards.of("blue").posts, leg(1), 0, None)
        channels.generation += 1
    first, second = (request.sent["nonce"] for request in channels.requests)
    assert first != second


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
