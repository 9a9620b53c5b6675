"""Evenings of a server: what people decide is theirs, and what calls them brings games about."""

from __future__ import annotations

from bench.gathering.evening import Ways, evening


async def test_an_evening_with_calls_and_a_table_for_later_has_more_games() -> None:
    alone = await evening("lively", Ways(), 0)
    assert await evening("lively", Ways(), 0) == alone
    called = await evening("lively", Ways(calls=True, later=True), 0)
    assert len(called.games) > len(alone.games) > 0
    assert called.in_vain < alone.in_vain
    assert called.pings > alone.pings
