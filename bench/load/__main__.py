"""``python -m bench.load``: see the package."""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from rich.console import Console

from bench.load.ground import pin
from bench.load.measurements import PARTS, Load
from bench.load.report import Goal, show_goals

WIDTH: Final = 126


def main(line: Sequence[str] | None = None) -> int:
    """Measure; return 0 if every goal was met."""
    asked = _asked(line)
    pin()
    goals = asyncio.run(_measure(asked))
    return 0 if all(goal.met for goal in goals) else 1


def _asked(line: Sequence[str] | None) -> Namespace:
    parser = ArgumentParser("python -m bench.load", description="The load that the bot takes.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; or all")
    parser.add_argument("--tables", type=int, default=Load.tables, help="that are played at")
    parser.add_argument("--many", type=int, default=Load.many, help="that are stored")
    parser.add_argument("--in-flight", type=int, default=Load.in_flight, help="clicks at once")
    parser.add_argument("--rounds", type=int, default=Load.rounds, help="turns of each bot")
    parser.add_argument("--seconds", type=float, default=Load.seconds, help="of each turn")
    asked = parser.parse_args(line)
    unknown = {*asked.parts} - {*PARTS}
    if unknown:
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    return asked


async def _measure(asked: Namespace) -> list[Goal]:
    console, goals = Console(width=WIDTH), list[Goal]()
    with TemporaryDirectory(prefix="load") as folder:
        load = Load(
            folder=Path(folder),
            console=console,
            tables=asked.tables,
            many=asked.many,
            in_flight=asked.in_flight,
            rounds=asked.rounds,
            seconds=asked.seconds,
        )
        for name in asked.parts or PARTS:
            goals += await PARTS[name](load)
    show_goals(console, goals)
    return goals


if __name__ == "__main__":
    sys.exit(main())
