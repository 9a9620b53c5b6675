"""Leaders that die while moves are made, whatever a move is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Final

import asyncpg

from tests.postgresql.acknowledged import Moves
from tests.postgresql.standby import ASYNCHRONOUS, SYNCHRONOUS, Pair, pair_of

Moving = Callable[[Pair], AbstractAsyncContextManager[Moves]]
"""Makes moves as long as it is entered."""
AT_ONCE: Final = 50
"""Moves that are waited for between two deaths, at least."""


async def survived(moving: Moving, asks: str, failovers: int) -> tuple[Moves, list[int]]:
    """So many leaders die, one after the other; the moves, and which of them are stored.

    ``asks``: the statement that reads those.
    """
    with pair_of(SYNCHRONOUS) as pair:
        took: list[float] = []
        async with moving(pair) as moves:
            for _ in range(failovers):
                await moves.more(2 * AT_ONCE)
                promoted = await asyncio.to_thread(pair.fail_over)
                took.append(promoted + await asyncio.to_thread(pair.restore))
            await moves.more(2 * AT_ONCE)
        there = await _stored(pair, asks)
    print(
        f"\n{failovers} failovers, each within {max(took):.1f} s; {len(moves.acknowledged)} moves"
        f" acknowledged, none for {moves.longest:.1f} s at most, {len(moves.failed)} made again"
    )
    return moves, there


async def lost_without_waiting(moving: Moving, asks: str) -> None:
    """The control: where commits do not wait for the standby, moves are lost."""
    with pair_of(ASYNCHRONOUS) as pair:
        async with moving(pair) as moves:
            await moves.more(AT_ONCE)
            pair.holds_back()
            await moves.more(AT_ONCE)
        await asyncio.to_thread(pair.fail_over_behind)
        there = await _stored(pair, asks)
        pair.restore()
    # those under way when the standby heard no more may have reached it
    assert len(moves.lost(there)) >= AT_ONCE - moves.writers
    assert len(there) >= AT_ONCE


async def _stored(pair: Pair, asks: str) -> list[int]:
    connection = await asyncpg.connect(pair.address())
    try:
        return [row[0] for row in await connection.fetch(asks)]
    finally:
        await connection.close()
