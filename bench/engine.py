"""The speed of the engine: one process, random play, medians over several rounds.

Timings differ from machine to machine and from hour to hour, so no test asks for them.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from random import Random
from statistics import median
from time import perf_counter
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from bench import uno
from bench.speed import Speed, median_speed, speed
from engine import Game, Options
from engine.chance import SEED_BYTES
from engine.options import BOXES
from players.terminal.figure_table import figure_table

SEATS: Final = 4
MIXES: Final = {"base box": Options(), "every box": Options(boxes=BOXES)}
EVERY: Final = 7
"""One of this many positions of a game is measured, on average."""
POSITIONS: Final = 500
RLCARD_MISSING: Final = "rlcard is not installed, so there is no comparison with its UNO."


def bench(console: Console, rounds: int, games: int) -> None:
    """Measure, and print the figures."""
    console.print(Text(f"Python {platform.python_version()}, {SEATS} seats, random play"))
    console.print(Text(f"medians of {rounds} rounds of {games} games", style="dim"))
    races: dict[str, Callable[[int], Speed]] = {
        name: partial(random_play, mix, games) for name, mix in MIXES.items()
    }
    costs = {name: position_costs(mix, rounds) for name, mix in MIXES.items()}
    rlcard = uno.installed()
    if rlcard:
        races[uno.NAME] = partial(uno.random_play, rlcard)
        costs[uno.NAME] = {"copy": median(uno.copy_cost(rlcard, n) for n in range(rounds))}
    speeds = _race(races, rounds)
    console.print()
    console.print(_speed_table(speeds))
    console.print()
    console.print(_cost_table(costs))
    if not rlcard:
        console.print()
        console.print(Text(RLCARD_MISSING, style="dim"))


def _race(races: dict[str, Callable[[int], Speed]], rounds: int) -> dict[str, Speed]:
    """Run all in every round, so that a slow moment of the machine slows all of them."""
    speeds: dict[str, list[Speed]] = {name: [] for name in races}
    for number in range(rounds):
        for name, run in races.items():
            speeds[name].append(run(number))
    return {name: median_speed(each) for name, each in speeds.items()}


def random_play(options: Options, games: int, number: int) -> Speed:
    """Play whole games without views or events; each round plays other games."""
    rng = Random(number)
    random = rng.random
    moves = 0
    start = perf_counter()
    for _ in range(games):
        game = Game.new(SEATS, options, rng.randbytes(SEED_BYTES))
        while game.waiting:
            seat = game.waiting[0]
            legal = game.legal(seat)
            game.play(seat, legal[int(random() * len(legal))], quiet=True)
            moves += 1
    return speed(moves, games, perf_counter() - start)


# --- what one position costs ---------------------------------------------------------------


def position_costs(options: Options, rounds: int) -> dict[str, float]:
    """Return the microseconds of each of `TASKS`, and the bytes of a dump."""
    positions = list(_positions(options, POSITIONS))
    costs = {name: _cost(task, positions, rounds) for name, task in TASKS.items()}
    return {**costs, "bytes": median(len(_dump(game)) for game in positions)}


def _positions(options: Options, count: int) -> Iterable[Game]:
    """Yield positions from all parts of random games."""
    rng = Random(0)
    found = 0
    while found < count:
        game = Game.new(SEATS, options, rng.randbytes(SEED_BYTES))
        while game.waiting and found < count:
            seat = game.waiting[0]
            game.play(seat, rng.choice(game.legal(seat)), quiet=True)
            if game.waiting and rng.random() * EVERY < 1:
                found += 1
                yield game.copy()


def _cost(task: Callable[[Game], object], positions: Sequence[Game], rounds: int) -> float:
    """Return the microseconds of a task; a game caches its legal moves, so each run gets a copy."""
    times: list[float] = []
    for _ in range(rounds):
        fresh = [game.copy() for game in positions]
        start = perf_counter()
        for game in fresh:
            task(game)
        times.append((perf_counter() - start) / len(fresh) * 1e6)
    return median(times)


def _dump(game: Game) -> str:
    return json.dumps(game.dump(), separators=(",", ":"))


TASKS: Final[dict[str, Callable[[Game], object]]] = {
    "copy": Game.copy,
    "legal": lambda game: game.legal(game.waiting[0]),
    "view": lambda game: game.view(game.waiting[0]),
    "dump": _dump,
}

# --- the tables ----------------------------------------------------------------------------


def _speed_table(speeds: dict[str, Speed]) -> Table:
    table = figure_table("Random play", "moves/s", "games/s", "moves/game")
    for name, figures in speeds.items():
        table.add_row(name, *[f"{figure:,.0f}" for figure in figures])
    if uno.NAME in speeds:
        rival = speeds[uno.NAME]
        for name in MIXES:
            ratio = f"{speeds[name].moves / rival.moves:.2f} x"
            table.add_row(f"{name} : {uno.NAME}", ratio, style="dim")
    return table


def _cost_table(costs: dict[str, dict[str, float]]) -> Table:
    heads = {"copy": "copy µs", "legal": "legal µs", "view": "view µs", "dump": "dump µs"}
    table = figure_table("One position", *heads.values(), "dump bytes")
    for name, cost in costs.items():
        times = [f"{cost[task]:,.1f}" if task in cost else "" for task in heads]
        table.add_row(name, *times, f"{cost['bytes']:,.0f}" if "bytes" in cost else "")
    if uno.NAME in costs:
        for name in MIXES:
            ratio = f"{costs[uno.NAME]['copy'] / costs[name]['copy']:.0f} x"
            table.add_row(f"{uno.NAME} : {name}", ratio, style="dim")
    return table
