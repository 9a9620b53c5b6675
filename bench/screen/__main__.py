"""``python -m bench.screen``: see the package."""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from bench.screen.ride import KINDS, Ride, ride
from players.terminal.arguments import among


def main(line: Sequence[str] | None = None) -> int:
    """Play a game of each kind that was named, and print what was in sight."""
    parser = ArgumentParser("python -m bench.screen", description="What a phone shows.")
    parser.add_argument("kinds", nargs="*", help=", ".join(KINDS))
    parser.add_argument("--seed", type=int, default=1, help="the person's choices (1)")
    given = parser.parse_args(line)
    kinds = among("kind", given.kinds, KINDS) or tuple(KINDS)
    played = {kind: asyncio.run(ride(kind, given.seed)) for kind in kinds}
    _show(Console(width=120, highlight=False), played)
    return 0


def _show(console: Console, played: dict[str, Ride]) -> None:
    table = Table(title="390 x 844, one person with computers", title_justify="left")
    table.add_column("")
    for kind in played:
        table.add_column(kind, justify="right")
    figures = [it.figures() for it in played.values()]
    for name in figures[0]:
        table.add_row(name, *[f"{it[name]:.1f}" for it in figures])
    console.print(table)


if __name__ == "__main__":
    sys.exit(main())
