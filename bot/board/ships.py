"""The ships of the people at a table, as their server may see them."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import replace
from typing import Final, TypeVar

from bot.lru import Lru
from bot.ships import PLAIN_SHIP, Ship, is_unwanted, words_of
from bot.store.store import Store
from bot.tables.table import Table

CAPACITY: Final = 10_000
"""People, servers and tables that are remembered, of each."""
TTL: Final = 30.0
"""Seconds after which an entry is read again: another process may have changed it."""

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class ShipCache:
    """Looks ships up for boards.

    Nothing of a ship is kept with a table: what its owner changes or deletes is gone from every
    board that is drawn from then on, and from those of other processes half a minute later.
    """

    def __init__(
        self, store: Store, capacity: int = CAPACITY, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._store: Final = store
        self._ships: Final = Lru[int, Ship](capacity, TTL, clock)
        self._unwanted_words: Final = Lru[int, tuple[str, ...]](capacity, TTL, clock)
        self._unnamed_seats: Final = Lru[str, frozenset[int]](capacity, TTL, clock)
        self._invalidations = 0
        """Counts invalidations: a value read before the latest one is not cached."""

    async def at(self, table: Table) -> dict[int, Ship]:
        """Return the decorated ships at a table by seat, without names that its host has taken."""
        found = await self.of([*table.people.values()], table.guild)
        ships = {seat: found[user] for seat, user in table.people.items() if user in found}
        if not any(ship.name for ship in ships.values()):
            return ships
        unnamed = await self._read(self._unnamed_seats, table.id, self._store.ships.unnamed)
        return {
            seat: replace(ship, name="") if seat in unnamed else ship
            for seat, ship in ships.items()
        }

    async def of(self, users: Collection[int], guild: int) -> Mapping[int, Ship]:
        """Return the decorated ships of these people, without names that the server bans."""
        found = await self._ships_of(users)
        named = any(ship.name for ship in found.values())
        words = await self._read(self._unwanted_words, guild, self._words_of) if named else ()
        return {
            user: replace(ship, name="") if is_unwanted(ship.name, words) else ship
            for user, ship in found.items()
            if ship != PLAIN_SHIP
        }

    def invalidate_user(self, user: int) -> None:
        """Read the ship of this user again."""
        self._invalidations += 1
        self._ships.pop(user)

    def invalidate_server(self, guild: int) -> None:
        """Read again which words this server does not want."""
        self._invalidations += 1
        self._unwanted_words.pop(guild)

    def invalidate_table(self, table: str) -> None:
        """Read again which seats of this table have lost their ship's name."""
        self._invalidations += 1
        self._unnamed_seats.pop(table)

    async def _ships_of(self, users: Collection[int]) -> dict[int, Ship]:
        known = {user: ship for user in users if (ship := self._ships.get(user)) is not None}
        unknown = [user for user in users if user not in known]
        if not unknown:
            return known
        before = self._invalidations
        stored = await self._store.ships.of(unknown)
        found = {user: stored.get(user, PLAIN_SHIP) for user in unknown}
        if before == self._invalidations:
            for user, ship in found.items():
                self._ships[user] = ship
        return known | found

    async def _words_of(self, guild: int) -> tuple[str, ...]:
        return words_of(await self._store.ships.unwanted(guild))

    async def _read(
        self, cache: Lru[_Key, _Value], key: _Key, read: Callable[[_Key], Awaitable[_Value]]
    ) -> _Value:
        known = cache.get(key)
        if known is not None:
            return known
        before = self._invalidations
        found = await read(key)
        if before == self._invalidations:
            cache[key] = found
        return found
