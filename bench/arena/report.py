"""Reports of an arena: progress, tables, and JSON for other tools."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import Final

from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from bench.arena.contestants import CONTESTANTS
from bench.arena.contests import CONTESTS, Contest
from bench.arena.measured import CONFIDENCE, Check, Interval, Measured, clustered
from bench.arena.rounds import Outcome, Round
from engine.options import BOXES
from players.terminal.figure_table import figure_table

COLUMNS: Final = (
    *("games", "wins", "±", "par", "goal", "", "points", "rival"),
    *("ms", "p50", "p99", "max", "s/game"),
)
SIGNS: Final = {"share": "≥", "p99": "p99 ≤", "max": "max ≤"}
CAPTION: Final = (
    f"wins: the share of them, ties divided; ±: its interval of {CONFIDENCE:.0%}, clustered by "
    "deal; rival: the points of the best one; "
    "ms: of the processor for a decision between several moves; s/game: of the processor for a "
    "whole game; met?, MISSED?: the goal lies within the interval"
)


def show(console: Console, found: Sequence[Measured]) -> None:
    """Print what was measured, a line for each contestant of each contest."""
    contests = {it.contest.name: it.contest for it in found}
    table = figure_table("", *COLUMNS)
    for name in contests:
        table.add_section()
        table.add_row(Text(name, style="bold"))
        for it in [it for it in found if it.contest.name == name]:
            table.add_row(f"  {it.one}", *_cells(it))
            if len(it.contest.lineups) > 1:
                table.add_row(*_lowest(it), style="dim")
    console.print(table)
    for name, contest in contests.items():
        console.print(Text(f"{name}: {about(contest)}"))
    console.print(Text(CAPTION, style="dim"))
    for it in found:
        if it.goal.tried and not all(check.met for check in it.checks):
            console.print(Text(f"{it.one} in {it.contest.name}: {it.goal.tried}"))


def about(contest: Contest) -> str:
    """A contest in a few words."""
    boxes = contest.options.boxes
    box = {(): "base", BOXES: "every box"}.get(boxes, " + ".join(boxes))
    variant = contest.options.variant
    what = box if variant == "standard" else variant
    mixed = len(contest.lineups) > 1
    others = f"{len(contest.lineups)} line-ups" if mixed else lineup(contest.lineups[0])
    return f"{contest.seats} seats, {what}, against {others}"


def lineup(names: Iterable[str]) -> str:
    """Players in a few words: 2 easy, random."""
    return ", ".join(f"{n} {name}" if n > 1 else name for name, n in Counter(names).items())


def _cells(it: Measured) -> Iterator[str]:
    checks = list(it.checks)
    yield f"{len(list(it.outcomes)):,}"
    yield from _interval(it.share)
    yield _share(it.contest.par)
    yield ", ".join(f"{SIGNS[check.name]} {_promised(check)}" for check in checks)
    yield ", ".join(dict.fromkeys(map(_verdict, checks)))
    yield f"{it.points:.1f}"
    yield f"{it.rival:.1f}"
    yield f"{it.mean_ms:.2f}"
    yield from (f"{it.ms(part):.1f}" for part in (0.5, 0.99, 1.0))
    yield f"{it.cpu:.2f}"


def _lowest(it: Measured) -> Iterator[str]:
    names, share = it.lowest
    games = sum(len(outcomes) for given, outcomes in it.rounds if given.others == names)
    yield f"    lowest: {lineup(names)}"
    yield f"{games:,}"
    yield from _interval(share)


def _interval(found: Interval) -> Iterator[str]:
    yield _share(found.mean)
    yield "" if found.reach is None else _share(found.reach)


def _share(value: float) -> str:
    return f"{value:.3f}".removeprefix("0")


def _promised(check: Check) -> str:
    return _share(check.promised) if check.name == "share" else f"{check.promised:g}"


def _verdict(check: Check) -> str:
    return ("met" if check.met else "MISSED") + ("" if check.sure else "?")


def show_list(console: Console) -> None:
    """Print the contests, and who can play."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for contest in CONTESTS.values():
        table.add_row(contest.name, about(contest), f"for {', '.join(contest.goals)}")
    console.print(table)
    console.print(Text(f"players: {', '.join(CONTESTANTS)}"))


def to_json(found: Iterable[Measured]) -> str:
    """Every game as it went, contest by contest."""
    return json.dumps([_contest(it) for it in found])


def _contest(it: Measured) -> dict[str, object]:
    return {
        "contest": it.contest.name,
        "one": it.one,
        "options": it.contest.options.to_json(),
        "seed": it.rounds[0][0].seed.hex(),
        "share": it.share.mean,
        "reach": it.share.reach,
        "deals": [_deal(given, outcomes) for given, outcomes in it.rounds],
    }


def _deal(given: Round, outcomes: Iterable[Outcome]) -> dict[str, object]:
    return {
        "number": given.number,
        "others": given.others,
        "games": [_game(seat, outcome) for seat, outcome in enumerate(outcomes)],
    }


def _game(seat: int, outcome: Outcome) -> dict[str, object]:
    return {
        "seat": seat,
        "share": outcome.share,
        "points": outcome.points,
        "rival": outcome.rival,
        "cpu": outcome.cpu,
        "decisions": [[it.question, round(1e6 * it.seconds)] for it in outcome.decisions],
    }


# --- progress ------------------------------------------------------------------------------

SCREEN_INTERVAL: Final = 1.0
LOG_INTERVAL: Final = 60.0
"""Seconds between two figures."""

Tell = Callable[[tuple[Outcome, ...]], None]
"""Takes the outcomes of a deal."""


@contextmanager
def progress(console: Console, name: str, deals: int) -> Generator[Tell]:
    """Show the deals played and the share of wins so far: a bar on a screen, else lines."""
    shares: list[tuple[float, ...]] = []
    watched = console.is_terminal
    told = monotonic()
    with Progress(console=console, transient=True, disable=not watched) as bar:
        task = bar.add_task(name, total=deals)

        def tell(outcomes: tuple[Outcome, ...]) -> None:
            nonlocal told
            shares.append(tuple([it.share for it in outcomes]))
            bar.advance(task)
            if monotonic() - told < (SCREEN_INTERVAL if watched else LOG_INTERVAL):
                return
            told = monotonic()
            so_far = f"{name}: {clustered(shares)}"
            if watched:
                bar.update(task, description=so_far)
            else:
                console.print(f"{so_far} after {len(shares)} of {deals} deals", soft_wrap=True)

        yield tell
