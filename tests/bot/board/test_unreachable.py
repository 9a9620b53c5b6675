"""Boards while Discord is out of reach: tried again with patience, few requests, one line."""

import asyncio

import pytest

from bot.board import messages as gallery
from bot.board import painter
from bot.discord import circuit_breaker as breaker
from bot.discord.limits import NONCE
from tests.bot.board.channels import HANGS, FakeChannels
from tests.bot.discord.refusing import banned, broken, cut, refused
from tests.bot.store.changes import change, leg


@pytest.mark.parametrize(
    "fault",
    [broken(), cut(), OSError(), TimeoutError(), refused(0, 429), refused(0, 502)],
    ids=repr,
)
async def test_what_cannot_be_reached_is_tried_again_with_patience(
    wall: FakeChannels, fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(painter, "RETRY_AFTER", (0.12, 0.14))
    wall.faults = [fault] * 3
    begin = asyncio.get_running_loop().time()
    await wall.change()
    await wall.until(1)
    assert wall.painter.blocked == {"blue": "unreachable"}
    await wall.until(4)
    assert asyncio.get_running_loop().time() - begin >= 0.12 + 0.14 + 0.14
    assert (wall.painter.blocked, await wall.store.unpainted()) == ({}, [])


async def test_whoever_looks_meanwhile_hurries_nothing_that_is_tried_again_by_itself(
    wall: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(painter, "RETRY_AFTER", (9.0,))
    wall.faults = [broken()]
    await wall.change()
    await wall.until(1)
    wall.painter.try_again("blue")
    await wall.calm()
    assert wall.kinds() == ["send"]


async def test_the_log_has_a_line_when_boards_must_wait_and_one_when_none_does(
    wall: FakeChannels, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "bot.board.painter")
    monkeypatch.setattr(painter, "RETRY_AFTER", (0.01,))
    names = [f"t{n}" for n in range(5)]
    wall.faults = [broken()] * 20
    for name in names:
        await wall.store.commit(change(name, paint=(leg(1),)))
        wall.painter.schedule(name)
    await wall.until(25)
    assert [record.levelname for record in caplog.records] == ["WARNING", "INFO"]
    assert not wall.painter._tries


async def test_whoever_is_shut_out_asks_for_nothing_for_a_while(
    wall: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(breaker, "SHUT_OUT", 0.8)
    wall.faults = [banned()]
    await wall.change()
    await wall.calm()
    for _ in range(3):
        await wall.change()
        await wall.calm()
    assert wall.painter.blocked == {"blue": "unreachable"}
    assert len(wall.requests) == 1
    await wall.until(2)
    assert wall.shown() == "4.txt"
    assert (wall.painter.blocked, await wall.store.unpainted()) == ({}, [])


async def test_a_message_that_is_sent_again_is_the_same_to_discord(
    wall: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(painter, "RETRY_AFTER", (0.01,))
    wall.faults = [cut(), broken()]
    await wall.change()
    await wall.until(4)
    assert wall.kinds() == ["send", "send", "send", "edit"]  # for it may hang as it was
    nonces = [request.sent["nonce"] for request in wall.requests[:3]]
    assert len(set(nonces)) == 1
    assert 0 < len(nonces[0]) <= NONCE


async def test_what_is_stored_meanwhile_does_not_change_the_mark_of_a_message(
    wall: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(painter, "RETRY_AFTER", (0.01,))
    wall.faults = [cut(), cut()]
    for _ in range(3):  # a silent act, for all that anybody sees
        await wall.change()
        await wall.calm()
    await wall.until(3)
    assert len({request.sent["nonce"] for request in wall.requests if request.kind == "send"}) == 1


async def test_a_page_that_is_hung_afresh_is_another_message_to_discord(wall: FakeChannels) -> None:
    for _ in range(3):
        await wall.change()
        await wall.calm()
        wall.reposts += 1
    sent = [request.sent["nonce"] for request in wall.requests if request.kind == "send"]
    assert len({*sent}) == len(sent) == 3


async def test_a_page_of_a_restored_table_is_another_message_to_discord(wall: FakeChannels) -> None:
    for _ in range(2):
        await wall.change()
        await wall.calm()
        await wall.store.record_painted("blue", leg(1), 0, None)
        wall.generation += 1
    first, second = (request.sent["nonce"] for request in wall.requests)
    assert first != second


async def test_a_request_that_hangs_is_given_up_and_tried_again(
    wall: FakeChannels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gallery, "EDIT_TIMEOUT", 0.05)
    monkeypatch.setattr(painter, "RETRY_AFTER", (0.01,))
    wall.faults = [HANGS]
    await wall.change()
    await wall.until(3)
    assert wall.kinds() == ["send", "send", "edit"]
    assert wall.timed_out == 1
    assert await wall.store.unpainted() == []
