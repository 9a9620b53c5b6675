"""Checks the hashes of every table after a start, and repairs tables that were altered.

Clicks do not wait for it: a click checks its own table. This finds the other damage, above all in
the columns that say that a table is open or when it is due. Results are checked some each night.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from bot.periodic import Periodic
from bot.store.data import Damage
from bot.store.errors import StoreError
from bot.store.store import Store

BATCH: Final = 20
"""Tables that are checked in a row, before clicks get as much time."""

FIRST_AFTER: Final = 3_600.0
"""Seconds from a start to the first round over results."""
RESULTS_INTERVAL: Final = 86_400.0
"""Seconds between two rounds over results."""
GAMES_A_NIGHT: Final = 5_000
PEOPLE_A_NIGHT: Final = 200
REST: Final = 0.2
"""Seconds between two people, for the clicks."""
CHECKED: Final = "results_checked"
"""The fact under which a round notes where it ended."""
DIRECT_MESSAGES: Final = 0

_log = logging.getLogger(__name__)


async def inspect_tables(store: Store, repair: Callable[[Damage], Awaitable[None]]) -> None:
    """Check every table once, and the logs of open ones."""
    loop, last = asyncio.get_running_loop(), ""
    try:
        while names := await store.names(last, BATCH):
            begun = loop.time()
            for table in names:
                await _inspect(store, table, repair)
            last = names[-1]
            await asyncio.sleep(loop.time() - begun)
    except StoreError as fault:
        _log.error("the tables could not all be looked at: %s", fault.code)


async def _inspect(store: Store, table: str, repair: Callable[[Damage], Awaitable[None]]) -> None:
    try:
        for damage in await store.broken_seals(table):
            _log.error("%s", damage)
            await repair(damage)
    except StoreError as fault:
        _log.error("table %s could not be looked at: %s", table, fault.code)


class ResultsInspector:
    """Checks some results each night, and reports those that are not what was written."""

    def __init__(self, store: Store) -> None:
        self._store: Final = store
        self._rounds: Final = Periodic("results", self.go_round, RESULTS_INTERVAL, FIRST_AFTER)

    def start(self) -> None:
        self._rounds.start()

    async def close(self) -> None:
        await self._rounds.close()

    async def go_round(self) -> None:
        """Check the next games and people after those of the last round; at the end, begin anew.

        One process does it for all: that of direct messages.
        """
        if not self._store.share.has(DIRECT_MESSAGES):
            return
        game, user = await self._begun()
        broken, last = await self._store.results.broken_after(game, GAMES_A_NIGHT)
        for number in broken:
            _log.error("%s", Damage("", "result", number))
        people = await self._store.results.people_after(user, PEOPLE_A_NIGHT)
        unlike = 0
        for it in people:
            unlike += not await self._store.results.sums_follow(it)
            await asyncio.sleep(REST)
        if unlike:
            _log.error("%s", Damage("", "sums", unlike))
        await self._store.note(CHECKED, f"{last} {people[-1] if people else -1}")

    async def _begun(self) -> tuple[int, int]:
        """Return the game and the person with which the last round ended."""
        noted = (await self._store.fact(CHECKED) or "").split(" ")
        try:
            game, user = map(int, noted)
        except ValueError:  # there was none, or the note is damaged
            return 0, -1
        return game, user
