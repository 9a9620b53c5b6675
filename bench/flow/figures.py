"""What was promised of the flow of a game, and how it is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from types import MappingProxyType
from typing import Final

from rich.console import Console
from rich.table import Table

from bench.flow.evening import DAY, Evening
from bench.flow.played import Evenings

Figure = Callable[[Evening], float]


def _clicked(what: str) -> Figure:
    return lambda it: it.clicks.get(what, 0) / it.persons


FIGURES: Final[Mapping[str, Figure]] = MappingProxyType(
    {
        "clicks a person": lambda it: it.each,
        "of these Pass": _clicked("pass"),
        "decisions on the board": _clicked("decision"),
        "captain's answers": _clicked("answer"),
        "cards and other choices": lambda it: (
            (it.clicks.get("card", 0) + it.clicks.get("pick", 0)) / it.persons
        ),
        "hands and private pages opened": lambda it: (
            (it.clicks.get("hand", 0) + it.clicks.get("open", 0) + it.clicks.get("orders", 0))
            / it.persons
        ),
        "public messages a leg": lambda it: it.messages / it.legs,
        "legs": lambda it: it.legs,
        "cards that came too late": lambda it: it.missed,
        "minutes": lambda it: it.seconds / 60,
        "days": lambda it: it.seconds / DAY,
    }
)
SHOWN: Final[Mapping[str, Sequence[str]]] = MappingProxyType(
    {
        "base": [name for name in FIGURES if name != "days"],
        "every box": [name for name in FIGURES if name != "days"],
        "relaxed": [name for name in FIGURES if name != "minutes"],
    }
)
GOALS: Final[Mapping[tuple[str, str], float]] = MappingProxyType(
    {
        ("base", "clicks a person"): 60,
        ("every box", "clicks a person"): 95,
        ("base", "of these Pass"): 5,
        ("every box", "of these Pass"): 5,
        ("base", "public messages a leg"): 1.2,
        ("every box", "public messages a leg"): 1.2,
        ("base", "minutes"): 14,
        ("every box", "minutes"): 24,
        ("relaxed", "days"): 7,
    }
)
"""At most so much, on average."""


@dataclass(frozen=True, slots=True)
class Row:
    """One figure: what it is, what it was before, what it may be at most."""

    kind: str
    name: str
    before: str
    now: float
    goal: float | None

    @property
    def met(self) -> bool:
        return self.goal is None or self.now <= self.goal


def rows(now: Evenings, before: Evenings | None) -> Iterator[Row]:
    """Every figure of every kind of game."""
    for kind, names in SHOWN.items():
        for name in names:
            then = f"{_mean(before[kind], name):.1f}" if before else ""
            yield Row(kind, name, then, _mean(now[kind], name), GOALS.get((kind, name)))
        longest = SHOWN[kind][-1]
        then = f"{_most(before[kind], longest):.1f}" if before else ""
        yield Row(kind, f"{longest} of the longest", then, _most(now[kind], longest), None)


def _most(evenings: Sequence[Evening], name: str) -> float:
    return max(FIGURES[name](it) for it in evenings)


def _mean(evenings: Sequence[Evening], name: str) -> float:
    return fmean(FIGURES[name](it) for it in evenings)


def show(console: Console, found: Sequence[Row], games: int) -> None:
    """Print the figures side by side, each an average of so many games."""
    table = Table(title=f"four persons, {games} games of each kind", title_justify="left")
    for column in ("", "", "before", "now", "at most", ""):
        table.add_column(column, justify="left" if not column else "right", no_wrap=True)
    last = ""
    for row in found:
        kind, last = "" if row.kind == last else row.kind, row.kind
        goal = "" if row.goal is None else f"{row.goal:g}"
        verdict = "" if row.goal is None else "met" if row.met else "MISSED"
        table.add_row(
            kind, row.name, row.before, f"{row.now:.1f}", goal, verdict, end_section=False
        )
    console.print(table)
