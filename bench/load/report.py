"""Prints figures and goals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from bench.load.crowd import Measured

COLUMNS = (
    *("", "clicks/s", "p50 ms", "p99 ms", "max ms", "lost"),
    *("commits/s", "boards/s", "its core", "this process", "ms each"),
)

SHOWN = (
    *("", "boards a click", "by the bot's token"),
    *("shown p50 ms", "shown p99 ms", "never shown", "ms each, to the end"),
)


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal, and the figure that was found."""

    name: str
    promised: str
    found: str
    met: bool


def show(console: Console, title: str, rows: Sequence[tuple[str, Measured]]) -> None:
    """Print the figures, a line for each bot."""
    table = Table(title=title, title_justify="left")
    for column in COLUMNS:
        table.add_column(column, justify="right" if column else "left", no_wrap=True)
    for name, measured in rows:
        table.add_row(name, *_cells(measured))
    console.print(table)


def _cells(it: Measured) -> Iterator[str]:
    yield f"{it.rate:,.0f}"
    yield from (f"{it.within(share):.1f}" for share in (0.5, 0.99, 1.0))
    yield f"{it.lost}"
    yield from (f"{count / it.seconds:,.0f}" for count in (it.stored, it.painted))
    yield from (f"{share:.0%}" for share in (it.bot, it.here))
    yield f"{1000 * it.cost:.2f}"


def boards(console: Console, rows: Sequence[tuple[str, Measured]]) -> None:
    """Print the figures of the boards, a line for each bot."""
    table = Table(title="boards", title_justify="left")
    for column in SHOWN:
        table.add_column(column, justify="right" if column else "left", no_wrap=True)
    for name, it in rows:
        clicks = len(it.after)
        late = [f"{it.shown_within(share):,.0f}" if it.late else "-" for share in (0.5, 0.99)]
        counts = [f"{it.painted / clicks:.2f}", f"{it.asked_by_bot:.2f}"]
        table.add_row(name, *counts, *late, f"{it.unseen}", f"{1000 * it.used / clicks:.2f}")
    console.print(table)


def by_stage(console: Console, measured: Measured, used: Mapping[str, float]) -> None:
    """Print the milliseconds that each stage of a click takes."""
    clicks, whole = len(measured.after), sum(used.values())
    title = f"where the {1000 * measured.used / clicks:.2f} ms of a click go, sampled"
    table = Table(title=title, title_justify="left")
    for column in ("", "ms", "share"):
        table.add_column(column, justify="right" if column else "left")
    for stage, seconds in sorted(used.items(), key=lambda it: -it[1]):
        table.add_row(stage, f"{1000 * seconds / clicks:.3f}", f"{seconds / whole:.0%}")
    console.print(table)


def mix(console: Console, measured: Measured) -> None:
    """Print the shares of the kinds of clicks."""
    whole = measured.clicks.total()
    said = ", ".join(f"{what} {n / whole:.0%}" for what, n in measured.clicks.most_common())
    refused = measured.acts - measured.stored
    console.print(f"clicks: {said}; {measured.acts:,} acts, of which {refused} were not stored")


def show_goals(console: Console, goals: Sequence[Goal]) -> None:
    """Print the goals beside the figures."""
    table = Table(title="goals", title_justify="left")
    for column in ("", "goal", "found", ""):
        table.add_column(column)
    for goal in goals:
        table.add_row(goal.name, goal.promised, goal.found, "met" if goal.met else "MISSED")
    console.print(table)
