"""``python -m bench.gathering``: see the package."""

from __future__ import annotations

import asyncio
import logging
import sys
from argparse import ArgumentParser
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from bench.gathering.evening import Evening, Ways, evening
from bench.gathering.people import CROWDS
from players.terminal.arguments import count

WAYS = {
    "a lobby alone": Ways(),
    "calls and invitations": Ways(calls=True),
    "a table for later": Ways(later=True),
    "both": Ways(calls=True, later=True),
}


def main(line: Sequence[str] | None = None) -> int:
    """Let the evenings pass, and print how many lobbies became games."""
    parser = ArgumentParser("python -m bench.gathering", description="How people come together.")
    parser.add_argument("--evenings", type=count, default=20, help="of each kind (20)")
    given = parser.parse_args(line)
    logging.disable(logging.WARNING)  # the bot notices that its clock runs fast
    console = Console(width=110, highlight=False)
    for crowd in CROWDS:
        passed = {
            name: [asyncio.run(evening(crowd, ways, it)) for it in range(given.evenings)]
            for name, ways in WAYS.items()
        }
        _show(console, crowd, passed)
    return 0


def _show(console: Console, crowd: str, passed: dict[str, list[Evening]]) -> None:
    evenings = len(passed["both"])
    table = Table(title=f"thirty {crowd} people, {evenings} evenings", title_justify="left")
    table.add_column("")
    for name in passed:
        table.add_column(name, justify="right")
    figures = {name: _figures(found) for name, found in passed.items()}
    for name in figures["both"]:
        table.add_row(name, *[it[name] for it in figures.values()])
    console.print(table)


def _figures(found: Sequence[Evening]) -> dict[str, str]:
    lobbies, games = sum(it.lobbies for it in found), sum(len(it.games) for it in found)
    waits = sorted(wait for it in found for wait in it.waits)
    players = sum(it.players for it in found)
    return {
        "evenings with a game": f"{sum(bool(it.games) for it in found)}",
        "lobbies": f"{lobbies}",
        "of these games": f"{games} ({100 * games / max(1, lobbies):.0f} %)",
        "players of a game": f"{players / max(1, games):.1f}",
        "minutes from the lobby to the start, median": f"{_median(waits) / 60:.0f}",
        "minutes that people sat in vain, an evening": (
            f"{sum(it.in_vain for it in found) / 60 / len(found):.0f}"
        ),
        "pings a player": f"{sum(it.pings for it in found) / max(1, players):.1f}",
        "pings a person, an evening": f"{sum(it.pings for it in found) / 30 / len(found):.2f}",
    }


def _median(values: Sequence[float]) -> float:
    return values[len(values) // 2] if values else 0.0


if __name__ == "__main__":
    sys.exit(main())
