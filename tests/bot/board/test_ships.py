"""Ships are looked up once, and at once again when they change."""

import asyncio
from collections.abc import Collection
from typing import Any

import pytest

from bot.board.ships import TTL, ShipCache
from bot.ships import Livery, Ship
from bot.tables.table import Table
from tests.bot.tables.driven import lobby

GOOSE = Ship("Silver Goose", Livery("white", "azure", "whale"))
UNNAMED = Ship("", GOOSE.livery)
HERE, THERE = 7, 8
"""Servers; the first does not want geese."""


class Stored:
    """As much of a store as ships need, and a cache before it; it counts what it is asked."""

    def __init__(self, **more: Any) -> None:
        self.ships = self
        self.known = {1: GOOSE}
        self.words = {HERE: "goose"}
        self.asked: list[list[int]] = []
        self.asked_tables: list[str] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.now = 0.0
        store: Any = self
        self.cache = ShipCache(store, clock=lambda: self.now, **more)

    async def of(self, users: Collection[int]) -> dict[int, Ship]:
        self.asked.append([*users])
        found = {user: self.known[user] for user in users if user in self.known}
        await self.gate.wait()
        return found

    async def unwanted(self, guild: int) -> str:
        return self.words.get(guild, "")

    async def unnamed(self, table: str) -> frozenset[int]:
        self.asked_tables.append(table)
        return frozenset({2})


@pytest.fixture
def stored() -> Stored:
    return Stored()


def table_of(people: dict[int, int]) -> Table:
    table = lobby(3).table
    table.guild, table.people = THERE, people
    return table


async def test_users_with_and_without_a_ship_are_looked_up_once(stored: Stored) -> None:
    for _ in range(3):
        assert await stored.cache.of([1, 2], THERE) == {1: GOOSE}
    assert stored.asked == [[1, 2]]


async def test_a_ship_flies_without_a_name_that_the_server_does_not_want(stored: Stored) -> None:
    assert await stored.cache.of([1], HERE) == {1: UNNAMED}
    assert await stored.cache.of([1], THERE) == {1: GOOSE}
    stored.words[THERE] = "silver"
    assert await stored.cache.of([1], THERE) == {1: GOOSE}
    stored.cache.invalidate_server(THERE)
    assert await stored.cache.of([1], THERE) == {1: UNNAMED}


async def test_a_change_is_seen_at_once(stored: Stored) -> None:
    await stored.cache.of([1], THERE)
    del stored.known[1]
    assert await stored.cache.of([1], THERE) == {1: GOOSE}
    stored.cache.invalidate_user(1)
    assert await stored.cache.of([1], THERE) == {}


async def test_a_change_by_another_process_is_seen_half_a_minute_later(stored: Stored) -> None:
    table = table_of({0: 1})
    await stored.cache.at(table)
    assert await stored.cache.of([1], HERE) == {1: UNNAMED}
    del stored.known[1]
    stored.words[HERE] = ""
    stored.now = TTL - 1
    assert await stored.cache.of([1], THERE) == {1: GOOSE}
    stored.now = TTL
    assert await stored.cache.of([1], THERE) == {}
    stored.known[1] = GOOSE
    stored.now += TTL
    assert await stored.cache.of([1], HERE) == {1: GOOSE}
    await stored.cache.at(table)
    assert stored.asked_tables == [table.id] * 2


async def test_a_ship_read_before_a_change_is_not_cached(stored: Stored) -> None:
    stored.gate.clear()
    reading = asyncio.create_task(stored.cache.of([1], THERE))
    await asyncio.sleep(0)
    del stored.known[1]
    stored.cache.invalidate_user(1)
    stored.gate.set()
    await reading
    assert await stored.cache.of([1], THERE) == {}


async def test_the_number_of_cached_ships_is_limited() -> None:
    stored = Stored(capacity=2)
    for user in (1, 2, 3, 1):
        await stored.cache.of([user], THERE)
    assert stored.asked == [[1], [2], [3], [1]]


async def test_a_host_hides_the_name_of_a_seat_at_one_table(stored: Stored) -> None:
    stored.known[2] = GOOSE
    table = table_of({0: 1, 2: 2})
    for _ in range(2):
        assert await stored.cache.at(table) == {0: GOOSE, 2: UNNAMED}
    assert stored.asked_tables == [table.id]
    stored.cache.invalidate_table(table.id)
    await stored.cache.at(table)
    assert stored.asked_tables == [table.id] * 2
