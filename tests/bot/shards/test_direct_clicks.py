"""Clicks in direct messages reach the process that owns the tables there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

import pytest

from bot.direct import place_of
from bot.shards.direct_clicks import DirectClicks
from bot.store.errors import Unreachable
from bot.store.leases import SHARD_BITS, Share

US: Final = 77
SHARE: Final = Share(4, frozenset({0, 1}))


class Everybody:
    """A relay within this process."""

    def __init__(self, *, fails: bool = False) -> None:
        self.ears: list[Callable[[str], None]] = []
        self.fails = fails
        self.sent = 0

    async def send(self, text: str) -> None:
        self.sent += 1
        if self.fails:
            raise Unreachable
        for hear in self.ears:
            hear(text)

    async def listen(self, hear: Callable[[str], None]) -> None:
        self.ears.append(hear)
        await asyncio.Event().wait()


def click(shard: int, *, guild: int | None = None, application: int = US) -> dict[str, Any]:
    """Return an interaction in direct messages whose tables are on this shard, or in a guild."""
    channel = f"{(shard << SHARD_BITS) + 5}"
    told = {"id": "9", "application_id": f"{application}", "channel_id": channel}
    return told | ({"context": 1} if guild is None else {"guild_id": f"{guild}", "context": 0})


async def clicks_of(
    relay: Everybody | None, share: Share
) -> tuple[DirectClicks, list[dict[str, Any]]]:
    heard: list[dict[str, Any]] = []
    found = DirectClicks(relay, lambda: share, lambda: US, heard.append)
    found.start()
    await asyncio.sleep(0)
    return found, heard


async def test_only_clicks_of_others_tables_are_passed_on() -> None:
    relay = Everybody()
    first, mine = await clicks_of(relay, SHARE)
    second, theirs = await clicks_of(relay, Share(4, frozenset({2, 3})))
    for kept in (click(0), click(1), click(2, guild=2 << SHARD_BITS)):
        assert not first.passes_on(kept)
    for passed in (click(2), click(3)):
        assert first.passes_on(passed)
    await first.close()
    assert (mine, theirs) == ([], [click(2), click(3)])
    assert place_of(int(theirs[0]["channel_id"])) < 0
    await second.close()


async def test_clicks_of_other_bots_are_not_ours() -> None:
    relay = Everybody()
    second, heard = await clicks_of(relay, SHARE)
    first, _ = await clicks_of(relay, Share(4, frozenset({3})))
    assert first.passes_on(click(1, application=US + 1))
    assert first.passes_on(click(1))
    await first.close()
    await second.close()
    assert heard == [click(1)]


async def test_a_bot_of_one_process_keeps_all() -> None:
    alone, _ = await clicks_of(None, Share())
    assert not alone.passes_on(click(3))
    await alone.close()


async def test_what_cannot_be_passed_on_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    relay = Everybody(fails=True)
    first, _ = await clicks_of(relay, SHARE)
    assert first.passes_on(click(2))
    while not relay.sent:
        await asyncio.sleep(0)
    await first.close()
    assert "interaction 9 is not passed on" in caplog.text
