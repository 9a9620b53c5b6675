"""``python -m bench``: measure the engine, and the painting of boards."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence

from rich.console import Console

from bench import painting
from bench.engine import bench
from players.terminal.arguments import count


def main(line: Sequence[str] | None = None, console: Console | None = None) -> int:
    """Measure, print the figures, and return the exit code."""
    parser = ArgumentParser(
        "python -m bench", description="How fast the engine is, and the painting."
    )
    parser.add_argument("--rounds", type=count, default=5, help="rounds to take the median of (5)")
    parser.add_argument("--games", type=count, default=100, help="games in each round (100)")
    given = parser.parse_args(line)
    screen = console or Console(highlight=False)
    bench(screen, given.rounds, given.games)
    painting.bench(screen, given.games)
    return 0


if __name__ == "__main__":
    sys.exit(main())
