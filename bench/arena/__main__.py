"""``python -m bench.arena``: see the package."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rich.console import Console
from rich.text import Text

from bench.arena.arguments import Entry, entries, parser, seed_of
from bench.arena.contestants import CONTESTANTS
from bench.arena.measured import Measured
from bench.arena.report import progress, show, show_list, to_json
from bench.arena.rounds import played
from engine import OptionsError
from players.words import Voice, catalogue

WIDTH: Final = 132
MISUSED: Final = 2
"""The exit code of a wrong command line."""


def main(line: Sequence[str] | None = None, console: Console | None = None) -> int:
    """Play and print; return 0 if every goal was met."""
    command = parser()
    given = command.parse_args(line)
    out = console or Console(width=WIDTH, highlight=False)
    if given.list:
        show_list(out)
        return 0
    try:
        asked, seed = [*entries(command, given)], seed_of(given)
    except OptionsError as error:
        out.print(Text(Voice(catalogue("en"), str).refusal(error), style="yellow"))
        return MISUSED
    found, whole = list[Measured](), True
    try:
        for each in _measured(given, seed, _playable(out, asked)):
            found.append(each)
            if given.json:
                given.json.write_text(to_json(found), "utf-8")
    except KeyboardInterrupt:
        whole = False
        out.print(Text("Stopped: the rest was not played.", style="yellow"))
    if found:
        show(out, found)
    return 0 if whole and all(check.met for it in found for check in it.checks) else 1


def _playable(console: Console, asked: Iterable[Entry]) -> Iterator[Entry]:
    """Yield the entries whose players exist; a goal may be set before its player is written."""
    for contest, one in asked:
        missing = {one, *contest.players} - CONTESTANTS.keys()
        if missing:
            names = ", ".join(sorted(missing))
            console.print(Text(f"{contest.name}: {one} is left out, no player is called {names}"))
        else:
            yield contest, one


def _measured(given: Namespace, seed: bytes, asked: Iterable[Entry]) -> Iterator[Measured]:
    """Play the contests one after the other; of an interrupted one yield what was played."""
    errors = Console(stderr=True, highlight=False)
    for contest, one in asked:
        rounds = contest.rounds(one, seed, given.first_deal, given.games)
        measured = Measured(contest, one)
        try:
            with progress(errors, f"{contest.name}, {one}", len(rounds)) as tell:
                came = played(rounds, given.processes, fresh=contest.fresh)
                for each, outcomes in zip(rounds, came, strict=True):
                    measured.rounds.append((each, outcomes))
                    tell(outcomes)
        except KeyboardInterrupt:
            if measured.rounds:
                yield measured
            raise
        yield measured


if __name__ == "__main__":
    sys.exit(main())
