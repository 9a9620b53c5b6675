"""Ships are looked up once, and at once again when they change."""

import asyncio
from collections.abc import Collection
from typing import Any, cast

from bot.board.ships import TTL, ShipCache
from bot.ships import Livery, Ship
from bot.store.store import Store
from tests.bot.tables.driven import lobby

GOOSE = Ship("Silver Goose", Livery("white", "azure", "whale"))
HERE, THERE = 7, 8


class Stored:
    """As much of a store as a ships needs; it counts what it is asked."""

    def __init__(self) -> None:
        self.ships = self
        self.known = {1: GOOSE}
        self.words = {HERE: "goose"}
        self.asked: list[list[int]] = []
        self.asked_tables: list[str] = []
        self.gate = asyncio.Event()
        self.gate.set()

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


def cache_of(stored: Stored, **more: Any) -> ShipCache:
    return ShipCache(cast("Store", stored), **more)


async def test_users_without_a_ship_are_looked_up_once() -> None:
    stored = Stored()
    ships = cache_of(stored)
    for _ in range(3):
        assert await ships.of([1, 2], THERE) == {1: GOOSE}
    assert stored.asked == [[1, 2]]


async def test_a_ship_flies_without_a_name_that_the_server_does_not_want() -> None:
    ships = cache_of(Stored())
    assert await ships.of([1], HERE) == {1: Ship("", GOOSE.livery)}
    assert await ships.of([1], THERE) == {1: GOOSE}


async def test_a_list_of_words_counts_as_soon_as_it_is_set() -> None:
    stored = Stored()
    ships = cache_of(stored)
    await ships.of([1], THERE)
    stored.words[THERE] = "silver"
    assert await ships.of([1], THERE) == {1: GOOSE}
    ships.invalidate_server(THERE)
    assert (await ships.of([1], THERE))[1].name == ""


async def test_a_change_is_seen_at_once() -> None:
    stored = Stored()
    ships = cache_of(stored)
    await ships.of([1], THERE)
    del stored.known[1]
    assert await ships.of([1], THERE) == {1: GOOSE}
    ships.invalidate_user(1)
    assert await ships.of([1], THERE) == {}


async def test_a_change_by_another_process_is_seen_half_a_minute_later() -> None:
    stored, now = Stored(), [0.0]
    ships = cache_of(stored, clock=lambda: now[0])
    table = lobby(2).table
    table.guild, table.people = THERE, {0: 1}
    await ships.at(table)
    assert await ships.of([1], HERE) == {1: Ship("", GOOSE.livery)}
    del stored.known[1]
    stored.words[HERE] = ""
    now[0] = TTL - 1
    assert await ships.of([1], THERE) == {1: GOOSE}
    now[0] = TTL
    assert await ships.of([1], THERE) == {}
    stored.known[1] = GOOSE
    now[0] += TTL
    assert await ships.of([1], HERE) == {1: GOOSE}
    await ships.at(table)
    assert stored.asked_tables == [table.id] * 2


async def test_a_ship_read_before_a_change_is_not_cached() -> None:
    stored = Stored()
    ships = cache_of(stored)
    stored.gate.clear()
    reading = asyncio.create_task(ships.of([1], THERE))
    await asyncio.sleep(0)
    del stored.known[1]
    ships.invalidate_user(1)
    stored.gate.set()
    await reading
    assert await ships.of([1], THERE) == {}


async def test_the_number_of_cached_ships_is_limited() -> None:
    stored = Stored()
    ships = cache_of(stored, capacity=2)
    for user in (1, 2, 3, 1):
        await ships.of([user], THERE)
    assert stored.asked == [[1], [2], [3], [1]]


async def test_a_host_hides_the_name_of_a_seat_at_one_table() -> None:
    stored = Stored()
    stored.known[2] = GOOSE
    ships = cache_of(stored)
    table = lobby(3).table
    table.guild, table.people = THERE, {0: 1, 2: 2}
    for _ in range(2):
        assert await ships.at(table) == {0: GOOSE, 2: Ship("", GOOSE.livery)}
    assert stored.asked_tables == [table.id]
    ships.invalidate_table(table.id)
    await ships.at(table)
    assert stored.asked_tables == [table.id] * 2
