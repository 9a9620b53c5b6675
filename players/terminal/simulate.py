"""Many games between computers, and what came of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import blake2b
from statistics import mean
from typing import Final

from rich.columns import Columns
from rich.console import Console
from rich.progress import track
from rich.table import Table
from rich.text import Text

from engine import Options
from engine.chance import SEED_BYTES
from players import words
from players.match import Match
from players.player import Player
from players.result import Result, play_out
from players.terminal.figures import figure_table

FAILURE: Final = 1
"""The exit code when a game failed."""

MEASURES: Final[dict[str, Callable[[Result], int]]] = {
    "moves": lambda result: result.moves,
    "journeys": lambda result: result.journeys,
    "legs": lambda result: result.legs,
    "ship crashes": lambda result: result.crashes,
    "rowboat crashes": lambda result: result.boat_crashes,
}


def game_seed(seed: bytes, number: int) -> bytes:
    """The seed of one game of a simulation."""
    return blake2b(str(number).encode(), key=seed, digest_size=SEED_BYTES).digest()


def simulate(
    console: Console,
    players: Sequence[Player],
    options: Options,
    seed: bytes,
    games: range,
    again: str,
) -> int:
    """Play these games and tell what came of them; the answer is the exit code.

    ``again`` is the command line that plays them again.
    """
    results: list[Result] = []
    failures = 0
    try:
        for number in track(games, "Playing", console=console, transient=True):
            match = Match(players, options, game_seed(seed, number))
            try:
                results.append(play_out(match))
            except Exception as error:  # whatever it is, one line brings it back
                failures += 1
                said = words.FAILED.format(number=number, error=repr(error))
                console.print(Text(said, style="red"))
                console.print(Text(f"{again} -n 1 --start {number}"), soft_wrap=True)
    except KeyboardInterrupt:
        console.print(Text(words.STOPPED, style="yellow"))
    counts = words.SIMULATED.format(played=len(results), games=len(games), seed=seed.hex())
    console.print(Text(counts, style="bold"), soft_wrap=True)
    if results:
        for tables in report(results, failures):
            console.print()
            console.print(Columns(tables, padding=(0, 4)))
    return FAILURE if failures else 0


def report(results: Sequence[Result], failures: int = 0) -> Iterator[list[Table]]:
    """The tables of results, those that go side by side together."""
    yield [_lengths(results), _endings(results, failures)]
    yield [_seats(results)]
    yield [_cards(results)]


def _lengths(results: Sequence[Result]) -> Table:
    table = figure_table("In a game", "mean", "least", "most")
    for name, measure in MEASURES.items():
        counts = [measure(result) for result in results]
        table.add_row(name, f"{mean(counts):.2f}", str(min(counts)), str(max(counts)))
    return table


def _endings(results: Sequence[Result], failures: int) -> Table:
    table = figure_table("How it ended", "games")
    for ending, games in Counter(result.ending for result in results).most_common():
        table.add_row(words.ENDINGS[ending], str(games))
    if failures:
        table.add_row("failed", str(failures), style="red")
    return table


def _seats(results: Sequence[Result]) -> Table:
    """A win that is shared counts in parts."""
    table = figure_table("Seat", "won", "mean score", "least", "most")
    for seat in range(len(results[0].scores)):
        won = sum(1 / len(each.winners) for each in results if seat in each.winners)
        totals = [result.scores[seat].total for result in results]
        share = f"{100 * won / len(results):.1f} %"
        spread = (f"{mean(totals):.1f}", str(min(totals)), str(max(totals)))
        table.add_row(str(seat), share, *spread)
    return table


def _cards(results: Iterable[Result]) -> Table:
    counted: Counter[str] = Counter()
    games = 0
    for result in results:
        counted.update(result.cards)
        games += 1
    table = figure_table("Card or power", "played in a game")
    for card, times in counted.most_common():
        table.add_row(words.CARDS[card].name, f"{times / games:.3f}")
    return table
