"""The ships of those who sit at tables, as a server may see them; the last ones stay in memory."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Final, Generic, TypeVar

from bot.ships.ship import PLAIN_SHIP, Ship
from bot.ships.ship_names import is_unwanted, words_of
from bot.store.protocol import Store
from bot.tables.table import Table

KEPT: Final = 10_000
"""What is known of so many people, servers and tables stays in memory."""
KNOWN_FOR: Final = 30.0
"""Seconds after which it is read again: it may have changed by another process."""
_Key = TypeVar("_Key")
_Read = TypeVar("_Read")


class Fleet:
    """Looks ships up for boards. Nothing of them is kept with a table: what somebody changes or
    deletes is gone from every board that is drawn from then on, and where another process draws,
    half a minute later."""

    def __init__(
        self, store: Store, kept: int = KEPT, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._store = store
        self._ships: Final[_Memory[int, Ship]] = _Memory(kept, clock)
        self._words: Final[_Memory[int, tuple[str, ...]]] = _Memory(kept, clock)
        self._unnamed: Final[_Memory[str, frozenset[int]]] = _Memory(kept, clock)
        self._changes = 0
        """How often anything was dropped: what was read before that is not kept."""

    async def at(self, table: Table) -> dict[int, Ship]:
        """The ships of their own that fly at a table, by seat.

        Those of which the host does not want the names fly without them there.
        """
        found = await self.of([*table.people.values()], table.guild)
        ships = {seat: found[user] for seat, user in table.people.items() if user in found}
        if not any(ship.name for ship in ships.values()):
            return ships
        unnamed = await self._unnamed_at(table.id)
        return {
            seat: replace(ship, name="") if seat in unnamed else ship
            for seat, ship in ships.items()
        }

    async def of(self, users: Collection[int], guild: int) -> Mapping[int, Ship]:
        """Those of these people who have a ship of their own, and how this server may see it.

        A ship whose name holds a word that the server does not want flies without its name.
        """
        found = await self._ships_of(users)
        named = any(ship.name for ship in found.values())
        words = await self._words_of(guild) if named else ()
        return {
            user: replace(ship, name="") if is_unwanted(ship.name, words) else ship
            for user, ship in found.items()
            if ship != PLAIN_SHIP
        }

    def forget(self, user: int) -> None:
        """This ship has changed, or is no more."""
        self._changes += 1
        self._ships.drop(user)

    def forget_words(self, guild: int) -> None:
        """This server wants other words, or fewer of them."""
        self._changes += 1
        self._words.drop(guild)

    def forget_table(self, table: str) -> None:
        """The host of this table wants fewer names."""
        self._changes += 1
        self._unnamed.drop(table)

    async def _ships_of(self, users: Collection[int]) -> dict[int, Ship]:
        known = {user: ship for user in users if (ship := self._ships.of(user)) is not None}
        unknown = [user for user in users if user not in known]
        if not unknown:
            return known
        before = self._changes
        stored = await self._store.ships.of(unknown)
        found = {user: stored.get(user, PLAIN_SHIP) for user in unknown}
        if before == self._changes:
            self._ships.keep(found)
        return known | found

    async def _words_of(self, guild: int) -> tuple[str, ...]:
        known = self._words.of(guild)
        if known is not None:
            return known
        before = self._changes
        found = words_of(await self._store.ships.unwanted(guild))
        if before == self._changes:
            self._words.keep({guild: found})
        return found

    async def _unnamed_at(self, table: str) -> frozenset[int]:
        known = self._unnamed.of(table)
        if known is not None:
            return known
        before = self._changes
        found = await self._store.ships.unnamed(table)
        if before == self._changes:
            self._unnamed.keep({table: found})
        return found


class _Memory(Generic[_Key, _Read]):
    """What was read lately, of so many at most."""

    def __init__(self, room: int, clock: Callable[[], float]) -> None:
        self._room = room
        self._clock = clock
        self._read: OrderedDict[_Key, tuple[float, _Read]] = OrderedDict()
        """Each with the time until which it counts; what was read first comes first."""

    def of(self, key: _Key) -> _Read | None:
        """What was read, if it still counts."""
        until, found = self._read.get(key, (0.0, None))
        return found if self._clock() < until else None

    def keep(self, found: Mapping[_Key, _Read]) -> None:
        """Keep what was read, and let go of what was read first."""
        until = self._clock() + KNOWN_FOR
        for key, it in found.items():
            self.drop(key)
            self._read[key] = until, it
        while len(self._read) > self._room:
            self._read.popitem(last=False)

    def drop(self, key: _Key) -> None:
        """It is no longer so."""
        self._read.pop(key, None)
