"""``python -m bench.flow``: see the package."""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser
from collections.abc import Sequence

from rich.console import Console

from bench.flow.days import show_days
from bench.flow.game import play
from bench.flow.goals import rows, show
from players.terminal.arguments import count


def main(line: Sequence[str] | None = None, console: Console | None = None) -> int:
    """Play and print; return 0 if every goal was met."""
    parser = ArgumentParser("python -m bench.flow", description="How a game flows.")
    parser.add_argument("--games", type=count, default=24, help="of each kind (24)")
    parser.add_argument("--days", action="store_true", help="how long slow games take; 20 minutes")
    given = parser.parse_args(line)
    console = console or Console(width=100, highlight=False)
    if given.days:
        show_days(console, given.games)
        return 0
    found = [*rows(asyncio.run(play(given.games)))]
    show(console, found, given.games)
    return 0 if all(row.met for row in found) else 1


if __name__ == "__main__":
    sys.exit(main())
