"""Clicks in direct messages reach the process that owns the tables there."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from bot.direct import place_of
from bot.shards.direct_clicks import DirectClicks
from bot.shards.mail import Mail
from bot.store.leases import SHARD_BITS, Share
from tests.bot.shards.relays import Everybody

US: Final = 77
SHARE: Final = Share(4, frozenset({0, 1}))


def click(shard: int, *, guild: int | None = None) -> dict[str, Any]:
    """Return an interaction in direct messages whose tables are on this shard, or in a guild."""
    channel = f"{(shard << SHARD_BITS) + 5}"
    told = {"id": "9", "application_id": f"{US}", "channel_id": channel}
    return told | ({"context": 1} if guild is None else {"guild_id": f"{guild}", "context": 0})


async def clicks_of(
    relay: Everybody | None, share: Share
) -> tuple[DirectClicks, list[dict[str, Any]], Mail]:
    heard: list[dict[str, Any]] = []
    mail = Mail(relay, lambda: US)
    found = DirectClicks(mail, lambda: share, heard.append)
    mail.start()
    await asyncio.sleep(0)
    return found, heard, mail


async def test_only_clicks_of_others_tables_are_passed_on() -> None:
    relay = Everybody()
    first, mine, post = await clicks_of(relay, SHARE)
    _, theirs, other = await clicks_of(relay, Share(4, frozenset({2, 3})))
    for kept in (click(0), click(1), click(2, guild=2 << SHARD_BITS)):
        assert not first.passes_on(kept)
    for passed in (click(2), click(3)):
        assert first.passes_on(passed)
    await post.close()
    assert (mine, theirs) == ([], [click(2), click(3)])
    assert place_of(int(theirs[0]["channel_id"])) < 0
    await other.close()


async def test_a_bot_of_one_process_keeps_all() -> None:
    alone, _, mail = await clicks_of(None, Share())
    assert not alone.passes_on(click(3))
    await mail.close()
