"""The ships of those who sit at tables, as a server may see them; the last ones stay in memory."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final, TypeVar

from bot.ships.naming import is_unwanted, words_of
from bot.ships.ship import PLAIN_SHIP, Ship
from bot.store.protocol import Store
from bot.tables.table import Table

KEPT: Final = 10_000
"""What is known of so many people, servers and tables stays in memory."""
_Key = TypeVar("_Key")
_Read = TypeVar("_Read")


class Fleet:
    """Looks ships up for boards. Nothing of them is kept with a table: what somebody changes or
    deletes is gone from every board that is drawn from then on."""

    def __init__(self, store: Store, kept: int = KEPT) -> None:
        self._store = store
        self._room = kept
        self._ships: OrderedDict[int, Ship] = OrderedDict()
        self._words: OrderedDict[int, tuple[str, ...]] = OrderedDict()
        self._unnamed: OrderedDict[str, frozenset[int]] = OrderedDict()
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
        self._ships.pop(user, None)

    def forget_words(self, guild: int) -> None:
        """This server wants other words, or fewer of them."""
        self._changes += 1
        self._words.pop(guild, None)

    def forget_table(self, table: str) -> None:
        """The host of this table wants fewer names."""
        self._changes += 1
        self._unnamed.pop(table, None)

    async def _ships_of(self, users: Collection[int]) -> dict[int, Ship]:
        known = {user: self._ships[user] for user in users if user in self._ships}
        unknown = [user for user in users if user not in known]
        if not unknown:
            return known
        before = self._changes
        stored = await self._store.ships.of(unknown)
        found = {user: stored.get(user, PLAIN_SHIP) for user in unknown}
        if before == self._changes:
            _keep(self._ships, found, self._room)
        return known | found

    async def _words_of(self, guild: int) -> tuple[str, ...]:
        known = self._words.get(guild)
        if known is not None:
            return known
        before = self._changes
        found = words_of(await self._store.ships.unwanted(guild))
        if before == self._changes:
            _keep(self._words, {guild: found}, self._room)
        return found

    async def _unnamed_at(self, table: str) -> frozenset[int]:
        known = self._unnamed.get(table)
        if known is not None:
            return known
        before = self._changes
        found = await self._store.ships.unnamed(table)
        if before == self._changes:
            _keep(self._unnamed, {table: found}, self._room)
        return found


def _keep(kept: OrderedDict[_Key, _Read], found: Mapping[_Key, _Read], room: int) -> None:
    """Keep what was read, and let go of what was read first."""
    kept.update(found)
    while len(kept) > room:
        kept.popitem(last=False)
