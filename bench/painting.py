"""The cost of painting: boards from all parts of random games, and charts of their ends.

Only processor time of the painting thread counts, so other work on the machine does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from time import thread_time
from typing import Final, NamedTuple

from rich.console import Console
from rich.table import Table

from bot.pages.scenes import chart, scene
from bot.pages.views import table_view
from bot.pictures.board import Scene
from bot.pictures.chart import Chart
from bot.pictures.sheet import sheet
from bot.ships import COLOURS, EMBLEMS, Livery
from players.terminal.figure_table import figure_table
from tests.host.states import sat_down, wander

EVERY: Final = 60
"""One of this many states of a game is painted, on average."""
HIGH: Final = 0.99


class Cost(NamedTuple):
    """The cost of one picture."""

    milliseconds: float
    kilobytes: float


def bench(console: Console, games: int) -> None:
    """Measure, and print the figures."""
    sheet()  # read once in the life of a process
    costs: dict[str, list[Cost]] = {"board": [], "own ship": [], "end": []}
    for number in range(games):
        for picture in _pictures(number):
            costs["end" if isinstance(picture, Chart) else "board"].append(_cost(picture))
            if isinstance(picture, Scene):
                costs["own ship"].append(_cost(replace(picture, livery=_any_livery(number))))
    console.print()
    console.print(_table(costs))


def _pictures(number: int) -> Iterator[Scene | Chart]:
    """Yield pictures from one random game; a few numbers give all mixes and numbers of seats."""
    rng = Random(f"painting {number}")
    for table in wander(sat_down(number), rng):
        if table.stage == "over":
            yield chart(table_view(table))
        elif rng.random() * EVERY < 1:
            yield scene(table_view(table))


def _any_livery(number: int) -> Livery:
    rng = Random(f"livery {number}")
    return Livery(rng.choice([*COLOURS]), rng.choice([*COLOURS]), rng.choice(EMBLEMS))


def _cost(picture: Scene | Chart) -> Cost:
    begun = thread_time()
    data = picture.paint()
    return Cost((thread_time() - begun) * 1000, len(data) / 1000)


def _table(costs: dict[str, list[Cost]]) -> Table:
    heads = ("pictures", "ms", "ms p99", "ms max", "kB", "kB max")
    table = figure_table("Painting", *heads)
    for name, found in costs.items():
        if found:
            times = sorted(it.milliseconds for it in found)
            sizes = sorted(it.kilobytes for it in found)
            figures = (_at(times, 0.5), _at(times, HIGH), times[-1], _at(sizes, 0.5), sizes[-1])
            table.add_row(name, f"{len(found):,}", *[f"{figure:.1f}" for figure in figures])
    return table


def _at(ordered: Sequence[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]
