"""``python -m bench.flow``: see the package."""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser
from collections.abc import Sequence

from rich.console import Console

from bench.flow.before import NoHistory, play_before
from bench.flow.figures import rows, show
from bench.flow.played import Evenings, play
from players.terminal.arguments import count


def main(line: Sequence[str] | None = None, console: Console | None = None) -> int:
    """Play and print; the answer is 0 if every goal was met."""
    parser = ArgumentParser("python -m bench.flow", description="How a game flows.")
    parser.add_argument("--games", type=count, default=24, help="of each kind (24)")
    parser.add_argument("--now", action="store_true", help="leave out how it was before")
    given = parser.parse_args(line)
    out = console or Console(width=100, highlight=False)
    before: Evenings | None = None
    if not given.now:
        try:
            before = play_before(given.games)
        except NoHistory:
            out.print("there is no history here that holds release 0.2.0: only what is now")
    found = [*rows(asyncio.run(play(given.games)), before)]
    show(out, found, given.games)
    return 0 if all(row.met for row in found) else 1


if __name__ == "__main__":
    sys.exit(main())
