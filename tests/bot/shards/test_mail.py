"""Mail between processes: order, dispatch by kind, faults, and shutdown."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.shards.mail import MAX_WAITING, Mail
from tests.bot.shards.relays import Everybody


async def process(relay: Everybody | None, bot: int | None = 7) -> tuple[Mail, list[Any]]:
    heard: list[Any] = []
    mail = Mail(relay, lambda: bot)
    mail.on("kind", heard.append)
    mail.start()
    await asyncio.sleep(0)
    return mail, heard


async def test_messages_arrive_in_order_at_the_handlers_of_their_kind() -> None:
    relay = Everybody()
    first, mine = await process(relay)
    second, theirs = await process(relay)
    for number in range(50):
        first.post("kind", {"number": number})
        first.post("another", number)
    await first.close()
    assert mine == theirs == [{"number": number} for number in range(50)]
    await second.close()


async def test_another_bot_on_the_same_database_server_is_not_heard() -> None:
    relay = Everybody()
    first, heard = await process(relay)
    other, theirs = await process(relay, bot=8)
    other.post("kind", 1)
    await other.close()
    assert (heard, theirs) == ([], [1])
    await first.close()


async def test_a_handler_that_fails_ends_nothing(caplog: pytest.LogCaptureFixture) -> None:
    relay = Everybody()
    mail, heard = await process(relay)

    def fails(data: Any) -> None:
        raise ValueError(data)

    mail.on("bad", fails)
    mail.post("bad", "the seven of spades")
    mail.post("kind", 1)
    await mail.close()
    assert heard == [1]
    assert "ValueError" in caplog.text
    assert "spades" not in caplog.text


async def test_what_cannot_be_sent_is_logged_without_its_content(
    caplog: pytest.LogCaptureFixture,
) -> None:
    relay = Everybody(fails=True)
    mail, _ = await process(relay)
    mail.post("kind", "the seven of spades")
    await mail.close()
    assert "is not sent" in caplog.text
    for _ in range(MAX_WAITING + 1):
        mail.post("kind", "the seven of spades")
    assert "too many wait" in caplog.text
    assert "spades" not in caplog.text


async def test_an_unexpected_fault_of_one_message_stops_none_after_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    relay = Everybody()
    mail, heard = await process(relay)
    send = relay.send

    async def fails_once(text: str) -> None:
        relay.send = send
        raise ZeroDivisionError(text)

    relay.send = fails_once
    mail.post("kind", 1)
    mail.post("kind", 2)
    await mail.close()
    assert heard == [2]
    assert "ZeroDivisionError" in caplog.text


async def test_a_bot_of_one_process_has_no_others() -> None:
    mail, _ = await process(None)
    assert not mail.has_others
    await mail.close()
