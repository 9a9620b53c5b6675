"""The days that games at the slow paces take, with people who look in four times or twice a day."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from statistics import fmean
from typing import Final

from rich.console import Console
from rich.table import Table

from bench.flow.game import DAY, relaxed
from bot.tables.paces import DAYS, PACES

PEOPLE: Final = range(2, 7)
LOOKS: Final = (4, 2)
"""Looks of one person in a day."""


def show_days(console: Console, games: int) -> None:
    """Print the mean of this number of games beside the figures of a lobby."""
    table = Table(title=f"days of a base game, {games} games of each kind", title_justify="left")
    for column in ("pace", "people", *[f"{it} looks a day" for it in LOOKS], "the lobby says"):
        table.add_column(column, justify="right")
    for pace, people in _kinds():
        found = [asyncio.run(_days(pace, people, looks, games)) for looks in LOOKS]
        said = "{}-{}".format(*DAYS[pace][people])
        table.add_row(pace, f"{people}", *[f"{it:.1f}" for it in found], said)
    console.print(table)


def _kinds() -> Iterator[tuple[str, int]]:
    for name, pace in PACES.items():
        if pace.is_slow:
            for people in PEOPLE:
                yield name, people


async def _days(pace: str, people: int, looks: int, games: int) -> float:
    played = [await relaxed(number, (), people, pace, looks) for number in range(games)]
    return fmean(it.seconds / DAY for it in played)
