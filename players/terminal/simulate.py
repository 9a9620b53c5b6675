"""Many games between computers, and their results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Any, Final

from rich.columns import Columns
from rich.console import Console
from rich.progress import track
from rich.table import Table
from rich.text import Text

from engine import Event, Options, Score
from players.luck import game_seed
from players.match import Match
from players.player import Player
from players.terminal.figure_table import figure_table
from players.words import Catalogue

FAILURE: Final = 1
"""Exit code if a game failed."""


@dataclass(frozen=True, slots=True)
class Result:
    """One game in numbers."""

    moves: int
    journeys: int
    legs: int
    crashes: int
    """Crashes of the ship."""
    boat_crashes: int
    ending: str
    """The reason for the end: "points", "cities" or "empty"."""
    scores: tuple[Score, ...]
    cards: dict[str, int]
    """The number of times each card or power was played, shown or laid open."""

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(score.seat for score in self.scores if score.rank == 1)


MEASURES: Final[dict[str, Callable[[Result], int]]] = {
    "moves": lambda result: result.moves,
    "journeys": lambda result: result.journeys,
    "legs": lambda result: result.legs,
    "ship_crashes": lambda result: result.crashes,
    "boat_crashes": lambda result: result.boat_crashes,
}


def simulate(
    console: Console,
    say: Catalogue,
    players: Sequence[Player],
    options: Options,
    seed: bytes,
    games: range,
    again: str,
) -> int:
    """Play these games and print their results; return the exit code.

    ``again``: the command line that plays them again.
    """
    results: list[Result] = []
    failures = 0
    try:
        for number in track(games, say("simulate-playing"), console=console, transient=True):
            match = Match(players, options, game_seed(seed, number))
            try:
                results.append(play_out(match))
            except Exception as error:  # the line printed below reproduces any fault
                failures += 1
                said = say("simulate-failed", number=number, error=repr(error))
                console.print(Text(said, style="red"))
                console.print(Text(f"{again} -n 1 --start {number}"), soft_wrap=True)
    except KeyboardInterrupt:
        console.print(Text(say("simulate-stopped"), style="yellow"))
    done = say("simulate-done", played=len(results), games=len(games), seed=seed.hex())
    console.print(Text(done, style="bold"), soft_wrap=True)
    if results:
        for tables in report(say, results, failures):
            console.print()
            console.print(Columns(tables, padding=(0, 4)))
    return FAILURE if failures else 0


def report(say: Catalogue, results: Sequence[Result], failures: int = 0) -> Iterator[list[Table]]:
    """Yield the tables of results; those of one list go side by side."""
    yield [_lengths(say, results), _endings(say, results, failures)]
    yield [_seats(say, results)]
    yield [_cards(say, results)]


def _table(say: Catalogue, *heads: str) -> Table:
    return figure_table(*[say(f"simulate-{head}") for head in heads])


def _lengths(say: Catalogue, results: Sequence[Result]) -> Table:
    table = _table(say, "in_a_game", "mean", "least", "most")
    for name, measure in MEASURES.items():
        counts = [measure(result) for result in results]
        spread = (f"{mean(counts):.2f}", str(min(counts)), str(max(counts)))
        table.add_row(say(f"simulate-{name}"), *spread)
    return table


def _endings(say: Catalogue, results: Sequence[Result], failures: int) -> Table:
    table = _table(say, "endings", "games")
    for ending, games in Counter(result.ending for result in results).most_common():
        table.add_row(say(f"simulate-{ending}"), str(games))
    if failures:
        table.add_row(say("simulate-failures"), str(failures), style="red")
    return table


def _seats(say: Catalogue, results: Sequence[Result]) -> Table:
    """Return the results by seat; a shared win counts in parts."""
    table = _table(say, "seat", "won", "score", "least", "most")
    for seat in range(len(results[0].scores)):
        won = sum(1 / len(each.winners) for each in results if seat in each.winners)
        totals = [result.scores[seat].total for result in results]
        share = f"{100 * won / len(results):.1f} %"
        spread = (f"{mean(totals):.1f}", str(min(totals)), str(max(totals)))
        table.add_row(str(seat + 1), share, *spread)
    return table


def _cards(say: Catalogue, results: Iterable[Result]) -> Table:
    counted: Counter[str] = Counter()
    games = 0
    for result in results:
        counted.update(result.cards)
        games += 1
    table = _table(say, "card", "played")
    for card, times in counted.most_common():
        table.add_row(say(f"card-{card}"), f"{times / games:.3f}")
    return table


def play_out(match: Match) -> Result:
    """Play a match to its end."""
    happened = list(match.game.opening)
    for turn in match.turns():
        happened += turn.events
    kinds = Counter(event.kind for event in happened)
    crashes = Counter(event.craft for event in _of_kind(happened, "crashed"))
    return Result(
        moves=len(match.moves),
        journeys=kinds["journey_began"],
        legs=kinds["leg_began"],
        crashes=crashes["ship"],
        boat_crashes=crashes["boat"],
        ending=_of_kind(happened, "game_ended")[0].reason,
        scores=match.game.scores,
        cards=dict(Counter(card for event in happened for card in _cards_of(event))),
    )


_CARDS: Final[dict[str, Callable[[Any], tuple[str, ...]]]] = {
    "played": lambda event: (event.card,),
    "help_shown": lambda event: event.cards,
    "paid": lambda event: event.cards,
}


def _cards_of(event: Event) -> tuple[str, ...]:
    tell = _CARDS.get(event.kind)
    return tell(event) if tell else ()


def _of_kind(events: Iterable[Event], kind: str) -> list[Any]:
    return [event for event in events if event.kind == kind]
