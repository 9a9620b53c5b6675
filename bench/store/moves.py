"""Moves at many tables at once."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from bot.store.data import Change
from bot.store.store import Store
from bot.tables.actions import Entry
from bot.tables.table import PageKey

GUILDS: Final = 5_000
PEOPLE: Final = 4
LATER: Final = 600.0
"""Seconds until a table is due."""


@dataclass(frozen=True, slots=True)
class Played:
    """The figures of some moves."""

    moves: int
    seconds: float
    ours: float
    """Seconds of CPU in this process."""

    @property
    def rate(self) -> float:
        return self.moves / self.seconds


def opened(number: int, snapshot: str) -> Change:
    """Return the first change of a game."""
    return Change(
        table=f"game{number}",
        guild=(1 + number % GUILDS) << 22,
        channel=(1 << 40) + number,
        stage="playing",
        version=0,
        entries=[Entry(None, "start", "")],
        snapshot=snapshot,
        people={seat: number * 10 + seat for seat in range(PEOPLE)},
        due=time.time() + LATER,
    )


async def fill(store: Store, first: int, count: int, snapshot: str) -> None:
    """Store this many games."""
    for start in range(first, first + count, 500):
        numbers = range(start, min(start + 500, first + count))
        await asyncio.gather(*[store.commit(opened(it, snapshot)) for it in numbers])


class Evening:
    """People at all of these tables."""

    def __init__(self, store: Store, tables: int, snapshot: str, first_click: int) -> None:
        self._store = store
        self._snapshot = snapshot
        self._versions = [1] * tables
        self._click = first_click
        self._rng = Random(1)

    async def play(self, moves: int, in_flight: int) -> Played:
        """Make this many moves, a number of them at once, each at a table of its own."""
        places = self._rng.sample(range(len(self._versions)), min(in_flight, len(self._versions)))
        hands = [places[n::in_flight] for n in range(in_flight)]
        rest = self._others(places)
        began, ours = time.perf_counter(), time.process_time()
        each = moves // in_flight
        await asyncio.gather(*[self._at(hand, each, rest) for hand in hands if hand])
        spent = time.perf_counter() - began
        return Played(each * len(places), spent, time.process_time() - ours)

    def _others(self, taken: list[int]) -> list[int]:
        busy = set(taken)
        free = [it for it in range(len(self._versions)) if it not in busy]
        self._rng.shuffle(free)
        return free

    async def _at(self, tables: list[int], moves: int, rest: list[int]) -> None:
        """Go from table to table, so that all of them get moves."""
        (table,) = tables
        for _ in range(moves):
            await self._move(table)
            if rest:
                rest.insert(0, table)
                table = rest.pop()

    async def _move(self, table: int) -> None:
        version = self._versions[table]
        self._click += 1
        change = replace(
            opened(table, f"{self._snapshot[:-1]} {version}}}"),
            version=version,
            entries=[Entry(version % PEOPLE, "play", "compass")],
            interaction=self._click,
            paint=[PageKey("leg", version // 8)],
        )
        await self._store.commit(change)
        self._versions[table] = version + 1
